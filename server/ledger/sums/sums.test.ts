import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ledgerEntries, ledgerSumCursor, ledgerSums, transfers } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type Ctx, inTransaction } from "@/server/context";
import { balancesBetween } from "@/server/ledger/closing/balances";
import { addEntries } from "@/server/ledger/sums/add-entries";
import { auditSums } from "@/server/ledger/sums/audit-sums";
import { summedBalancesBetween } from "@/server/ledger/sums/summed-balances";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer, type TransferRow, tokenOf } from "@/server/testing/data/stored";
import { seeded } from "@/server/testing/mutate";

let api: TestApi;
let ctx: Ctx;
let accounts: string[];
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  ctx = api.app.context(systemCaller(""));
  accounts = [(await aTenant(api)).platformId, (await aTenant(api)).platformId];
});

const db = () => api.app.database.db;
const add = (most: number) => inTransaction(ctx, (tx) => addEntries(tx, most));
const addAll = async () => {
  while ((await add(1_000)) > 0);
};

/** Months of 2039 in UTC, and bounds between quarters of an hour. */
const MONTHS = Array.from({ length: 13 }, (_, month) => new Date(Date.UTC(2039, month)));
const BETWEEN = ["2039-02-01T00:07:00.001Z", "2039-06-30T23:59:59.999Z"].map((at) => new Date(at));

async function expectSummed(): Promise<void> {
  for (const platformId of accounts) {
    for (const bounds of [MONTHS, BETWEEN]) {
      const exact = await balancesBetween(ctx, platformId, bounds);
      expect(await summedBalancesBetween(ctx, platformId, bounds)).toEqual(exact);
      expect(exact.flat().length).toBeGreaterThan(0);
    }
  }
  expect(await auditSums(ctx)).toEqual([]);
}

const confirm = (id: string, state: TransferRow["state"]) =>
  db().update(transfers).set({ state }).where(eq(transfers.id, id));

describe("balances out of sums", () => {
  test("are those of the entries, however few or many are in sums, whatever was taken back", async () => {
    const random = seeded(41);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const paid: string[] = [];
    for (let step = 0; step < 120; step++) {
      const what = random();
      if (what < 0.6 || paid.length === 0) {
        const request = await aRequest(
          api.app,
          { platformId: pick(accounts) },
          {
            token: tokenOf(pick(["USDC-sepolia", "USDC-base"])),
            kind: pick(["request", "request", "payout"]),
            amount: BigInt(1 + step),
          },
        );
        const blockTime = new Date(Date.UTC(2039, Math.floor(random() * 12), 1, 0, 0, 0, step));
        paid.push((await aTransfer(api.app, request, { blockTime })).id);
      } else await confirm(pick(paid), pick(["orphaned", "confirmed"]));
      if (random() < 0.3) await add(1 + Math.floor(random() * 20));
      if (step % 40 === 39) await expectSummed();
    }
    await addAll();
    await expectSummed();
    const [cursor] = await db().select().from(ledgerSumCursor);
    const [last] = await db().select({ last: sql`max(sequence)::text` }).from(ledgerEntries);
    expect(cursor?.sequence.toString()).toBe(last?.last);
  });

  test("wait for a commit with an earlier number, and have what two workers add at once only once", async () => {
    const blockTime = new Date("2039-03-05T10:00:00Z");
    const paid = async (account: string, state: TransferRow["state"]) =>
      aTransfer(api.app, await aRequest(api.app, { platformId: account }, { amount: 7n }), {
        blockTime,
        state,
      });
    const [one = "", other = ""] = accounts;
    const early = await paid(one, "seen");
    await addAll();
    await inTransaction(ctx, async (tx) => {
      await tx.db.update(transfers).set({ state: "confirmed" }).where(eq(transfers.id, early.id));
      await paid(other, "confirmed");
      await addAll();
      // The later number is committed, the earlier one is not: neither is in a sum.
      expect(await db().$count(ledgerSums, eq(ledgerSums.platformId, other))).toBe(0);
    });
    await Promise.all([add(1_000), add(1_000), add(1_000)]);
    expect(await db().$count(ledgerSums, eq(ledgerSums.platformId, other))).toBe(1);
    await expectSummed();
  });

  test("never pass the last entry: a restored database draws numbers again that were cut off", async () => {
    const [platformId = ""] = accounts;
    for (const account of accounts) {
      const request = await aRequest(api.app, { platformId: account }, { amount: 3n });
      await aTransfer(api.app, request, { blockTime: new Date("2039-05-05T00:00:00Z") });
    }
    const last = sql`(select max(sequence) from ledger_entries)`;
    await db().execute(sql`select setval('ledger_entries_sequence_seq', ${last} + 500)`);
    await addAll();
    await db().execute(sql`select setval('ledger_entries_sequence_seq', ${last})`);
    const request = await aRequest(api.app, { platformId }, { amount: 4n });
    await aTransfer(api.app, request, { blockTime: new Date("2039-05-06T00:00:00Z") });
    await addAll();
    await expectSummed();
    // Behind a gap that is longer than a pass.
    await db().execute(sql`select setval('ledger_entries_sequence_seq', ${last} + 5000)`);
    await aTransfer(api.app, request, { blockTime: new Date("2039-05-07T00:00:00Z") });
    await addAll();
    await expectSummed();
    expect(await db().$count(ledgerEntries, sql`sequence > ledger_summed_up_to()`)).toBe(0);
  });

  test("are made anew where somebody removed the cursor, and the audit names one that is wrong", async () => {
    for (const account of accounts) {
      const request = await aRequest(api.app, { platformId: account }, { amount: 3n });
      await aTransfer(api.app, request, { blockTime: new Date("2039-05-05T00:00:00Z") });
    }
    await addAll();
    const [platformId = ""] = accounts;
    await db()
      .update(ledgerSums)
      .set({ received: sql`received + 1` })
      .where(eq(ledgerSums.platformId, platformId));
    expect(await auditSums(ctx)).toEqual([
      { source: expect.stringContaining(`${platformId} 2039-05-05`), part: "wallet" },
    ]);
    await db().delete(ledgerSumCursor);
    await expectSummed();
    await addAll();
    await expectSummed();
  });
});
