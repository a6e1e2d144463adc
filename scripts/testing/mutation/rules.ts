/** A rule about money, access or truth, and the fastest tests that prove it. Paths from the root. */
export interface MutatedRule {
  name: string;
  /** What is changed, one place at a time. */
  files: readonly string[];
  /** What has to notice; the patterns of Vitest. */
  tests: readonly string[];
}

/** In the order in which they are measured: what only computes first, what needs a chain and a database last. */
export const RULES: readonly MutatedRule[] = [
  {
    name: "fees",
    files: ["server/fees/plan.ts", "server/fees/protocol-fee.ts", "server/fees/platform-fee.ts"],
    tests: ["server/fees/*.test.ts"],
  },
  {
    name: "rates",
    files: ["server/quotes/rate.ts", "server/quotes/credit.ts", "server/prices/agree.ts"],
    tests: ["server/quotes/*.test.ts", "server/prices/agree.test.ts"],
  },
  {
    name: "destinations",
    files: ["server/payee-destinations/access-policy.ts", "server/payee-destinations/interop-address.ts"],
    tests: ["server/payee-destinations/*.test.ts"],
  },
  {
    name: "signatures",
    files: ["server/webhooks/sending/sign.ts", "server/chains/wallets/recover-signer.ts"],
    tests: ["server/webhooks/sending/sign.test.ts", "server/chains/wallets/*.test.ts"],
  },
  {
    name: "gate",
    files: ["server/payer-access/resolve-policy.ts", "server/payer-access/decide-access.ts"],
    tests: [
      "server/payer-access/*.test.ts",
      "server/worker/scenarios/held-payments.test.ts",
      "app/v2/orchestrators/resolved.test.ts",
    ],
  },
  {
    name: "matching",
    files: ["server/payments/recording/match.ts"],
    tests: ["server/payments/recording/match.test.ts"],
  },
  {
    name: "state",
    files: ["server/requests/state.ts"],
    tests: ["server/requests/state.test.ts"],
  },
  {
    name: "refunds",
    files: ["server/payments/refunds/state.ts", "server/payments/refunds/pairs.ts"],
    tests: ["server/payments/refunds/state.test.ts", "server/payments/refunds/pairs.test.ts"],
  },
  {
    name: "tolerance",
    files: ["server/requests/creating/tolerance.ts"],
    tests: ["server/requests/creating/tolerance.test.ts"],
  },
  {
    name: "quorum",
    files: ["server/chains/quorum.ts", "server/chains/quorum-evidence.ts", "server/chains/evm/voices.ts"],
    tests: ["server/chains/quorum*.test.ts", "server/chains/evm/voices.test.ts"],
  },
  {
    name: "covering",
    files: ["server/payments/counting/covering.ts"],
    tests: ["server/worker/settling/*.test.ts", "server/worker/transfers/watch-transfers.test.ts"],
  },
];
