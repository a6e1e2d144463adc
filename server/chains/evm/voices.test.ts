import { describe, expect, test } from "vitest";
import { ChainError } from "@/server/chains/chain-error";
import type { Doubt } from "@/server/chains/evidence";
import type { Rpc } from "@/server/chains/evm/rpc";
import {
  agreedAnswer,
  agreedList,
  type Question,
  receiptSaidBy,
  requireEnough,
  type Voices,
} from "@/server/chains/evm/voices";
import type { Quorum } from "@/server/chains/quorum";

const THREE: Quorum = { needed: 2, providers: ["one", "two", "three"], aboveUsd: null };
const TWO_OF_ONE: Quorum = { needed: 2, providers: ["one", "one", "two"], aboveUsd: null };

/** Nodes that say these words; null for one that fails, "" for one that cannot tell. */
function nodesSaying(
  words: readonly (string | null)[],
  quorum: Quorum | null,
  txHash: Question<string>["txHash"] = null,
) {
  const doubts: Doubt[] = [];
  const nodes = words.map((word, i) => ({
    node: i + 1,
    rpc: <T>() => (word === null ? Promise.reject(new ChainError("gone")) : Promise.resolve(word as T)),
  }));
  const voices: Voices = { nodes, quorum, onDoubt: (doubt) => doubts.push(doubt) };
  const answer = agreedAnswer<string>(voices, {
    ask: async (rpc) => (await rpc<string>("eth_call", [])) || undefined,
    isSame: (a, b) => a === b,
    txHash,
  });
  return { answer, doubts };
}

describe("an answer", () => {
  test.each([
    ["all say it", ["a", "a", "a"], THREE, "a", []],
    ["one lies, asked first", ["b", "a", "a"], THREE, "a", [1]],
    ["one lies, asked last", ["a", "a", "b"], THREE, "a", [3]],
    ["one is gone", [null, "a", "a"], THREE, "a", []],
    ["one is behind", ["", "a", "a"], THREE, "a", []],
    ["two nodes of one provider against another", ["a", "a", "b"], TWO_OF_ONE, null, [1, 2, 3]],
    ["two nodes of one provider and another", ["b", "a", "a"], TWO_OF_ONE, "a", [1]],
    ["one alone", [null, null, "a"], THREE, null, []],
    ["one and one that is behind", ["", "", "a"], THREE, null, []],
    ["each something else", ["a", "b", "c"], THREE, null, [1, 2, 3]],
    ["one of two lies", [null, "a", "b"], THREE, null, [2, 3]],
    ["without a quorum all say it", ["a", "a", "a"], null, "a", []],
    ["without a quorum one lies", ["a", "a", "b"], null, null, [1, 2, 3]],
    ["without a quorum one alone", [null, null, "a"], null, "a", []],
    ["nobody", [null, null, null], null, null, []],
  ] as const)("%s", async (_what, words, quorum, expected, named) => {
    const { answer, doubts } = nodesSaying(words, quorum);
    if (expected === null) await expect(answer).rejects.toBeInstanceOf(ChainError);
    else expect(await answer).toBe(expected);
    expect(doubts.flatMap(({ nodes }) => nodes)).toEqual(named);
  });

  test.each([
    ["no node answers", [null, null], null],
    ["too few providers agree", ["a", "b"], THREE],
    ["the nodes disagree", ["a", "b"], null],
  ] as const)(
    "that fails because %s says about which transaction, if it is about one",
    async (why, words, quorum) => {
      const txHash = `0x${"7".repeat(64)}` as const;
      await expect(nodesSaying(words, quorum).answer).rejects.toThrow(new RegExp(`${why}$`));
      await expect(nodesSaying(words, quorum, txHash).answer).rejects.toThrow(`${why} about ${txHash}`);
    },
  );

  test("nobody is doubted where one provider alone answers", async () => {
    const { answer, doubts } = nodesSaying([null, null, "a"], THREE);
    await expect(answer).rejects.toBeInstanceOf(ChainError);
    expect(doubts).toEqual([]);
  });

  test("with numbers is told whole, and a long one only where it begins", async () => {
    const doubts: Doubt[] = [];
    const saying = (said: unknown) => (<T>() => Promise.resolve(said as T)) as Rpc;
    const voices: Voices = {
      nodes: [saying({ amount: 10n ** 30n }), saying("b".repeat(5_000))].map((rpc, i) => ({
        node: i + 1,
        rpc,
      })),
      quorum: null,
      onDoubt: (doubt) => doubts.push(doubt),
    };
    const ask = (rpc: Rpc) => rpc<unknown>("eth_call", []);
    const asked = agreedAnswer(voices, { ask, isSame: Object.is, txHash: null });
    await expect(asked).rejects.toBeInstanceOf(ChainError);
    const [first, second] = doubts[0]?.said ?? [];
    expect(first?.says).toBe('{"amount":"1000000000000000000000000000000"}');
    expect(second?.says).toBe(`"${"b".repeat(1_999)}`);
  });

  test("tells what each node said", async () => {
    const { answer, doubts } = nodesSaying(["a", "b", "a"], THREE);
    await answer;
    expect(doubts).toMatchObject([
      {
        problem: "outvoted",
        said: [
          { node: 1, says: '"a"' },
          { node: 2, says: '"b"' },
          { node: 3, says: '"a"' },
        ],
      },
    ]);
  });
});

