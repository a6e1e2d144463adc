import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { settleSums } from "@/server/payments/counting/sums";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { numberedId, storeManyPaid } from "@/server/testing/data/many";

const START = new Date("2026-01-02T00:00:00Z");
const STORED = 2_000;
const SETTLED = 500;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

/** Rows and index entries of transfers that this transaction has read. */
const Read = z.tuple([z.object({ read: z.coerce.number() })]);

test("of many requests that were never settled read each transfer a few times, whatever the statistics say", async () => {
  const ctx = api.app.context(systemCaller(""));
  // A new installation: the planner believes that the table is empty until it is analysed, a minute later.
  await api.app.database.sql`analyze transfers, requests, request_sums, transfer_changes`;
  const { platformId } = await aTenant(api);
  await storeManyPaid(api.app.database.sql, { platformId, first: 0, count: STORED, start: START });
  const ids = Array.from({ length: SETTLED }, (_, n) => numberedId(START, n));
  const [sums, read] = await inTransaction(ctx, async (tx) => {
    const found = await settleSums(tx, ids);
    const [row] = Read.parse(
      await tx.db.execute(sql`select seq_tup_read + idx_tup_fetch + (
        select sum(pg_stat_get_xact_tuples_returned(indexrelid)) from pg_index where indrelid = relid) as read
        from pg_stat_xact_user_tables where relname = 'transfers'`),
    );
    return [found, row.read];
  });
  expect(sums.size).toBe(SETTLED);
  expect(
    [...sums.values()].every(({ counted, transfers }) => counted === 100_000_000n && transfers === 1),
  ).toBe(true);
  expect(read).toBeLessThanOrEqual(4 * STORED);
});
