import { and, eq, inArray, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  ledgerBackfills,
  ledgerEntries,
  ledgerUnvalued,
  ledgerWorths,
  requests,
  transfers,
} from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type Ctx, inTransaction } from "@/server/context";
import { auditLedger } from "@/server/ledger/audit";
import { fillLedger, isLedgerFilled } from "@/server/ledger/backfill";
import { putBooksSettings } from "@/server/ledger/worth/settings";
import { valueEntries } from "@/server/ledger/worth/value-entries";
import { addUpAnew } from "@/server/payments/counting/sums";
import { NoPrice, type PriceSource } from "@/server/prices/price";
import { PriceBook } from "@/server/prices/price-book";
import type { RequestRow } from "@/server/requests/draft";
import { settleRequests } from "@/server/requests/settling/settle";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer, tokenOf } from "@/server/testing/data/stored";
import { propertyRuns } from "@/server/testing/long";

let api: TestApi;
let ctx: Ctx;
let platformId: string;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ platformId } = await aTenant(api));
  ctx = api.app.context(systemCaller(platformId));
});

const db = () => api.app.database.db;

const pick = <T>(list: readonly T[], n: number): T => {
  const one = list[n % list.length];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
};

/** Something that happens to the payments of a shop; the numbers choose. */
type Happening = (rows: RequestRow[], a: number, b: number) => Promise<void>;

const settle = (row: RequestRow) => inTransaction(ctx, (tx) => settleRequests(tx, [row.id]));

const HAPPENINGS: Record<string, Happening> = {
  "a request is created": async (rows, a, b) => {
    const isConverted = b % 3 === 0;
    rows.push(
      await aRequest(
        api.app,
        { platformId },
        {
          kind: a % 5 === 0 ? "payout" : "request",
          token: tokenOf(pick(["USDC-sepolia", "DAI-base"], a)),
          amount: 10n,
        },
        {
          ...(isConverted ? { invoiceCurrency: "EUR", amount: 20n } : {}),
          ...(b % 2 === 0 ? { leastAmount: 9n, tolerates: "all" } : {}),
          isCryptoToFiatAllowed: a % 11 === 0,
        },
      ),
    );
  },
  "a payment is seen": async (rows, a, b) => {
    const row = pick(rows, a);
    const isConverted = row.invoiceCurrency === "EUR";
    await aTransfer(api.app, row, {
      state: pick(["seen", "confirmed", "final"] as const, b),
      amount: BigInt(1 + (b % 12)),
      feeAmount: BigInt(a % 2),
      received: BigInt(1 + (b % 12)) + BigInt(b % 9 === 0 ? 3 : 0),
      mismatch: pick(
        [null, null, null, "payer_not_approved", "token_mismatch", "recipient_mismatch"] as const,
        a,
      ),
      ...(isConverted ? { credited: BigInt(2 * (1 + (b % 12))), valuation: "block_price" } : {}),
      ...(a % 7 === 0
        ? { depositAddress: `0x${"ab".repeat(20)}`, arrived: BigInt(3 + (b % 12)), type: "deposit" }
        : {}),
    });
    await settle(row);
  },
  "payments of a request move on or leave the chain": async (rows, a, b) => {
    const row = pick(rows, a);
    const state = pick(["confirmed", "final", "orphaned", "seen", "dropped"] as const, b);
    await db()
      .update(transfers)
      .set({ state, ...(b % 3 === 0 ? { blockNumber: BigInt(5_000 + b), blockTime: new Date(b) } : {}) })
      .where(eq(transfers.requestId, row.id));
    await settle(row);
  },
  "what is held is released or rejected": async (rows, a, b) => {
    const row = pick(rows, a);
    await db()
      .update(transfers)
      .set({ mismatch: pick([null, "payer_rejected"] as const, b) })
      .where(sql`${transfers.requestId} = ${row.id} and ${transfers.mismatch} = 'payer_not_approved'`);
    await settle(row);
  },
  "a payment turns out to be another one": async (rows, a, b) => {
    const row = pick(rows, a);
    await db()
      .update(transfers)
      .set({ amount: BigInt(1 + (b % 5)), recipient: `0x${"cd".repeat(20)}` })
      .where(eq(transfers.requestId, row.id));
    await settle(row);
  },
  "the currency of the books is named": async () => {
    await putBooksSettings(ctx, { currency: "EUR" });
  },
  "prices are looked for": async () => {
    while ((await valueEntries(withPrices(), 1_000)) > 0);
  },
  "a commit is cut off": async (rows, a, b) => {
    const row = pick(rows, a);
    const cut = new Error("cut off");
    const work = inTransaction(ctx, async (tx) => {
      await tx.db
        .update(transfers)
        .set({ state: pick(["confirmed", "orphaned"] as const, b) })
        .where(eq(transfers.requestId, row.id));
      await settleRequests(tx, [row.id]);
      throw cut;
    });
    await expect(work).rejects.toBe(cut);
  },
};

