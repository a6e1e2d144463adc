import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { isCounted, listRanks, requests, transfers } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type Ctx, inTransaction } from "@/server/context";
import { deleteCheckpoints } from "@/server/lib/ranked-list/checkpoints";
import type { RankedList } from "@/server/lib/ranked-list/list";
import { type PageRequest, readPage } from "@/server/lib/ranked-list/page";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { numberedId, storeManyPaid } from "@/server/testing/data/many";
import { propertyRuns } from "@/server/testing/long";

const COUNT = 5_432;
const START = new Date("2024-01-01T00:00:00Z");
let api: TestApi;
let ctx: Ctx;
let platformId: string;

beforeAll(async () => {
  api = await startTestApi();
  ({ platformId } = await aTenant(api));
  ctx = api.app.context(systemCaller(platformId));
  await storeManyPaid(api.app.database.sql, { platformId, first: 0, count: COUNT, start: START });
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.app.database.db.delete(listRanks);
});

const at = (second: number) => new Date(START.getTime() + second * 1000);
const checkpoints = () => api.app.database.db.$count(listRanks);

function requestList(name = "requests"): RankedList {
  const scope = sql`${requests.platformId} = ${platformId}`;
  return {
    platformId,
    name,
    table: requests,
    scope,
    filter: null,
    time: null,
    id: requests.id,
    lookups: null,
  };
}

/** Payments of every tenth request, without an index to find them by. */
function paymentList(filter = sql`${transfers.blockNumber} % 10 = 3`): RankedList {
  const scope = sql`${transfers.platformId} = ${platformId} and ${isCounted(transfers)}`;
  return {
    platformId,
    name: "payments",
    table: transfers,
    scope,
    filter,
    time: transfers.blockTime,
    id: transfers.id,
    lookups: null,
  };
}