describe("a list", () => {
  const listOf = (lists: readonly (readonly string[] | null)[], quorum = THREE) =>
    agreedList(
      lists.flatMap((items, i) => (items ? [{ node: i + 1, said: { items } }] : [])),
      (item) => item,
      { quorum, onDoubt: () => {} },
    );

  test.each([
    ["what one makes up is left out", [["a", "x"], ["a"], ["a"]], ["a"]],
    ["what one hides is there", [[], ["a"], ["a"]], ["a"]],
    ["of two that answer both have it", [null, ["a"], ["a"]], ["a"]],
  ] as const)("%s", (_what, lists, expected) => {
    expect(listOf(lists)).toEqual(expected);
  });

  test.each([
    ["one of two that answer has it", [null, ["a"], []]],
    ["only one answers", [null, null, ["a"]]],
    ["nobody answers", [null, null, null]],
  ] as const)("waits where %s", (_what, lists) => {
    expect(() => listOf(lists)).toThrow(ChainError);
  });

  test("one that cannot tell is no vote against an item", () => {
    const answers = [
      { node: 1, said: { items: ["a"] } },
      { node: 2, said: { items: [], cannotTell: () => true } },
      { node: 3, said: { items: [] } },
    ];
    expect(() => agreedList(answers, (item) => item, { quorum: THREE, onDoubt: () => {} })).toThrow(
      ChainError,
    );
  });

  test("names who shows what others do not", () => {
    const doubts: Doubt[] = [];
    const answers = [["a", "x"], ["a"], ["a"]].map((items, i) => ({ node: i + 1, said: { items } }));
    agreedList(answers, (item) => item, { quorum: THREE, onDoubt: (doubt) => doubts.push(doubt) });
    expect(doubts).toEqual([
      { problem: "logs_differ", txHash: null, nodes: [1], said: [{ node: 1, says: "x" }] },
    ]);
  });
});

test.each([
  [[1, 2], THREE, true],
  [[1], THREE, false],
  [[], null, true],
  [[1, 2], TWO_OF_ONE, false],
  [[1, 3], TWO_OF_ONE, true],
])("nodes %j are enough for %j: %s", (nodes, quorum, isEnough) => {
  const required = () => requireEnough(nodes, quorum);
  if (isEnough) expect(required).not.toThrow();
  else expect(required).toThrow(ChainError);
});

describe("a transaction of which a node has no receipt", () => {
  const asked = { txHash: "0x7c", blockNumber: 7n } as const;
  const nodeWith = (receipt: unknown, block: unknown): Rpc => {
    return async <T>(method: string) => (method === "eth_getTransactionReceipt" ? receipt : block) as T;
  };

  test.each([
    ["is denied by one that has the block", nodeWith(null, { hash: "0xb1" }), THREE, null],
    ["is not denied by one that is behind", nodeWith(null, null), THREE, undefined],
    ["is denied by any without a quorum", nodeWith(null, null), null, null],
  ] as const)("%s", async (_what, rpc, quorum, said) => {
    expect(await receiptSaidBy(rpc, asked, { quorum })).toBe(said);
  });

  test("and one that has it gives it, whatever else it has", async () => {
    const receipt = { status: "0x1" };
    expect(await receiptSaidBy(nodeWith(receipt, null), asked, { quorum: THREE })).toBe(receipt);
  });
});

describe("what is said of it", () => {
  test("a fault of ours is thrown on, and not taken for a node that is gone", async () => {
    const nodes = [{ node: 1, rpc: () => Promise.reject(new TypeError("bug")) }];
    const asked = agreedAnswer(
      { nodes, quorum: null, onDoubt: () => {} },
      { ask: (rpc) => rpc<string>("eth_call", []), isSame: () => true, txHash: null },
    );
    await expect(asked).rejects.toThrow("bug");
  });

  test.each([
    [[null, null, null], null, "no node answers about 0x7c"],
    [["a", "b", null], null, "the nodes disagree about 0x7c"],
    [["a", null, null], THREE, "too few providers agree about 0x7c"],
  ] as const)("%j by the rule %j: the error names the transaction", async (words, quorum, message) => {
    const nodes = words.map((word, i) => ({
      node: i + 1,
      rpc: <T>() => (word === null ? Promise.reject(new ChainError("gone")) : Promise.resolve(word as T)),
    }));
    const doubts: Doubt[] = [];
    const asked = agreedAnswer<string>(
      { nodes, quorum, onDoubt: (doubt) => doubts.push(doubt) },
      { ask: (rpc) => rpc("eth_call", []), isSame: (a, b) => a === b, txHash: "0x7c", blockNumber: 7n },
    );
    await expect(asked).rejects.toThrow(message);
    for (const doubt of doubts) expect(doubt).toMatchObject({ txHash: "0x7c", blockNumber: 7n });
    expect(doubts).toHaveLength(words[1] === null ? 0 : 1);
  });
});
