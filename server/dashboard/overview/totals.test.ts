import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  dailyTotals,
  PAYER_STEPS,
  payerSteps,
  requests,
  securePaymentRequests,
  securePayments,
  totalChanges,
  transfers,
} from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type Ctx, inTransaction } from "@/server/context";
import { foldTotals } from "@/server/dashboard/overview/fold-totals";
import { getOverview } from "@/server/dashboard/overview/overview";
import { totalsSince } from "@/server/dashboard/overview/totals";
import { PAYMENT_STATUSES } from "@/server/dashboard/payments-schema";
import { sqlState } from "@/server/lib/database/sql-state";
import { newId, newToken } from "@/server/lib/ids";
import { OPEN_POLICY } from "@/server/payer-access/schema";
import { SETTLED_STATES } from "@/server/payments/state";
import type { RequestRow } from "@/server/requests/draft";
import { settleRequests } from "@/server/requests/settling/settle";
import { notePayerStep } from "@/server/secure-payments/page/payer-steps";
import { expireLinks } from "@/server/secure-payments/settling/expire";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer, tokenOf } from "@/server/testing/data/stored";
import { propertyRuns } from "@/server/testing/long";
import { ManualClock } from "@/server/testing/manual-clock";

const DAY_MS = 86_400_000;
const CURRENCIES = ["USDC-sepolia", "DAI-base", "ETH-mainnet"];
const PERIODS = ["1", "7", "30"] as const;

let api: TestApi;
const clock = new ManualClock(Date.UTC(2030, 2, 10, 23, 50));
beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
});
afterAll(() => api.close());

interface Shop {
  platformId: string;
  ctx: Ctx;
  rows: RequestRow[];
}

let shops: Shop[];
beforeEach(openShops);

async function openShops(): Promise<void> {
  shops = [];
  for (let n = 0; n < 2; n++) {
    const { platformId } = await aTenant(api);
    shops.push({ platformId, ctx: api.app.context(systemCaller(platformId)), rows: [] });
  }
}

/** Something that happens to a shop; the numbers choose what there is to choose. */
type Happening = (shop: Shop, a: number, b: number) => Promise<void>;

const pick = <T>(list: readonly T[], n: number): T => {
  const one = list[n % list.length];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
};

/** As the watcher does it after whatever moved transfers. */
async function settle({ ctx }: Shop, row: RequestRow): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await settleRequests(tx, [row.id]);
    await settleLinks(tx, [row.id]);
  });
}

const HAPPENINGS: Record<string, Happening> = {
  "a request is created, with a link or without": async (shop, a, b) => {
    const createdAt = new Date(clock.now().getTime() - (a % 33) * DAY_MS);
    const linked = b % 3 !== 0;
    const expiresAt = new Date(clock.now().getTime() + ((b % 5) - 1) * 3_600_000);
    const kind = a % 4 === 0 ? "payout" : "request";
    const facts = { kind, token: tokenOf(pick(CURRENCIES, b)), amount: 10n } as const;
    const row = await aRequest(api.app, shop, facts, {
      id: newId(createdAt),
      createdAt,
      ...(linked ? { linkExpiresAt: expiresAt } : {}),
    });
    shop.rows.push(row);
    if (!linked) return;
    const id = newId(createdAt);
    await api.app.database.db.insert(securePayments).values({
      id,
      token: newToken(),
      platformId: shop.platformId,
      paymentType: "single",
      flow: kind === "payout" ? "outgoing" : "incoming",
      status: "pending",
      accessPolicy: OPEN_POLICY,
      createdAt,
      expiresAt,
    });
    await api.app.database.db
      .insert(securePaymentRequests)
      .values({ securePaymentId: id, requestId: row.id, position: 0, amount: row.amount });
  },
  "a transfer is seen": async (shop, a, b) => {
    const row = pick(shop.rows, a);
    const blockTime = new Date(clock.now().getTime() - (b % 40) * DAY_MS);
    const mismatch = b % 7 === 0 ? "recipient_mismatch" : null;
    await aTransfer(api.app, row, { state: "seen", amount: BigInt(1 + (b % 12)), blockTime, mismatch });
    await settle(shop, row);
  },
  "transfers of a request move: confirmed, final, orphaned, mined again in another block": async (
    shop,
    a,
    b,
  ) => {
    const row = pick(shop.rows, a);
    const state = pick(["confirmed", "final", "confirmed", "orphaned", "seen"] as const, b);
    await api.app.database.db
      .update(transfers)
      .set({
        state,
        ...(b % 2 === 0 ? { blockTime: new Date(clock.now().getTime() - (b % 3) * DAY_MS) } : {}),
      })
      .where(eq(transfers.requestId, row.id));
    await settle(shop, row);
  },
  "a payer takes a step": async (shop, a, b) => {
    const links = await api.app.database.db
      .select({ id: securePayments.id })
      .from(securePayments)
      .where(eq(securePayments.platformId, shop.platformId))
      .orderBy(securePayments.id);
    if (links.length === 0) return;
    await inTransaction(shop.ctx, (tx) => notePayerStep(tx, pick(links, a).id, pick(PAYER_STEPS, b)));
  },
  "the sweep comes by": async (shop, a) => void (await expireLinks(shop.ctx, 1 + (a % 3))),
  "a worker adds up": async (shop, a) =>
    void (await inTransaction(shop.ctx, (tx) => foldTotals(tx, 1 + (a % 20)))),
};

