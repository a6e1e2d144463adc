import { apartBps, compare } from "@/server/lib/ratio";
import type { AgreedPrice, NoPrice, Observation } from "@/server/prices/price";

/** When a price counts. */
export interface Agreement {
  /** How many independent providers have to agree. */
  required: number;
  /** The most that two of them may differ, in basis points. */
  maxApartBps: number;
}

/** Sources and what they said, for the error and the log. */
export interface Disagreement {
  symbol: string;
  reason: string;
}

/**
 * The price that enough independent providers agree on: the largest group of observations within the allowed
 * distance of each other, worth what its first member in the order of preference says. A group counts only when it
 * is larger than half of all providers that answered, so that one liar beside one honest source ends in no price
 * instead of in a choice. Sources that lie alike cannot be told from sources that are right.
 */
export function agree(
  symbol: string,
  observations: readonly Observation[],
  failures: readonly NoPrice[],
  { required, maxApartBps }: Agreement,
): AgreedPrice | Disagreement {
  const all = providersOf(observations);
  const group = groupsWithin(observations, maxApartBps)
    .filter((one) => providersOf(one) >= required && providersOf(one) * 2 > all)
    .sort((a, b) => providersOf(b) - providersOf(a) || b.length - a.length)[0];
  const first = group && observations.find((one) => group.includes(one));
  if (group && first) {
    const others = observations.filter((one) => one !== first);
    return {
      symbol,
      usd: first.usd,
      sources: [first, ...others.filter((one) => group.includes(one))],
      disagreeing: others.filter((one) => !group.includes(one)),
    };
  }
  const failed = failures.map(({ message }) => message);
  const apart = all >= required && observations.length > 1 ? ["the sources differ by more than allowed"] : [];
  const few = `${all} of ${required} independent sources have a usable price of ${symbol}`;
  return { symbol, reason: [few, ...apart, ...failed].join("; ") };
}

function providersOf(observations: readonly Observation[]): number {
  return new Set(observations.map(({ provider }) => provider)).size;
}

/** For each observation as the lowest, all that lie within the distance above it. */
function groupsWithin(observations: readonly Observation[], maxApartBps: number): Observation[][] {
  return observations.map((lowest) =>
    observations.filter(
      (other) => compare(other.usd, lowest.usd) >= 0 && apartBps(lowest.usd, other.usd) <= maxApartBps,
    ),
  );
}
