import { describe, expect, test } from "vitest";
import { Batcher } from "@/server/lib/database/batcher";

function databaseError(code: string): Error {
  return Object.assign(new Error(`SQLSTATE ${code}`), { code });
}

/** Stands in for the database: notes each group that was written, refuses the items of `errors`. */
function writer(errors: Record<string, Error> = {}) {
  const groups: string[][] = [];
  const write = async (items: readonly string[]) => {
    groups.push([...items]);
    for (const item of items) if (errors[item]) throw errors[item];
    return items.map((item) => item.toUpperCase());
  };
  return { groups, write };
}

describe("items that arrive together", () => {
  test("share one write and each has its own result", async () => {
    const { groups, write } = writer();
    const batcher = new Batcher({ write });
    expect(await Promise.all(["a", "b", "c"].map((item) => batcher.add(item)))).toEqual(["A", "B", "C"]);
    expect(groups).toEqual([["a", "b", "c"]]);
  });

  test("go out in groups of at most 256", async () => {
    const { groups, write } = writer();
    const batcher = new Batcher({ write });
    await Promise.all(Array.from({ length: 600 }, (_, i) => batcher.add(String(i))));
    expect(groups.map(({ length }) => length)).toEqual([256, 256, 88]);
  });

  test("wait while two groups are being written, and then go out together", async () => {
    const groups: string[][] = [];
    const ends: (() => void)[] = [];
    const batcher = new Batcher<string, string>({
      write: async (items) => {
        groups.push([...items]);
        await new Promise<void>((resolve) => ends.push(resolve));
        return items;
      },
    });
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    const added: Promise<string>[] = [];
    for (const item of ["a", "b", "c", "d"]) {
      added.push(batcher.add(item));
      await turn();
    }
    expect(groups).toEqual([["a"], ["b"]]);
    expect(batcher.backlog).toBe(2);
    ends.shift()?.();
    // One turn for the group that ended, and one for the group that takes its place.
    await turn();
    await turn();
    expect(groups[2]).toEqual(["c", "d"]);
    for (const end of ends) end();
    expect(await Promise.all(added)).toEqual(["a", "b", "c", "d"]);
  });
});

describe("a group that fails", () => {
  test("because of one of its rows fails for that one alone", async () => {
    const bad = databaseError("23503");
    const { write } = writer({ bad });
    const batcher = new Batcher({ write });
    const results = await Promise.allSettled(["a", "bad", "b", "c"].map((item) => batcher.add(item)));
    expect(results).toEqual([
      { status: "fulfilled", value: "A" },
      { status: "rejected", reason: bad },
      { status: "fulfilled", value: "B" },
      { status: "fulfilled", value: "C" },
    ]);
  });

  test("for another reason is not written in parts, which would repeat what may have been stored", async () => {
    const away = databaseError("08006");
    const { groups, write } = writer({ b: away });
    const batcher = new Batcher({ write });
    const results = await Promise.allSettled(["a", "b"].map((item) => batcher.add(item)));
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(groups).toEqual([["a", "b"]]);
  });

  test("is tried again as often as its writer says, and tells its error once", async () => {
    const errors: unknown[] = [];
    const away = databaseError("08006");
    let left = 3;
    const batcher = new Batcher<string, string>({
      write: async (items) => {
        if (left-- > 0) throw away;
        return items;
      },
      retries: { times: 3, everyMs: 1 },
      onError: (error) => errors.push(error),
    });
    expect(await batcher.add("a")).toBe("a");
    expect(errors).toEqual([away]);
  });

  test("does not keep later items from being written", async () => {
    const { write } = writer({ bad: databaseError("22003") });
    const batcher = new Batcher({ write });
    await expect(batcher.add("bad")).rejects.toThrow("22003");
    expect(await batcher.add("a")).toBe("A");
  });
});
