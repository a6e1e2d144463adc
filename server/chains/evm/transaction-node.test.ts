import { parseGwei } from "viem";
import { expect, test } from "vitest";
import { broadcastAnswerOf } from "@/server/chains/evm/transaction-node";

// As nodes have written them: go-ethereum, Bor, BNB Smart Chain, Nethermind, Erigon, anvil.
test.each([
  ["already known", { kind: "accepted" }],
  ["AlreadyKnown", { kind: "accepted" }],
  ["transaction already imported", { kind: "accepted" }],
  ["nonce too low: next nonce 5, tx nonce 4", { kind: "nonce_too_low" }],
  ["OldNonce, Current nonce: 5, nonce of rejected tx: 4", { kind: "nonce_too_low" }],
  ["replacement transaction underpriced", { kind: "replacement_underpriced" }],
  ["ReplacementNotAllowed", { kind: "replacement_underpriced" }],
  ["could not replace existing tx", { kind: "replacement_underpriced" }],
  ["insufficient funds for gas * price + value: balance 0", { kind: "insufficient_funds" }],
  ["Insufficient funds for gas * price + value", { kind: "insufficient_funds" }],
  [
    "transaction underpriced: gas tip cap 1000000000, minimum needed 25000000000",
    { kind: "underpriced", minimumTip: parseGwei("25") },
  ],
  ["transaction underpriced", { kind: "underpriced", minimumTip: null }],
  ["FeeTooLow, MaxFeePerGas too low", { kind: "underpriced", minimumTip: null }],
  [
    "max fee per gas less than block base fee: address 0x1, maxFeePerGas: 1, baseFee: 7",
    { kind: "underpriced", minimumTip: null },
  ],
  ["intrinsic gas too low", { kind: "refused", message: expect.stringMatching(/intrinsic gas too low$/) }],
  ["exceeds block gas limit", { kind: "refused", message: expect.stringMatching(/block gas limit$/) }],
])("a node that says %j", (message, answer) => {
  expect(broadcastAnswerOf(`eth_sendRawTransaction failed: ${message}`)).toEqual(answer);
});

test.each(["fetch failed", "The request took too long to respond.", "HTTP request failed."])(
  "%j is no answer to the transaction",
  (message) => {
    expect(broadcastAnswerOf(`eth_sendRawTransaction failed: ${message}`)).toBeNull();
  },
);
