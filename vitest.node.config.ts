import base from "./vitest.config.ts";

/**
 * The unit tests that `npm run test:node` runs on another version of Node: what is computed with the runtime's own
 * numbers, ciphers, texts, addresses and connections, and decides about money. All other tests ask our own logic, which
 * is the same on each version.
 */
const FILES = [
  // Money: amounts, sums, rates, prices over HTTP, the catalogue of currencies.
  "server/{lib,fees,quotes,prices,currencies}/**/*.test.ts",
  // Matching: references, what nodes answer, and which request a transfer on chain pays.
  "server/requests/**/payment-reference.test.ts",
  "server/chains/{evm,tron}/*.test.ts",
  "server/worker/**/watch-{transfers,tron}.test.ts",
  // Signatures: of webhooks, sessions, wallets, receipts and the executor.
  "server/webhooks/**/{sign,secret}.test.ts",
  "server/executor/**/signer.test.ts",
  "server/auth/**/*.test.ts",
  "app/v1/auth/wallet/**/*.test.ts",
  "app/v2/request/**/quittance/*.test.ts",
  // What the payer's page recomputes before a wallet signs.
  "components/pay/safety/**/*.test.ts",
  // What the simulator's seeds do.
  "sim/every-node.test.ts",
];

export default {
  ...base,
  test: {
    ...base.test,
    include: FILES,
    // Beside that of `npm test`.
    reporters: ["default", ["json", { outputFile: "test-results/node.json" }]],
  },
};