/** What a page must be: everything sorted, then cut. */
function expected(numbers: number[], page: PageRequest) {
  const inPeriod = numbers.filter(
    (n) => (!page.from || at(n) >= page.from) && (!page.until || at(n) < page.until),
  );
  const newestFirst = inPeriod.sort((a, b) => b - a);
  const ids = newestFirst.slice(page.offset, page.offset + page.limit).map((n) => numberedId(START, n));
  return { total: newestFirst.length, ids };
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Resolves once a session of this database waits for an advisory lock. */
async function someoneWaits(): Promise<void> {
  for (;;) {
    const [row] = await api.app.database.sql`
      select count(*)::int as waiting from pg_locks join pg_database on pg_database.oid = database
      where locktype = 'advisory' and not granted and datname = current_database()`;
    if (row?.waiting > 0) return;
  }
}

const all = Array.from({ length: COUNT }, (_, n) => n);

describe("a long list", () => {
  test("has the same pages with checkpoints as without", async () => {
    const list = requestList();
    await readPage(ctx, list, { offset: 0, limit: 1 });
    expect(await checkpoints()).toBe(5);
    await fc.assert(
      fc.asyncProperty(fc.nat(COUNT + 50), fc.integer({ min: 1, max: 100 }), async (offset, limit) => {
        const page = { offset, limit };
        expect(await readPage(ctx, list, page)).toEqual(expected(all, page));
      }),
      {
        numRuns: propertyRuns(60),
        examples: [
          [0, 100],
          [COUNT - 1, 20],
          [COUNT, 20],
          [431, 3],
          [432, 2],
          [433, 100],
        ],
      },
    );
  });

  test("filtered and cut by time has the pages of the naive way", async () => {
    const members = all.filter((n) => n % 10 === 3);
    const list = paymentList();
    await readPage(ctx, list, { offset: 0, limit: 1 });
    expect(await checkpoints()).toBe(5);
    const second = fc.option(fc.integer({ min: -10, max: COUNT + 10 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(600),
        fc.integer({ min: 1, max: 100 }),
        second,
        second,
        async (offset, limit, a, b) => {
          const page = {
            offset,
            limit,
            from: a === undefined ? undefined : at(a),
            until: b === undefined ? undefined : at(b),
          };
          expect(await readPage(ctx, list, page)).toEqual(expected(members, page));
        },
      ),
      { numRuns: propertyRuns(100) },
    );
  });

  test("shows what was added since its checkpoints were made, and counts it", async () => {
    const list = requestList();
    await readPage(ctx, list, { offset: 0, limit: 1 });
    const extra = COUNT + 1_500;
    await storeManyPaid(api.app.database.sql, { platformId, first: extra, count: 3, start: START });
    const { total, ids } = await readPage(ctx, list, { offset: 0, limit: 4 });
    expect(total).toBe(COUNT + 3);
    expect(ids).toEqual([extra + 2, extra + 1, extra, COUNT - 1].map((n) => numberedId(START, n)));
    const ofExtra = sql`${transfers.blockNumber} >= ${extra}`;
    await api.app.database.db.delete(transfers).where(ofExtra);
    await api.app.database.db.delete(requests).where(sql`${requests.id} >= ${numberedId(START, extra)}`);
  });

  test("read by twenty at once makes each checkpoint once", async () => {
    const list = requestList();
    const pages = await Promise.all(
      Array.from({ length: 20 }, () => readPage(ctx, list, { offset: 5_000, limit: 2 })),
    );
    for (const page of pages) expect(page).toEqual(expected(all, { offset: 5_000, limit: 2 }));
    expect(await checkpoints()).toBe(5);
  });

  test("gets no checkpoints among rows young enough to have unseen neighbours", async () => {
    const early = { ...ctx, now: () => new Date(START.getTime() + 60_000) };
    const page = await readPage(early, requestList(), { offset: 3_000, limit: 5 });
    expect(page).toEqual(expected(all, { offset: 3_000, limit: 5 }));
    expect(await checkpoints()).toBe(0);
  });
});

describe("a list whose members change", () => {
  test("forgets the checkpoints from the change on, and only those", async () => {
    const list = paymentList(sql`true`);
    await readPage(ctx, list, { offset: 0, limit: 1 });
    await readPage(ctx, requestList(), { offset: 0, limit: 1 });
    const id = numberedId(START, 2_500);
    await inTransaction(ctx, async (tx) => {
      await tx.db.update(transfers).set({ state: "orphaned" }).where(sql`${transfers.id} = ${id}`);
      await deleteCheckpoints(tx, [{ platformId, at: at(2_500) }]);
    });
    expect(await checkpoints()).toBe(2 + 5);
    const left = all.filter((n) => n !== 2_500);
    for (const offset of [0, 2_900, 2_931, 2_932, 5_000]) {
      expect(await readPage(ctx, list, { offset, limit: 50 })).toEqual(expected(left, { offset, limit: 50 }));
    }
    await api.app.database.db.update(transfers).set({ state: "final" }).where(sql`${transfers.id} = ${id}`);
  });

  test("is right when its checkpoints were wanted before a change was committed", async () => {
    const list = paymentList(sql`true`);
    const id = numberedId(START, 1_000);
    const changed = gate();
    const mayCommit = gate();
    const change = inTransaction(ctx, async (tx) => {
      await tx.db.update(transfers).set({ state: "orphaned" }).where(sql`${transfers.id} = ${id}`);
      await deleteCheckpoints(tx, [{ platformId, at: at(1_000) }]);
      changed.open();
      await mayCommit.opened;
    });
    await changed.opened;
    const reading = readPage(ctx, list, { offset: 0, limit: 1 });
    await Promise.race([reading, someoneWaits()]);
    mayCommit.open();
    await Promise.all([change, reading]);

    const left = all.filter((n) => n !== 1_000);
    const page = { offset: 3_000, limit: 20 };
    expect(await readPage(ctx, list, page)).toEqual(expected(left, page));
    await api.app.database.db.update(transfers).set({ state: "final" });
  });

  test("does nothing for changes too recent to be marked", async () => {
    await readPage(ctx, paymentList(), { offset: 0, limit: 1 });
    await inTransaction(ctx, (tx) => deleteCheckpoints(tx, [{ platformId, at: tx.now() }]));
    expect(await checkpoints()).toBe(5);
  });
});
