import { describe, expect, test } from "vitest";
import {
  hasMoney,
  isTakenBack,
  type Outcome,
  PAIR_STATES,
  type Pair,
  type PairState,
  pairOf,
  SEEN_ON_CHAIN,
} from "@/server/requests/offramps/pairs";

/** Every meeting of our record, the provider's word, the chain, and whether another address took its place. */
const ALL: [string, Pair, Outcome][] = PAIR_STATES.flatMap((row) =>
  PAIR_STATES.flatMap((provider) =>
    SEEN_ON_CHAIN.flatMap((seen) =>
      [false, true].map((isReplaced): [string, Pair, Outcome] => {
        const pair = { row, provider, seen, isReplaced };
        const words = `${row} × ${provider} × ${seen}${isReplaced ? " × replaced" : ""}`;
        return [words, pair, pairOf(pair)];
      }),
    ),
  ),
);
const after = ({ row }: Pair, { movesTo }: Outcome): PairState => movesTo ?? row;
const named = (which: (pair: Pair, outcome: Outcome) => boolean) =>
  ALL.filter(([, pair, outcome]) => which(pair, outcome)).map(([words]) => words);

describe("all pairs of our record and the provider's", () => {
  test("are 11 by 11, by what the chain shows, by replaced or not", () => {
    expect(ALL).toHaveLength(11 * 11 * 4 * 2);
  });

  test("calldata is given in two of them: both wait for funds, or the provider opened a closed one again", () => {
    expect(named((_, { calldata }) => calldata === "give")).toEqual([
      "awaiting_funds × awaiting_funds × nothing",
      "closed × awaiting_funds × nothing",
    ]);
  });

  test("another address is bound only where both say that it was closed without money", () => {
    expect(named((_, { calldata }) => calldata === "bind_anew")).toEqual([
      "awaiting_funds × closed × nothing",
      // `initiated` is news of the chain, and of a closed one no news.
      "closed × initiated × nothing",
      "closed × closed × nothing",
    ]);
  });

  test.each(ALL)("%s", (_, pair, outcome) => {
    const { row, provider, seen, isReplaced } = pair;
    const now = after(pair, outcome);
    const isAsked = outcome.calldata === "give" || outcome.calldata === "bind_anew";
    // Money that anybody saw, the chain or the provider, is never asked for again.
    if (seen !== "nothing" || hasMoney(now)) expect(isAsked).toBe(false);
    if (hasMoney(provider) && provider !== "initiated") expect(isAsked).toBe(false);
    // The record goes where the provider is, or stays; nothing ends twice.
    if (outcome.movesTo !== null) {
      const said = provider === "closed" && hasMoney(row) ? "failed" : provider;
      expect(outcome.movesTo).toBe(said);
      expect(outcome.movesTo).not.toBe(row);
    }
    if (row === "failed" || row === "refunded") expect(outcome.movesTo).toBeNull();
    // Money that the provider had does not become money that nobody had.
    if (hasMoney(row)) expect(hasMoney(now)).toBe(true);
    if (isReplaced) {
      expect(outcome).toMatchObject({ announces: [], calldata: "replaced", stage: null, settles: null });
      return;
    }
    // A move is announced, unless the deposit is only awaited again; nothing else is.
    expect(outcome.announces.length > 0).toBe(
      outcome.movesTo !== null && outcome.movesTo !== "awaiting_funds",
    );
    if (row === "fiat_sent" && outcome.movesTo !== null)
      expect(outcome.announces).toContain("payment.failed");
    expect(new Set(outcome.announces).size).toBe(outcome.announces.length);
    // Whoever could be told to pay is told so by the page as well, and nobody else.
    if (outcome.stage === "open") expect(outcome.calldata).toBe("bind_anew");
    if (outcome.calldata === "bind_anew") expect(outcome.stage).toBe("open");
    if (hasMoney(now) && seen !== "whole") expect(outcome.stage).not.toBeNull();
    // Paid is what the bank has, by money that was seen with the reference, all of it.
    expect(outcome.settles === "settled").toBe(now === "fiat_sent" && seen === "whole");
    // The request does not stay as if nothing had come.
    if (hasMoney(now) && seen === "nothing") expect(outcome.settles).not.toBe("transfers");
    if (now === "closed" && seen === "nothing") expect(outcome.settles).toBe("transfers");
  });

  test("what only the chain had shown can be taken back by it", () => {
    const back = PAIR_STATES.flatMap((row) =>
      SEEN_ON_CHAIN.filter((seen) => isTakenBack(row, seen)).map((seen) => [row, seen]),
    );
    expect(back).toEqual([["initiated", "nothing"]]);
  });
});
