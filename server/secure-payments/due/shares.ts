/**
 * Splits `total` over `weights` in proportion, in base units: the parts add up to `total` exactly, and none
 * differs from its exact share by a whole unit. No part exceeds its weight while `total` does not exceed
 * their sum.
 */
export function shares(total: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  let before = 0n;
  let given = 0n;
  return weights.map((weight) => {
    before += weight;
    const upToHere = (total * before) / sum;
    const part = upToHere - given;
    given = upToHere;
    return part;
  });
}