/** Hundredths of a dollar that a EUR is worth at a moment; every token is worth a dollar. */
const centsAt = (at: Date) => 100n + BigInt(at.getTime() % 50);

function withPrices(): Ctx {
  const source: PriceSource = {
    provider: "chainlink",
    name: "chainlink:sepolia",
    onlyFor: null,
    offers: () => true,
    observe: () => Promise.reject(new NoPrice("chainlink:sepolia", "unavailable", "it says only what was")),
    observeAt: async (symbol, { time }) => {
      const usd = symbol === "EUR" ? { n: centsAt(time), d: 100n } : { n: 1n, d: 1n };
      return { provider: "chainlink", source: "chainlink:sepolia", usd, at: time, round: null };
    },
  };
  const { now } = api.app;
  return {
    ...ctx,
    prices: new PriceBook({ sources: [source], required: 1, maxApartBps: 100, freshMs: 1, now }),
  };
}

/** What all wallets hold is worth by the journal, in 10^-8 EUR. */
async function worthInWallets(): Promise<bigint> {
  const rows = await db()
    .select({ entry: ledgerEntries, worth: ledgerWorths })
    .from(ledgerEntries)
    .innerJoin(
      ledgerWorths,
      and(
        eq(ledgerWorths.source, ledgerEntries.source),
        eq(ledgerWorths.part, ledgerEntries.part),
        eq(ledgerWorths.turn, ledgerEntries.turn),
      ),
    )
    .where(eq(ledgerEntries.platformId, platformId));
  return rows.reduce((sum, { entry, worth }) => {
    const came = WALLETS.test(entry.debit) ? worth.amount : 0n;
    const went = WALLETS.test(entry.credit) ? worth.amount : 0n;
    return sum + came - went;
  }, 0n);
}

const WALLETS = /^(?:wallet|deposit_address|bank_transit)$/;

/** The same by the payments alone: each amount that came or went, at the price of its block. */
async function worthOfPayments(): Promise<bigint> {
  const rows = await db()
    .select({ transfer: transfers, request: requests })
    .from(transfers)
    .innerJoin(requests, eq(requests.id, transfers.requestId))
    .where(and(eq(transfers.platformId, platformId), inArray(transfers.state, ["confirmed", "final"])));
  return rows.reduce((sum, { transfer, request }) => {
    const { amount, received, arrived, feeAmount, mismatch, depositAddress, blockTime } = transfer;
    const more = (depositAddress ? arrived : received) ?? amount;
    const rest = more > amount ? more - amount : 0n;
    const worth = (units: bigint) => worthAt(units, tokenOf(request.paymentCurrency).decimals, blockTime);
    if (request.kind === "payout") {
      return mismatch === null ? sum - worth(amount) - worth(feeAmount) : sum;
    }
    return mismatch === "recipient_mismatch" ? sum : sum + worth(amount) + worth(rest);
  }, 0n);
}

/** Base units of a token worth a dollar in 10^-8 EUR, at a price of 36 decimals, rounded to the nearest. */
function worthAt(units: bigint, decimals: number, at: Date): bigint {
  const price = (100n * 10n ** 36n) / centsAt(at);
  const under = 10n ** BigInt(36 + decimals - 8);
  return (units * price + under / 2n) / under;
}

/** What is debited less what is credited, by currency, account and wallet. */
async function balances() {
  const rows = await db().select().from(ledgerEntries).where(eq(ledgerEntries.platformId, platformId));
  const sums = new Map<string, bigint>();
  const add = (key: string, amount: bigint) => sums.set(key, (sums.get(key) ?? 0n) + amount);
  for (const { debit, credit, debitWallet, creditWallet, currency, amount } of rows) {
    add(`${currency} ${debit} ${debitWallet ?? ""}`, amount);
    add(`${currency} ${credit} ${creditWallet ?? ""}`, -amount);
  }
  return sums;
}

