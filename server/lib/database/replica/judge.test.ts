import { describe, expect, test } from "vitest";
import { Beats } from "@/server/lib/database/replica/beats";
import { judge, type SeenReplica } from "@/server/lib/database/replica/judge";

const primary = { cluster: "7", timeline: 2, isReplica: false, position: 500n };
const honest: SeenReplica = { cluster: "7", timeline: 2, isReplica: true, position: 320n, count: 13n };

function beats(): Beats {
  const known = new Beats(5_000);
  for (const [i, position] of [100n, 200n, 300n, 400n].entries())
    known.add({ at: 1_000 * i, position, count: 11n + BigInt(i) });
  return known;
}

describe("which server is read from", () => {
  test.each<[string, Partial<SeenReplica>, string | null]>([
    ["an honest replica", {}, null],
    ["one that has not yet noted the new timeline", { timeline: 1 }, null],
    ["one that lags far behind, and says so", { position: 90n, count: 3n }, null],
    ["one that shows more than it says", { position: 320n, count: 14n }, null],
    ["a server of another cluster", { cluster: "8" }, "it belongs to another cluster"],
    ["the primary itself, or a replica that was promoted", { isReplica: false }, "it is no replica"],
    ["a replica of one that was promoted", { timeline: 3 }, "it follows another primary"],
    ["a position that nobody has written yet", { position: 501n }, "it says to be ahead of the primary"],
    [
      "a position without its rows",
      { position: 400n, count: 13n },
      "it lacks rows of the position that it says to have reached",
    ],
    [
      "a position without any row",
      { position: 320n, count: 0n },
      "it lacks rows of the position that it says to have reached",
    ],
  ])("%s", (_, said, refusal) => {
    expect(judge({ ...honest, ...said }, primary, beats())).toBe(refusal);
  });
});

describe("what a replica has to have", () => {
  test("to lag by no more than is allowed: the first beat within that time", () => {
    expect(beats().recent(5_000)).toMatchObject({ position: 100n });
    expect(beats().recent(5_001)).toMatchObject({ position: 200n });
    expect(beats().recent(8_000)).toMatchObject({ position: 400n });
    expect(beats().recent(8_001)).toBeNull();
  });

  test("at a position: the position, and the count of the last beat before it", () => {
    expect(beats().upTo(399n)).toEqual({ position: 399n, count: 13n });
    expect(beats().upTo(99n)).toBeNull();
  });

  test("what is proven is the last beat that it has by its position and by its rows", () => {
    expect(beats().proven({ position: 390n, count: 12n })).toMatchObject({ at: 1_000 });
    expect(beats().proven({ position: 250n, count: 14n })).toMatchObject({ at: 1_000 });
    expect(beats().proven({ position: 99n, count: 14n })).toBeNull();
  });

  test("of a primary that counts anew nothing of before is asked for", () => {
    for (const again of [
      { at: 4_000, position: 450n, count: 2n },
      { at: 4_000, position: 150n, count: 15n },
    ]) {
      const known = beats();
      known.add(again);
      expect(known.recent(4_000)).toEqual(again);
      expect(known.upTo(1_000n)).toEqual({ position: 1_000n, count: again.count });
    }
  });
});
