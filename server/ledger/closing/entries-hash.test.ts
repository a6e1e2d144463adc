import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerEntries, transfers } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { hashEntries } from "@/server/ledger/closing/entries-hash";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { storeManyPaid } from "@/server/testing/data/many";
import { aRequest, aTransfer } from "@/server/testing/data/stored";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

test("is the SHA-256 of a line for each entry, over several pages, in the order of the time that they count for", async () => {
  const { platformId } = await aTenant(api);
  const { db, sql } = api.app.database;
  await storeManyPaid(sql, { platformId, first: 0, count: 1_003, start: new Date("2039-01-02T00:00:00Z") });
  const blockTime = new Date("2039-01-31T23:59:59.999Z");
  const back = await aTransfer(api.app, await aRequest(api.app, { platformId }), { blockTime });
  await db.update(transfers).set({ state: "orphaned" }).where(eq(transfers.id, back.id));
  await aTransfer(api.app, await aRequest(api.app, { platformId }), { blockTime: new Date("2039-02-01") });

  const span = { startsAt: new Date("2039-01-01"), endsAt: new Date("2039-02-01") };
  const hashed = await hashEntries(api.app.context(systemCaller(platformId)), platformId, span);

  const rows = await db.select().from(ledgerEntries).where(eq(ledgerEntries.platformId, platformId));
  const lines = rows
    .filter(({ bookedAt }) => bookedAt < span.endsAt)
    .map((row) => {
      const id = `${row.source}-${row.part}-${row.turn}`;
      const sides = `${row.debit} ${row.debitWallet ?? "-"} ${row.credit} ${row.creditWallet ?? "-"}`;
      const at = row.bookedAt.toISOString();
      return { key: `${at} ${id}`, line: `${id} ${sides} ${row.currency} ${row.amount} ${at}\n` };
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  expect(lines).toHaveLength(1_005);
  const text = lines.map(({ line }) => line).join("");
  expect(hashed).toEqual({
    entries: 1_005,
    entriesHash: `0x${createHash("sha256").update(text).digest("hex")}`,
  });
});
