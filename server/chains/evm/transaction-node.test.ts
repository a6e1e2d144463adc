import { parseGwei } from "viem";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { Nodes } from "@/server/chains/evm/nodes";
import { broadcastAnswerOf, EvmTransactionNode } from "@/server/chains/evm/transaction-node";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { TOOK_TOO_LONG } from "@/server/chains/transaction-node";

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

describe("calls of strangers' contracts", () => {
  let node: FaultyNode;
  let answersAtLast = () => {};
  beforeEach(async () => {
    node = await startFaultyNode("http://127.0.0.1:1");
  });
  afterEach(async () => {
    answersAtLast();
    await node.close();
  });

  const calls = (...data: `0x${string}`[]) =>
    new EvmTransactionNode(new Nodes(EVM_NETWORKS.sepolia, [node.url], { timeoutMs: 100 })).calls(
      data.map((one) => ({ from: "0x01", to: "0x02", data: one, gas: 100_000n })),
    );
  const dataOf = (params: unknown[]) => JSON.stringify(params).match(/"data":"(0x\w+)"/)?.[1];
  const GIVEN_UP = { ok: false, data: null, message: TOOK_TOO_LONG };

  test("one that the node gives up is refused, and the others are answered", async () => {
    node.behave(({ params }) =>
      dataOf(params) === "0xbb" ? { error: "execution aborted (timeout = 5s)" } : { result: "0x01" },
    );
    expect(await calls("0xaa", "0xbb", "0xcc")).toEqual([
      { ok: true, data: "0x01" },
      GIVEN_UP,
      { ok: true, data: "0x01" },
    ]);
  });

  test("one that keeps its whole request from being answered is found by asking each alone", async () => {
    const after = new Promise<void>((resolve) => {
      answersAtLast = resolve;
    });
    node.behave(({ params }) => ({ result: "0x01", ...(dataOf(params) === "0xbb" && { after }) }));
    expect(await calls("0xaa", "0xbb")).toEqual([{ ok: true, data: "0x01" }, GIVEN_UP]);
  });

  test("a node that answers nothing in time is to blame itself", async () => {
    const after = new Promise<void>((resolve) => {
      answersAtLast = resolve;
    });
    node.behave(() => ({ result: "0x01", after }));
    await expect(calls("0xaa", "0xbb")).rejects.toThrow("eth_call failed");
  });

  test("travel a few at a time", async () => {
    node.behave(() => ({ result: "0x01" }));
    expect(await calls(...Array.from({ length: 45 }, () => "0xaa" as const))).toHaveLength(45);
    expect(node.requests()).toBe(3);
  });
});