/** What lies in each wallet by the payments alone, looked at one by one. */
async function inWallets(): Promise<Record<string, bigint>> {
  const rows = await db().select().from(transfers).where(eq(transfers.platformId, platformId));
  const sums: Record<string, bigint> = {};
  for (const { requestId, ...row } of rows) {
    const [request] = await db().select().from(requests).where(eq(requests.id, requestId));
    if (!request || !["confirmed", "final"].includes(row.state)) continue;
    const add = (wallet: string | null, amount: bigint) => {
      sums[wallet ?? ""] = (sums[wallet ?? ""] ?? 0n) + amount;
    };
    if (request.kind === "payout") {
      if (row.mismatch === null) add(row.payer, -row.amount - row.feeAmount);
    } else if (row.mismatch !== "recipient_mismatch") {
      if (row.depositAddress)
        add(row.depositAddress, row.arrived && row.arrived > row.amount ? row.arrived : row.amount);
      else add(row.recipient, row.received && row.received > row.amount ? row.received : row.amount);
    }
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0n));
}

describe("the journal after random histories", () => {
  const names = Object.keys(HAPPENINGS);
  const steps = fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(999), fc.nat(999)), {
    minLength: 5,
    maxLength: 60,
  });

  test("is what is derived from the payments anew, and its wallets hold what these brought and what that is worth", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        ({ platformId } = await aTenant(api));
        ctx = api.app.context(systemCaller(platformId));
        const rows: RequestRow[] = [];
        await HAPPENINGS["a request is created"]?.(rows, 1, 1);
        for (const [name, a, b] of history) await HAPPENINGS[name]?.(rows, a, b);
        await HAPPENINGS["the currency of the books is named"]?.(rows, 0, 0);
        await HAPPENINGS["prices are looked for"]?.(rows, 0, 0);
        expect(await auditLedger(ctx)).toEqual([]);
        const sums = await balances();
        for (const currency of new Set([...sums.keys()].map((key) => key.split(" ")[0]))) {
          const ofCurrency = [...sums].filter(([key]) => key.startsWith(`${currency} `));
          expect(ofCurrency.reduce((sum, [, amount]) => sum + amount, 0n)).toBe(0n);
        }
        const held = [...sums].filter(([key]) => / (wallet|deposit_address|bank_transit) /.test(key));
        const byWallet: Record<string, bigint> = {};
        for (const [key, amount] of held) {
          const wallet = key.split(" ")[2] ?? "";
          byWallet[wallet] = (byWallet[wallet] ?? 0n) + amount;
        }
        const present = Object.fromEntries(Object.entries(byWallet).filter(([, amount]) => amount !== 0n));
        expect(present).toEqual(await inWallets());
        expect(await worthInWallets()).toBe(await worthOfPayments());
      }),
      { numRuns: propertyRuns(15) },
    );
  });
});

describe("a request whose payments are added up anew", () => {
  const excesses = async () => {
    const sums = await balances();
    return [...sums].flatMap(([key, amount]) =>
      key.includes(" overpayments ") && amount !== 0n ? [amount] : [],
    );
  };

  test("has its excess taken out when the payment that made it is gone", async () => {
    const row = await aRequest(api.app, { platformId }, { amount: 10n });
    await aTransfer(api.app, row, { state: "final", amount: 10n });
    const more = await aTransfer(api.app, row, { state: "final", amount: 3n });
    await settle(row);
    expect(await excesses()).toEqual([-3n]);
    await inTransaction(ctx, async (tx) => {
      await tx.db.update(transfers).set({ state: "dropped" }).where(eq(transfers.id, more.id));
      await addUpAnew(tx, [row.id]);
      await settleRequests(tx, [row.id]);
    });
    expect(await excesses()).toEqual([]);
    expect(await auditLedger(ctx)).toEqual([]);
  });
});