/** SQLSTATEs of a write that another one stood in the way of: serialisation failure and deadlock. */
const IN_THE_WAY = ["40001", "40P01"];

/** As a worker does it whose write is refused because of another one: again, until it is stored. */
async function untilDone(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!IN_THE_WAY.includes(sqlState(error))) throw error;
    }
  }
}

/** The status of a payment, decided here once more. */
function statusByHand(row: typeof requests.$inferSelect): string {
  const isOver = row.linkExpiresAt !== null && row.linkExpiresAt <= clock.now();
  if (row.status === "created") return row.linkEnd ?? (isOver ? "expired" : "pending");
  if (row.status === "paid" && row.paidAt && row.linkExpiresAt && row.paidAt > row.linkExpiresAt)
    return "late";
  return { partially_paid: "partial", processing: "in_progress" }[String(row.status)] ?? row.status;
}

/** The same figures by looking at every row. */
async function countedOneByOne({ platformId }: Shop, days: string) {
  const { db } = api.app.database;
  const from = new Date((Math.floor(clock.now().getTime() / DAY_MS) - Number(days) + 1) * DAY_MS);
  const [asked, arrived, links, steps] = await Promise.all([
    db.select().from(requests).where(eq(requests.platformId, platformId)),
    db.select().from(transfers).where(eq(transfers.platformId, platformId)),
    db.select().from(securePayments).where(eq(securePayments.platformId, platformId)),
    db.select().from(payerSteps),
  ]);
  const counts = (kind: string) =>
    Object.fromEntries(
      PAYMENT_STATUSES.map((status) => {
        const all = asked.filter((row) => row.kind === kind && row.createdAt >= from);
        return [status, all.filter((row) => statusByHand(row) === status).length];
      }),
    );
  const money = new Map<string, { units: bigint; payments: number }>();
  for (const transfer of arrived) {
    const row = asked.find((one) => one.id === transfer.requestId);
    const counts = transfer.mismatch === null && SETTLED_STATES.some((state) => state === transfer.state);
    if (row?.kind !== "request" || !counts || transfer.blockTime < from) continue;
    const key = `${transfer.blockTime.toISOString().slice(0, 10)} ${row.paymentCurrency}`;
    const sum = money.get(key) ?? { units: 0n, payments: 0 };
    money.set(key, { units: sum.units + transfer.amount, payments: sum.payments + 1 });
  }
  const levels = links
    .filter((link) => link.flow === "incoming" && link.createdAt >= from)
    .map((link) => {
      const own = steps.filter((step) => step.securePaymentId === link.id);
      const told = Math.max(0, ...own.map(({ step }) => 1 + PAYER_STEPS.indexOf(step)));
      return { told, isPaid: link.status === "completed" };
    });
  const [all, opened, connected, sent, approved] = [0, 1, 2, 3, 4].map(
    (least) => levels.filter(({ told }) => told >= least).length,
  );
  const paid = levels.filter(({ isPaid }) => isPaid).length;
  return {
    counts: { incoming: counts("request"), outgoing: counts("payout") },
    received: [...money].sort(([a], [b]) => (a < b ? -1 : 1)),
    funnel: { links: all, opened, connected, sent, approved, paid },
  };
}

