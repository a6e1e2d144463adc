/** The code of a contract without what its constructor wrote into it. */
export interface Runtime {
  bytes: number;
  /** Byte ranges of the immutables: where each starts, and how long it is. */
  immutables: readonly (readonly [start: number, length: number])[];
  /** keccak-256 of the code with zeros in those ranges. */
  maskedHash: `0x${string}`;
}

/**
 * What tells our recurring contract on a chain from any other: the code that `artifacts/` holds. `artifacts.test.ts`
 * holds this to the artifact, and says what belongs here.
 */
export const RECURRING_RUNTIME: Runtime = {
  bytes: 10891,
  immutables: [
    [559, 32],
    [4728, 32],
    [4778, 32],
    [6072, 32],
    [6114, 32],
    [6156, 32],
    [6237, 32],
    [6277, 32],
    [6925, 32],
    [7064, 32],
    [7113, 32],
  ],
  maskedHash: "0x3289d27d661a7e5892cc0ff579ebc21e23d069a0bd8c921bbbb221bd943c5df4",
};

/**
 * The same of what was compiled before and may be deployed: permits were signed for those addresses. Their
 * `triggeredPaymentsBitmap` reverts after instalment 255; nothing here calls it.
 */
export const FORMER_RECURRING_RUNTIMES: readonly Runtime[] = [
  {
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
  },
];