describe("an excess", () => {
  test.each([
    ["with its payment", 1_000],
    ["one entry at a time", 1],
  ])("is valued at the price of its payment's block, %s", async (_, most) => {
    await putBooksSettings(ctx, { currency: "EUR" });
    const row = await aRequest(api.app, { platformId }, { amount: 10n });
    await aTransfer(api.app, row, { amount: 13n });
    await settle(row);
    // This source knows no price of now.
    while ((await valueEntries(withPrices(), most)) > 0);
    expect(await db().select().from(ledgerUnvalued).where(eq(ledgerUnvalued.platformId, platformId))).toEqual(
      [],
    );
  });
});

describe("payments from before the journal", () => {
  /** As in a database that was made before. */
  async function withoutJournal(work: () => Promise<void>): Promise<void> {
    const tables = ["transfers", "requests", "request_sums"];
    for (const table of tables) await db().execute(sql.raw(`alter table ${table} disable trigger user`));
    await work();
    for (const table of tables) await db().execute(sql.raw(`alter table ${table} enable trigger user`));
  }
  beforeEach(() => db().delete(ledgerBackfills));

  test("are entered by the worker in pieces, marked so, and each once", async () => {
    const owner = { platformId };
    await withoutJournal(async () => {
      for (let i = 0; i < 5; i++) await aTransfer(api.app, await aRequest(api.app, owner));
      await aTransfer(api.app, await aRequest(api.app, owner), { state: "seen" });
    });
    const later = await aTransfer(api.app, await aRequest(api.app, owner));
    expect(await isLedgerFilled(ctx)).toBe(false);
    while ((await inTransaction(ctx, (tx) => fillLedger(tx, 2))) > 0);
    expect(await isLedgerFilled(ctx)).toBe(true);
    const rows = await db().select().from(ledgerEntries).where(eq(ledgerEntries.platformId, platformId));
    expect(rows).toHaveLength(6);
    expect(rows.filter(({ isBackfilled }) => !isBackfilled).map(({ source }) => source)).toEqual([later.id]);
    expect(await auditLedger(ctx)).toEqual([]);
  });

  test("are entered when they change before the worker comes to them", async () => {
    const row = await aRequest(api.app, { platformId });
    await withoutJournal(async () => void (await aTransfer(api.app, row)));
    await db().update(transfers).set({ amount: 5n }).where(eq(transfers.requestId, row.id));
    while ((await inTransaction(ctx, (tx) => fillLedger(tx, 100))) > 0);
    const rows = await db().select().from(ledgerEntries).where(eq(ledgerEntries.platformId, platformId));
    expect(rows.map(({ amount, isBackfilled }) => [amount, isBackfilled])).toEqual([[5n, false]]);
  });
});

describe("the audit", () => {
  test("names an entry that does not follow from its payment, and a payment without one", async () => {
    const { db: database } = api.app.database;
    await database.execute(sql`alter table transfers disable trigger user`);
    const missing = await aTransfer(api.app, await aRequest(api.app, { platformId }));
    await database.execute(sql`alter table transfers enable trigger user`);
    const changed = await aTransfer(api.app, await aRequest(api.app, { platformId }));
    await database.execute(sql`alter table transfers disable trigger user`);
    await database.update(transfers).set({ amount: 1n }).where(eq(transfers.id, changed.id));
    await database.execute(sql`alter table transfers enable trigger user`);
    expect((await auditLedger(ctx)).toSorted((a, b) => (a.problem < b.problem ? -1 : 1))).toEqual([
      { source: changed.id, part: "principal", problem: "amount" },
      { source: missing.id, part: "principal", problem: "missing" },
    ]);
  });

  test("names a worth that does not follow from its price, and an entry that is in no list", async () => {
    const before = await auditLedger(ctx);
    await putBooksSettings(ctx, { currency: "EUR" });
    const wrong = await aTransfer(api.app, await aRequest(api.app, { platformId }));
    const unlisted = await aTransfer(api.app, await aRequest(api.app, { platformId }));
    await valueEntries(withPrices(), 1);
    const { db: database } = api.app.database;
    await database.execute(sql`alter table ledger_worths disable trigger user`);
    await database.execute(sql`update ledger_worths set amount = amount + 1 where source = ${wrong.id}`);
    await database.execute(sql`alter table ledger_worths enable trigger user`);
    await database.execute(sql`delete from ledger_unvalued where source = ${unlisted.id}`);
    expect((await auditLedger(ctx)).slice(before.length)).toEqual([
      { source: wrong.id, part: "principal", problem: "worth" },
      { source: unlisted.id, part: "principal", problem: "worth" },
    ]);
  });
});
