import { describe, expect, test } from "vitest";
import type { Reader } from "@/server/context";
import { sharedRead } from "@/server/lib/database/shared-read";

// Nothing of it is called here: it is only told apart from another one.
const pool = () => ({}) as Reader;

/** Stands in for a table: `values` are what it holds, `asked` the IDs of each statement. */
function table(values: Record<string, number>) {
  const asked: string[][] = [];
  const row = sharedRead(async (_db, ids) => {
    asked.push([...ids]);
    return ids.flatMap((id) => (values[id] === undefined ? [] : [{ id, value: values[id] }])).reverse();
  });
  return { asked, row, values };
}

describe("reads that are asked for together", () => {
  test("share a statement, name each row once and get their own", async () => {
    const { asked, row } = table({ a: 1, b: 2 });
    const db = pool();
    const rows = await Promise.all(["a", "b", "a", "c"].map((id) => row(db, id)));
    expect(rows).toEqual([{ id: "a", value: 1 }, { id: "b", value: 2 }, { id: "a", value: 1 }, null]);
    expect(asked).toEqual([["a", "b", "c"]]);
  });

  test("do not share it with those of another pool or transaction", async () => {
    const { asked, row } = table({ a: 1 });
    await Promise.all([row(pool(), "a"), row(pool(), "a")]);
    expect(asked).toEqual([["a"], ["a"]]);
  });
});

test("a read that is asked for after a change sees it", async () => {
  const { row, values } = table({ a: 1 });
  const db = pool();
  expect(await row(db, "a")).toEqual({ id: "a", value: 1 });
  values.a = 2;
  expect(await row(db, "a")).toEqual({ id: "a", value: 2 });
});

test("a statement that fails fails each of its reads, and the next one is tried", async () => {
  let isAway = true;
  const row = sharedRead(async () => {
    if (isAway) throw new Error("away");
    return [{ id: "a" }];
  });
  const db = pool();
  const failed = await Promise.allSettled([row(db, "a"), row(db, "b")]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isAway = false;
  expect(await row(db, "a")).toEqual({ id: "a" });
});
