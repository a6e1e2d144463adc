import { eq, type SQL, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LEDGER_ACCOUNTS, ledgerEntries } from "@/db/schema";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer } from "@/server/testing/data/stored";
import { propertyRuns } from "@/server/testing/long";

// A row of the journal is a pair: one amount that one account is debited and another one is credited. So debits are credits
// in every currency whatever is written. These tests write to the table as its owner, past all of our code.

let api: TestApi;
let platformId: string;
beforeAll(async () => {
  api = await startTestApi();
  ({ platformId } = await aTenant(api));
});
afterAll(() => api.close());

const db = () => api.app.database.db;

/** Writes a row with these values in place of sound ones. */
function write(values: Record<string, SQL>, source = "x"): Promise<unknown> {
  const sound: Record<string, SQL> = {
    source: sql`${source}`,
    part: sql`'principal'`,
    turn: sql`1`,
    platform_id: sql`${platformId}`,
    origin: sql`'payment'`,
    debit: sql`'wallet'`,
    credit: sql`'receipts'`,
    network: sql`'base'`,
    currency: sql`'USDC-base'`,
    amount: sql`5`,
    request_id: sql`'r'`,
    occurred_at: sql`now()`,
    booked_at: sql`now()`,
  };
  const row = { ...sound, ...values };
  const names = sql.raw(Object.keys(row).join(", "));
  return db().execute(
    sql`insert into ledger_entries (${names}) values (${sql.join(Object.values(row), sql`, `)})`,
  );
}

/** By currency, what was debited less what was credited. */
async function sums(): Promise<string[]> {
  const rows = await db().execute<{ sum: string }>(sql`
    select sum(amount)::text as sum from (
      select currency, amount from ledger_entries union all select currency, -amount from ledger_entries
    ) as sides group by currency`);
  return rows.map(({ sum }) => sum);
}

test.each<[what: string, values: Record<string, SQL>, code: string]>([
  ["has no debit", { debit: sql`null` }, "23502"],
  ["has no credit", { credit: sql`null` }, "23502"],
  ["has no amount", { amount: sql`null` }, "23502"],
  ["has no currency", { currency: sql`null` }, "23502"],
  ["moves nothing", { amount: sql`0` }, "23514"],
  ["moves less than nothing", { amount: sql`-5` }, "23514"],
  ["moves what is no number", { amount: sql`'NaN'` }, "23514"],
  ["moves without end", { amount: sql`'Infinity'` }, "22003"],
  ["moves more than any token has", { amount: sql`1e78` }, "22003"],
  ["debits an account that there is not", { debit: sql`'pockets'` }, "23514"],
  ["credits an account that there is not", { credit: sql`''` }, "23514"],
  ["moves from an account to itself", { credit: sql`'wallet'` }, "23514"],
])("the database refuses an entry that %s", async (_, values, code) => {
  await expect(write(values)).rejects.toMatchObject({ cause: { code } });
});

test("it knows every account of the journal", async () => {
  for (const account of LEDGER_ACCOUNTS) {
    await write({ debit: sql`${account}`, credit: account === "gas" ? sql`'fees'` : sql`'gas'` }, account);
  }
  expect(new Set(await sums())).toEqual(new Set(["0"]));
});

test("what is in the journal cannot be changed, removed or made to be about nothing", async () => {
  const { id } = await aTransfer(api.app, await aRequest(api.app, { platformId }));
  for (const statement of [
    sql`update ledger_entries set amount = amount + 1 where source = ${id}`,
    sql`update ledger_entries set credit = 'fees' where source = ${id}`,
    sql`delete from ledger_entries where source = ${id}`,
    sql`truncate ledger_entries`,
    sql`truncate ledger_entries cascade`,
    sql`with gone as (delete from ledger_entries where source = ${id} returning 1) select * from gone`,
    sql`insert into ledger_entries select * from ledger_entries where source = ${id} on conflict (source, part, turn) do update set amount = 1`,
  ]) {
    await expect(db().execute(statement)).rejects.toMatchObject({ cause: { code: expect.any(String) } });
  }
  const [entry] = await db().select().from(ledgerEntries).where(eq(ledgerEntries.source, id));
  expect(entry?.amount).toBe(100_000_000n);
});

test("whatever rows it takes, what is debited is what is credited in every currency", async () => {
  const account = fc.constantFrom(...LEDGER_ACCOUNTS, "pockets");
  const row = fc.record({
    debit: account,
    credit: account,
    amount: fc.oneof(fc.bigInt({ min: -5n, max: 10n ** 20n }), fc.constantFrom(10n ** 77n, 1n)),
    currency: fc.constantFrom("USDC-base", "ETH-mainnet", "nothing"),
  });
  let written = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
      for (const one of rows) {
        const values = {
          debit: sql`${one.debit}`,
          credit: sql`${one.credit}`,
          amount: sql`${one.amount.toString()}::numeric`,
          currency: sql`${one.currency}`,
        };
        await write(values, `random${written++}`).catch(() => undefined);
      }
      expect(new Set(await sums())).toEqual(new Set(["0"]));
    }),
    { numRuns: propertyRuns(15) },
  );
  expect(await db().$count(ledgerEntries)).toBeGreaterThan(30);
});
