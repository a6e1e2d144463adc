/**
 * What tells our recurring contract on a chain from any other: the code that `artifacts/` holds, without what the
 * constructor writes into it. `artifacts.test.ts` holds this to the artifact, and says what belongs here.
 */
export const RECURRING_RUNTIME: {
  bytes: number;
  /** Byte ranges of the immutables: where each starts, and how long it is. */
  immutables: readonly (readonly [start: number, length: number])[];
  /** keccak-256 of the code with zeros in those ranges. */
  maskedHash: `0x${string}`;
} = {
  bytes: 10918,
  immutables: [
    [559, 32],
    [4736, 32],
    [4786, 32],
    [6080, 32],
    [6122, 32],
    [6164, 32],
    [6245, 32],
    [6285, 32],
    [6933, 32],
    [7072, 32],
    [7121, 32],
  ],
  maskedHash: "0x397064c59778140609f90013002442a94367c69d4388e1613e149189f7a5ec95",
};
