import { and, desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ledgerEntries, ledgerPeriods, ledgerUnvalued, ledgerWorths, transfers } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type Ctx, inTransaction } from "@/server/context";
import { entryId } from "@/server/ledger/entries";
import type { LedgerEntry } from "@/server/ledger/lines";
import { type EntryCase, type PeriodCase, type PriceCase, WORTH_OUTCOMES } from "@/server/ledger/worth/pairs";
import { putBooksSettings } from "@/server/ledger/worth/settings";
import { valueByHand } from "@/server/ledger/worth/value-by-hand";
import { valueEntries } from "@/server/ledger/worth/value-entries";
import { newId } from "@/server/lib/ids";
import { storePrices } from "@/server/payments/prices/store-prices";
import { NoPrice, type PriceSource } from "@/server/prices/price";
import { PriceBook } from "@/server/prices/price-book";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer } from "@/server/testing/data/stored";

let api: TestApi;
let platformId: string;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ platformId } = await aTenant(api));
  await putBooksSettings(at(null), { currency: "EUR" });
});

const db = () => api.app.database.db;

/** A context in which EUR has a price of so many cents of a dollar, and USDC one of a dollar; null for sources that have none. */
function at(cents: bigint | null): Ctx {
  const source: PriceSource = {
    provider: "chainlink",
    name: "chainlink:sepolia",
    onlyFor: null,
    offers: () => true,
    observe: () => Promise.reject(new NoPrice("chainlink:sepolia", "unavailable", "the node is down")),
    observeAt: async (symbol, moment) => {
      if (cents === null) throw new NoPrice("chainlink:sepolia", "unavailable", "the node is down");
      const usd = symbol === "EUR" ? { n: cents, d: 100n } : { n: 1n, d: 1n };
      return { provider: "chainlink", source: "chainlink:sepolia", usd, at: moment.time, round: "7" };
    },
  };
  const { now } = api.app;
  const prices = new PriceBook({ sources: [source], required: 1, maxApartBps: 100, freshMs: 1, now });
  return { ...api.app.context({ ...systemCaller(platformId), personId: "somebody" }), prices };
}

let hours = 0;
/** A moment in September that nothing else happens at. */
const anHour = () => new Date(Date.UTC(2039, 8, 10, hours++));
const END = new Date("2039-10-01T00:00:00.000Z");
const AMOUNT = 100_000_000n;
/** 100 USDC at 0.8 EUR and at 0.5 EUR, with 8 decimals. */
const [AT_STORED, BY_HAND] = [8_000_000_000n, 5_000_000_000n];

const enter = async (blockTime: Date) =>
  aTransfer(api.app, await aRequest(api.app, { platformId }), { blockTime, amount: AMOUNT });

const takeBack = (id: string) =>
  db().update(transfers).set({ state: "orphaned" }).where(eq(transfers.id, id));

const store = (moment: Date) =>
  inTransaction(at(null), (tx) =>
    storePrices(tx, [
      {
        network: "sepolia",
        currency: "USDC-sepolia",
        fiat: "EUR",
        at: moment,
        blockNumber: 1n,
        price: { n: 8n, d: 10n },
        decimals: 6,
        sources: [{ name: "a test", currency: "USDC", usd: "1", time: moment.toISOString() }],
      },
    ]),
  );

async function endMonth(period: PeriodCase): Promise<void> {
  if (period === "open") return;
  await db()
    .insert(ledgerPeriods)
    .values({
      id: newId(api.app.now()),
      platformId,
      startsAt: new Date("2039-09-01T00:00:00.000Z"),
      endsAt: END,
      timeZone: "UTC",
      state: period === "ended" ? "compared" : "closed",
      blocks: {},
      differences: [],
      frozenAt: api.app.now(),
    });
}

const entriesOf = (source: string) =>
  db().select().from(ledgerEntries).where(eq(ledgerEntries.source, source)).orderBy(ledgerEntries.turn);

async function worthOf({ source, turn }: LedgerEntry) {
  const [row] = await db()
    .select()
    .from(ledgerWorths)
    .where(and(eq(ledgerWorths.source, source), eq(ledgerWorths.turn, turn)))
    .orderBy(desc(ledgerWorths.version))
    .limit(1);
  return row;
}

/** Lets a case happen. The entry is taken back before its month ends, but where it is entered after that. */
async function happen(price: PriceCase, period: PeriodCase, kind: EntryCase): Promise<string> {
  const moment = anHour();
  if (price === "had" || price === "corrected") await store(moment);
  if (price === "had") await endMonth(period);
  const { id } = await enter(moment);
  const [entry] = await entriesOf(id);
  if (!entry) throw new Error("nothing was entered");
  if (kind === "reversal") await takeBack(id);
  if (price !== "had") await endMonth(period);
  if (price === "missing") await valueEntries(at(null), 100);
  if (price === "later") await valueEntries(at(125n), 100);
  if (price === "corrected") {
    await valueByHand(at(null), { entries: [entryId(entry)], price: "0.5", reason: "the bank's rate" });
  }
  return id;
}

const CASES = Object.entries(WORTH_OUTCOMES).flatMap(([price, periods]) =>
  Object.entries(periods).flatMap(([period, kinds]) =>
    Object.entries(kinds).map(
      ([kind, outcome]) => [price as PriceCase, period as PeriodCase, kind as EntryCase, outcome] as const,
    ),
  ),
);

describe("the worth of an entry", () => {
  test.each(CASES)(
    "with a price that is %s, in a month that is %s, of an %s",
    async (price, period, kind, outcome) => {
      const id = await happen(price, period, kind);
      const entries = await entriesOf(id);
      expect(entries).toHaveLength(kind === "reversal" ? 2 : 1);
      const subject = entries.at(-1);
      if (!subject) throw new Error("no entry");
      const worth = await worthOf(subject);
      const expected = price === "corrected" ? BY_HAND : AT_STORED;
      expect(worth?.amount ?? null).toBe(outcome.worth === "none" ? null : expected);
      if (worth) {
        expect(worth.origin === "reversal").toBe(outcome.worth === "same_as_reversed");
        expect(worth.bookedAt).toEqual(outcome.countsFor === "open_month" ? END : subject.bookedAt);
        expect(subject.bookedAt < END).toBe(period === "open" || price !== "had");
      }
      const listed = await db()
        .select()
        .from(ledgerUnvalued)
        .where(eq(ledgerUnvalued.platformId, platformId));
      expect(listed.some(({ turn }) => turn === subject.turn)).toBe(outcome.isListed);
      if (outcome.isListed) expect(listed[0]?.problem).toContain("the node is down");
    },
  );
});
