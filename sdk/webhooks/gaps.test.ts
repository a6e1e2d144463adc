import { describe, expect, test } from "vitest";
import { watchGaps } from "@/sdk/webhooks/gaps";
import { seeded } from "@/server/testing/mutate";

describe("numbers that do not come", () => {
  test("are told once, after their patience", () => {
    const gaps = watchGaps(30_000);
    expect(gaps.note(5, 0)).toEqual([]);
    expect(gaps.note(9, 1_000)).toEqual([]);
    expect(gaps.note(10, 30_999)).toEqual([]);
    expect(gaps.note(11, 31_000)).toEqual([{ from: 6, to: 8 }]);
    expect(gaps.note(12, 99_000)).toEqual([]);
  });

  test("that were overtaken are none", () => {
    const gaps = watchGaps(30_000, 0);
    expect(gaps.note(4, 0)).toEqual([]);
    expect(gaps.note(2, 10)).toEqual([]);
    expect(gaps.note(5, 40_000)).toEqual([
      { from: 1, to: 1 },
      { from: 3, to: 3 },
    ]);
  });

  test("before the first that came are not missed, unless the last one handled is known", () => {
    expect(watchGaps(0).note(100, 0)).toEqual([]);
    expect(watchGaps(0, 97).note(100, 0)).toEqual([{ from: 98, to: 99 }]);
  });

  test("of billions take no room", () => {
    const gaps = watchGaps(0, 0);
    expect(gaps.note(Number.MAX_SAFE_INTEGER, 0)).toEqual([{ from: 1, to: Number.MAX_SAFE_INTEGER - 1 }]);
  });

  test("are those that were left out, in random orders", () => {
    const random = seeded(7);
    for (let run = 0; run < 200; run++) {
      const lost = new Set(Array.from({ length: 5 }, () => 1 + Math.floor(random() * 50)));
      const sent = Array.from({ length: 60 }, (_, n) => n + 1).filter((n) => !lost.has(n) || n > 50);
      const order = sent.map((n) => ({ n, at: n + random() * 8 })).sort((a, b) => a.at - b.at);
      const gaps = watchGaps(20, 0);
      const told = [...order, { n: 61, at: 1_000 }].flatMap(({ n, at }) => gaps.note(n, at));
      const missing = told.flatMap(({ from, to }) =>
        Array.from({ length: to - from + 1 }, (_, n) => from + n),
      );
      expect(missing.sort((a, b) => a - b)).toEqual([...lost].sort((a, b) => a - b));
    }
  });
});