async function shown({ ctx }: Shop, days: (typeof PERIODS)[number]) {
  const { counts, received, funnel } = await getOverview(ctx, { days });
  return {
    counts,
    received: received.byDay
      .map(({ date, currencyId, amount, payments }) => {
        const units = BigInt(Math.round(Number(amount) * 10 ** tokenOf(currencyId).decimals));
        return [`${date} ${currencyId}`, { units, payments }] as const;
      })
      .sort(([a], [b]) => (a < b ? -1 : 1)),
    funnel,
  };
}

async function expectTruth(): Promise<void> {
  for (const shop of shops) {
    for (const days of PERIODS) expect(await shown(shop, days)).toEqual(await countedOneByOne(shop, days));
  }
}

describe("the overview is what a plain count of all rows gives", () => {
  const step = fc.record({
    what: fc.constantFrom(...Object.keys(HAPPENINGS)),
    shop: fc.nat(1),
    a: fc.nat(1_000),
    b: fc.nat(1_000),
    minutes: fc.constantFrom(0, 0, 7, 600),
  });

  test("after any history, each time at once", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (history) => {
        await openShops();
        for (const [at, { what, shop, a, b, minutes }] of history.entries()) {
          const where = pick(shops, shop);
          clock.advance(minutes * 60_000);
          if (where.rows.length === 0)
            await HAPPENINGS["a request is created, with a link or without"]?.(where, a, b);
          await HAPPENINGS[what]?.(where, a, b);
          const days = pick(PERIODS, at);
          expect(await shown(where, days)).toEqual(await countedOneByOne(where, days));
        }
        await expectTruth();
      }),
      { numRuns: propertyRuns(12) },
    );
  });

  test("also when everything happens at once", async () => {
    const [shop] = shops;
    if (!shop) throw new Error("no shop");
    const names = Object.keys(HAPPENINGS);
    for (let n = 0; n < 12; n++)
      await HAPPENINGS["a request is created, with a link or without"]?.(shop, n * 7, n);
    const everything = Array.from({ length: 240 }, async (_, n) =>
      untilDone(async () => HAPPENINGS[pick(names, n)]?.(shop, (n * 31) % 97, (n * 17) % 89)),
    );
    await Promise.all(everything);
    await expectTruth();
  });

  test("a reader never sees half of what a worker adds up", async () => {
    const [shop] = shops;
    if (!shop) throw new Error("no shop");
    for (let n = 0; n < 20; n++)
      await HAPPENINGS["a request is created, with a link or without"]?.(shop, 1, 3);
    let isFolding = true;
    const folding = (async () => {
      while ((await inTransaction(shop.ctx, (tx) => foldTotals(tx, 1))) > 0);
      isFolding = false;
    })();
    while (isFolding) {
      const totals = await totalsSince(shop.ctx, new Date(clock.now().getTime() - 30 * DAY_MS));
      expect(totals.reduce((sum, total) => sum + total.count, 0)).toBe(20);
    }
    await folding;
    expect(await api.app.database.db.$count(totalChanges)).toBe(0);
  });

  test("and counting anew changes nothing", async () => {
    const [shop] = shops;
    if (!shop) throw new Error("no shop");
    for (let n = 0; n < 60; n++) {
      await HAPPENINGS["a request is created, with a link or without"]?.(shop, n, n * 7);
      await HAPPENINGS[pick(Object.keys(HAPPENINGS), n)]?.(shop, n * 13, n * 3);
    }
    const before = await Promise.all(PERIODS.map((days) => shown(shop, days)));
    await api.app.database.sql`select recount_totals()`;
    expect(await Promise.all(PERIODS.map((days) => shown(shop, days)))).toEqual(before);
    expect(await api.app.database.db.$count(dailyTotals, sql`count <> 0`)).toBeGreaterThan(5);
    await expectTruth();
  });
});
