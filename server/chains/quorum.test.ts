import { describe, expect, test } from "vitest";
import { mostAgreed, providersOf, quorumOf, reachedByQuorum } from "@/server/chains/quorum";

const rpcUrls = ["https://one.example/a", "https://one.example/b", "https://two.example"];

describe("the rule that settings make", () => {
  test("is none without a number", () => {
    expect(quorumOf({ rpcUrls })).toBeUndefined();
  });

  test("tells providers apart by host where they are not named", () => {
    expect(quorumOf({ rpcUrls, quorum: 2 })).toEqual({
      needed: 2,
      providers: ["one.example", "one.example", "two.example"],
      aboveUsd: null,
    });
  });

  test("takes the names that are given, and the sum above which it holds", () => {
    const settings = { rpcUrls, providers: ["a", "b"], quorum: 3, quorumAboveUsd: "100" };
    expect(quorumOf(settings)).toEqual({
      needed: 3,
      providers: ["a", "b", "two.example"],
      aboveUsd: "100",
    });
  });
});

const PROVIDERS = { providers: ["one", "one", "two", "three"] };

test.each([
  [[], 0],
  [[1], 1],
  [[1, 2], 1],
  [[1, 3], 2],
  [[1, 2, 3, 4], 3],
  // Of a node beyond the configured ones nothing is known but its place.
  [[5, 6], 2],
])("nodes %j are of %i providers", (nodes, count) => {
  expect(providersOf(nodes, PROVIDERS)).toBe(count);
});

describe("what most providers say", () => {
  const most = (...said: [node: number, said: string][]) =>
    mostAgreed(
      said.map(([node, word]) => ({ node, said: word })),
      (a, b) => a === b,
      PROVIDERS,
    );

  test("is counted by provider, not by node", () => {
    expect(most([1, "a"], [2, "a"], [3, "b"], [4, "b"])).toEqual({ said: "b", nodes: [3, 4], providers: 2 });
  });

  test("of equal numbers is what was said first", () => {
    expect(most([1, "a"], [2, "a"], [3, "b"])).toEqual({ said: "a", nodes: [1, 2], providers: 1 });
  });

  test("is nothing where nobody speaks", () => {
    expect(most()).toBeNull();
  });
});

test.each([
  [
    "all alike",
    [
      [1, 5n],
      [3, 5n],
      [4, 5n],
    ],
    2,
    5n,
  ],
  [
    "one far ahead",
    [
      [1, 999n],
      [3, 5n],
      [4, 4n],
    ],
    2,
    5n,
  ],
  [
    "one far behind",
    [
      [1, 5n],
      [3, 1n],
      [4, 6n],
    ],
    2,
    5n,
  ],
  [
    "two nodes of one provider ahead",
    [
      [1, 9n],
      [2, 8n],
      [3, 5n],
    ],
    2,
    5n,
  ],
  [
    "the further node of a provider counts",
    [
      [1, 3n],
      [2, 6n],
      [3, 5n],
    ],
    2,
    5n,
  ],
  [
    "three needed",
    [
      [1, 9n],
      [3, 5n],
      [4, 4n],
    ],
    3,
    4n,
  ],
  [
    "too few",
    [
      [1, 9n],
      [2, 9n],
    ],
    2,
    null,
  ],
  ["none", [], 2, null],
] as const)("what enough providers reached: %s", (_what, said, needed, expected) => {
  const numbers = said.map(([node, number]) => ({ node, said: number }));
  expect(reachedByQuorum(numbers, { ...PROVIDERS, needed })).toBe(expected);
});
