import { randomBytes, randomInt } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  depositAddresses,
  depositCollections,
  feeLegs,
  feeTransfers,
  ledgerEntries,
  refunds,
  refundTransfers,
  transfers,
} from "@/db/schema";
import { verifyStatement } from "@/sdk/safety/verify-statement";
import { systemCaller } from "@/server/auth/callers";
import { type Ctx, inTransaction } from "@/server/context";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import { auditLedger } from "@/server/ledger/audit";
import { fillLedger } from "@/server/ledger/backfill";
import { balancesOf } from "@/server/ledger/closing/balances";
import { closePeriod } from "@/server/ledger/closing/close";
import { comparePeriods } from "@/server/ledger/closing/compare";
import { freezePeriod } from "@/server/ledger/closing/freeze";
import { getPeriod, getStatement } from "@/server/ledger/closing/read";
import type { StatementLine } from "@/server/ledger/closing/statement-schema";
import { entryId } from "@/server/ledger/entries";
import { monthAfter, monthIn, monthOf } from "@/server/ledger/month";
import { putBooksSettings } from "@/server/ledger/worth/settings";
import { valueByHand } from "@/server/ledger/worth/value-by-hand";
import { valueEntries } from "@/server/ledger/worth/value-entries";
import { newId } from "@/server/lib/ids";
import { NoPrice, type PriceSource } from "@/server/prices/price";
import { PriceBook } from "@/server/prices/price-book";
import type { RequestRow } from "@/server/requests/draft";
import { settleRequests } from "@/server/requests/settling/settle";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer, type TransferRow, tokenOf } from "@/server/testing/data/stored";
import { hangLimit, isLong } from "@/server/testing/long";
import { ManualClock } from "@/server/testing/manual-clock";
import { seeded } from "@/server/testing/mutate";
import { type Move, nameOfHeld, Recount } from "@/server/testing/recount";

const STEPS = isLong() ? 10_000 : 300;
const SEEDS = isLong() ? [31, randomInt(2 ** 31)] : [31];
const TIME_ZONE = "Europe/Berlin";
const HOUR_MS = 3_600_000;
const FAR = new Date(Date.UTC(2100, 0));

const clock = new ManualClock(Date.UTC(2040, 0, 5));
let api: TestApi;
let worker: Ctx;
beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
  worker = api.app.context(systemCaller(""));
  while ((await inTransaction(worker, (tx) => fillLedger(tx, 100))) > 0);
});
afterAll(() => api?.close());

let ctx: Ctx;
let history: History;
beforeEach(async () => {
  const { platformId } = await aTenant(api);
  ctx = api.app.context(systemCaller(platformId));
  await putBooksSettings(ctx, { currency: "EUR" });
});

const db = () => api.app.database.db;
const bytes = (size: number) => `0x${randomBytes(size).toString("hex")}`;
const WALLETS = [bytes(20), bytes(20), bytes(20)];
const FOREIGN_TOKEN = bytes(20);

interface Payment {
  row: TransferRow;
  request: RequestRow;
  /** What it moves while a block has it. */
  moves: Move[];
}

interface Collection {
  row: typeof depositCollections.$inferInsert;
  moves: Move[];
}

interface Refund {
  row: typeof refundTransfers.$inferInsert;
  moves: Move[];
}

/** What has happened so far, and the count that knows nothing of the ledger. */
class History {
  readonly recount = new Recount();
  readonly requests: RequestRow[] = [];
  readonly payments: Payment[] = [];
  readonly collections: Collection[] = [];
  readonly refunds: Refund[] = [];
  readonly random: () => number;
  nextMonth = monthOf(clock.now(), TIME_ZONE);
  /** The month that takes no entry any more and is not closed; with what wallets held by the blocks when it ended. */
  ended: { id: string; held: Record<string, string> } | null = null;
  /** What the last statement said was left, by wallet and currency. */
  left: Record<string, string> = {};
  closed = 0;

  constructor(seed: number) {
    this.random = seeded(seed);
  }

  below(end: number): number {
    return Math.floor(this.random() * end);
  }

  one<T>(list: readonly T[]): T | undefined {
    return list[this.below(list.length)];
  }

  amount(): bigint {
    return BigInt(1 + this.below(1_000_000)) * (this.below(20) === 0 ? 10n ** 24n : 1n);
  }

  /** The time of a block: now, or up to ten days ago, in a month that may have ended. */
  blockTime(): Date {
    const agoHours = this.below(4) === 0 ? this.below(240) : 0;
    return new Date(clock.now().getTime() - agoHours * HOUR_MS);
  }
}

const settle = ({ id }: RequestRow) => inTransaction(ctx, (tx) => settleRequests(tx, [id]));

/** Records a payment, and tells the recount what its transfers moved. */
async function pay(request: RequestRow, changes: Partial<TransferRow>, moves: Move[]): Promise<Payment> {
  const blockTime = history.blockTime();
  const row = await aTransfer(api.app, request, { state: "seen", blockTime, ...changes });
  const payment = { row, request, moves };
  history.payments.push(payment);
  if (history.below(8) > 0) await stand(payment, blockTime);
  return payment;
}

/** A payment is deep enough in a block of this time. */
async function stand({ row, request, moves }: Payment, at: Date): Promise<void> {
  const state = history.below(2) === 0 ? "confirmed" : "final";
  await db().update(transfers).set({ state, blockTime: at }).where(eq(transfers.id, row.id));
  await settle(request);
  history.recount.stands(row.id, at, moves);
}

const ofKind = (kind: RequestRow["kind"]) => history.requests.filter((row) => row.kind === kind);

function moveOf(request: RequestRow, wallet: string | null, amount: bigint): Move {
  return { network: request.network, wallet, currency: request.paymentCurrency, amount };
}

/** A fee that is a transfer of its own in the transaction of a payment. */
async function addFee(payment: Payment, bearer: "payer" | "payee" | null): Promise<bigint> {
  const { row, request } = payment;
  const amount = BigInt(1 + history.below(50));
  const topic1 = bytes(32);
  await db()
    .insert(feeLegs)
    .values({
      topic1,
      requestId: request.id,
      paymentReference: bytes(8),
      type: "protocol",
      bearer,
      address: "0x",
      percentage: "0",
    });
  await db().insert(feeTransfers).values({
    network: row.network,
    txHash: row.txHash,
    position: 1,
    topic1,
    amount,
    blockNumber: row.blockNumber,
  });
  return amount;
}

/** What can happen, how often beside the others. */
const HAPPENINGS: Record<string, [weight: number, happen: () => Promise<void>]> = {
  "money is asked for": [
    6,
    async () => {
      const token = tokenOf(history.one(["USDC-sepolia", "DAI-base"]) ?? "");
      const payee = history.one(WALLETS) ?? "";
      const isConverted = history.below(4) === 0;
      history.requests.push(
        await aRequest(
          api.app,
          ctx.caller,
          { kind: history.below(5) === 0 ? "payout" : "request", token, payee, amount: history.amount() },
          {
            ...(isConverted ? { invoiceCurrency: "EUR" } : {}),
            ...(history.below(3) === 0 ? { leastAmount: 1n, tolerates: "all" } : {}),
          },
        ),
      );
    },
  ],
  "a request is paid, or a part of it, or more": [
    10,
    async () => {
      const request = history.one(ofKind("request"));
      if (!request) return;
      const part = BigInt(1 + history.below(12));
      const amount = (request.amount * part) / 10n + 1n;
      const beside = history.below(6) === 0 ? BigInt(history.below(1_000)) : 0n;
      await pay(
        request,
        {
          amount,
          recipient: request.payee.toLowerCase(),
          received: amount + beside,
          feeAmount: BigInt(history.below(3)),
          ...(request.invoiceCurrency === "EUR" ? { credited: amount * 2n, valuation: "block_price" } : {}),
          ...(beside > 0n ? { type: "crosschain" } : {}),
        },
        [moveOf(request, request.payee.toLowerCase(), amount + beside)],
      );
    },
  ],
  "a payment is held, or of another token, or to another wallet": [
    3,
    async () => {
      const request = history.one(ofKind("request"));
      const mismatch = history.one([
        "payer_not_approved",
        "unvalued",
        "token_mismatch",
        "recipient_mismatch",
      ] as const);
      if (!request || !mismatch) return;
      const amount = history.amount();
      const wallet = request.payee.toLowerCase();
      const move = moveOf(request, wallet, amount);
      if (mismatch === "token_mismatch") move.currency = `${request.network}/${FOREIGN_TOKEN}`;
      await pay(
        request,
        {
          mismatch,
          amount,
          recipient: mismatch === "recipient_mismatch" ? bytes(20) : wallet,
          ...(mismatch === "token_mismatch" ? { token: FOREIGN_TOKEN } : {}),
        },
        mismatch === "recipient_mismatch" ? [] : [move],
      );
    },
  ],
  "what is held is released or rejected": [
    2,
    async () => {
      const held = history.one(history.payments.filter(({ row }) => row.mismatch === "payer_not_approved"));
      if (!held) return;
      held.row.mismatch = history.below(2) === 0 ? null : "payer_rejected";
      await db().update(transfers).set({ mismatch: held.row.mismatch }).where(eq(transfers.id, held.row.id));
      await settle(held.request);
    },
  ],
  "a payout is paid": [
    3,
    async () => {
      const request = history.one(ofKind("payout"));
      const wallet = history.one(WALLETS);
      if (!request || !wallet) return;
      const { amount } = request;
      const feeAmount = BigInt(history.below(100));
      const out = moveOf(request, wallet, -(amount + feeAmount));
      const credited =
        request.invoiceCurrency === "EUR" ? { credited: amount, valuation: "block_price" as const } : {};
      const payment = await pay(request, { amount, feeAmount, payer: wallet, ...credited }, [out]);
      if (history.below(2) === 0) return;
      out.amount -= await addFee(payment, history.one(["payee", null] as const) ?? null);
    },
  ],
  "a fee is a transfer of its own": [
    2,
    async () => {
      const payment = history.one(history.payments.filter(({ row }) => row.mismatch === null));
      if (!payment || payment.request.kind === "payout") return;
      const has = await db().$count(feeTransfers, eq(feeTransfers.txHash, payment.row.txHash));
      // It goes from the payer to somebody else: no wallet of the account moves.
      if (has === 0) await addFee(payment, history.one(["payee", null] as const) ?? null);
    },
  ],
  "a plain transfer arrives, and its address is collected": [
    4,
    async () => {
      const request = history.one(
        ofKind("request").filter(
          ({ id, invoiceCurrency }) =>
            invoiceCurrency !== "EUR" &&
            !history.payments.some(({ request: paid, row }) => paid.id === id && row.depositAddress),
        ),
      );
      if (!request) return;
      const address = bytes(20);
      const { amount } = request;
      const fee = BigInt(history.below(50));
      const now = api.app.now();
      await db()
        .insert(depositAddresses)
        .values({
          address,
          payee: request.payee.toLowerCase(),
          network: request.network,
          requestId: request.id,
          token: bytes(20),
          feeProxy: bytes(20),
          paymentReference: request.paymentReference,
          amount,
          feeAmount: fee,
          legAmount: 0n,
          createdAt: now,
          watchedUntil: now,
        });
      await pay(
        request,
        { type: "deposit", depositAddress: address, amount, arrived: amount + fee, feeAmount: fee },
        [moveOf(request, null, amount + fee)],
      );
      if (history.below(3) === 0) return;
      const row = {
        network: request.network,
        txHash: bytes(32),
        position: 0,
        address,
        amount: amount + fee,
        feeAmount: fee,
        topic1: request.topic1,
        blockNumber: 2_000n,
        blockTime: history.blockTime(),
      };
      const moves = [
        moveOf(request, null, -(amount + fee)),
        moveOf(request, request.payee.toLowerCase(), amount),
      ];
      await db().insert(depositCollections).values(row);
      history.collections.push({ row, moves });
      history.recount.stands(row.txHash, row.blockTime, moves);
    },
  ],
  "money is sent back": [
    4,
    async () => {
      const payment = history.one(history.payments);
      if (!payment || payment.request.kind === "payout") return;
      const { request } = payment;
      const now = api.app.now();
      const [id, sender, amount] = [newId(now), history.one(WALLETS) ?? "", history.amount()];
      await db()
        .insert(refunds)
        .values({
          id,
          requestId: request.id,
          network: request.network,
          currency: request.paymentCurrency,
          amount,
          receiver: bytes(20),
          paymentReference: bytes(8),
          topic1: bytes(32),
          state: "confirmed",
          createdAt: now,
          expiresAt: now,
        });
      const row = {
        network: request.network,
        txHash: bytes(32),
        position: 0,
        refundId: id,
        amount,
        sender,
        blockNumber: 3_000n,
        blockHash: bytes(32),
        blockTime: history.blockTime(),
        isConfirmed: true,
      };
      const moves = [moveOf(request, sender, -amount)];
      await db().insert(refundTransfers).values(row);
      history.refunds.push({ row, moves });
      history.recount.stands(row.txHash, row.blockTime, moves);
    },
  ],
  "payments leave the chain": [
    5,
    async () => {
      const payment = history.one(history.payments);
      if (!payment) return;
      await db().update(transfers).set({ state: "orphaned" }).where(eq(transfers.id, payment.row.id));
      await settle(payment.request);
      history.recount.isGone(payment.row.id);
    },
  ],
  "payments stand in a block, or in another one than before": [
    6,
    async () => {
      const payment = history.one(history.payments);
      if (payment) await stand(payment, history.blockTime());
    },
  ],
  "a collection or a refund leaves the chain, and comes back in another block": [
    3,
    async () => {
      const blockTime = history.blockTime();
      const isBack = history.below(2) === 0;
      const refund = history.one(history.refunds);
      if (refund) {
        const { row, moves } = refund;
        await db().delete(refundTransfers).where(eq(refundTransfers.txHash, row.txHash));
        history.recount.isGone(row.txHash);
        if (isBack) {
          await db()
            .insert(refundTransfers)
            .values({ ...row, blockTime });
          history.recount.stands(row.txHash, blockTime, moves);
        }
      }
      const collection = history.one(history.collections);
      if (!collection) return;
      const { row, moves } = collection;
      await db().delete(depositCollections).where(eq(depositCollections.txHash, row.txHash));
      history.recount.isGone(row.txHash);
      if (!isBack) return;
      await db()
        .insert(depositCollections)
        .values({ ...row, blockTime });
      history.recount.stands(row.txHash, blockTime, moves);
    },
  ],
  "a payment turns out to have brought another amount": [
    2,
    async () => {
      const payment = history.one(
        history.payments.filter(({ row, request }) => request.kind === "request" && row.type === "direct"),
      );
      const [move] = payment?.moves ?? [];
      if (!payment || !move) return;
      const amount = history.amount();
      await db().update(transfers).set({ amount, received: amount }).where(eq(transfers.id, payment.row.id));
      await settle(payment.request);
      move.amount = amount;
    },
  ],
  "a commit is cut off": [
    2,
    async () => {
      const payment = history.one(history.payments);
      if (!payment) return;
      const cut = new Error("cut off");
      const work = inTransaction(ctx, async (tx) => {
        const state = history.one(["confirmed", "orphaned"] as const);
        await tx.db.update(transfers).set({ state }).where(eq(transfers.id, payment.row.id));
        await settleRequests(tx, [payment.request.id]);
        throw cut;
      });
      await expect(work).rejects.toBe(cut);
    },
  ],
  "prices are looked for": [2, async () => void (await valueEntries(withPrices(), 100))],
  "an entry is valued by hand, maybe of a month that is closed": [
    2,
    async () => {
      const [entry] = await db()
        .select()
        .from(ledgerEntries)
        .where(
          and(
            eq(ledgerEntries.platformId, ctx.caller.platformId),
            sql`${ledgerEntries.reverses} is null and ${ledgerEntries.currency} <> 'EUR'`,
          ),
        )
        .orderBy(sql`md5(${ledgerEntries.source} || ${history.below(1_000)}::text)`)
        .limit(1);
      if (!entry) return;
      const price = `0.${1 + history.below(99)}`;
      await valueByHand(ctx, { entries: [entryId(entry)], price, reason: "A better source" });
    },
  ],
  "a month ends": [
    3,
    async () => {
      const { nextMonth } = history;
      const { endsAt } = monthIn(nextMonth, TIME_ZONE);
      if (history.ended || endsAt > clock.now()) return;
      const { id } = await freezePeriod(ctx, { month: nextMonth, timeZone: TIME_ZONE });
      history.ended = { id, held: history.recount.heldBefore(endsAt) };
    },
  ],
  "a month is closed": [
    3,
    async () => {
      if (!history.ended) return;
      const { id, held } = history.ended;
      while ((await comparePeriods(worker)) > 0);
      const { differences } = await getPeriod(ctx, id);
      const explanations = differences.map((one) => ({ id: one.id, explanation: "no node of it here" }));
      await closePeriod(ctx, id, { explanations });
      const statement = await getStatement(ctx, id);
      const { address: signer } = quittanceSigner(api.app.config);
      expect(await verifyStatement(statement, { signer })).toMatchObject({ isValid: true });
      const { lines } = statement.message;
      expect(heldBy(lines, "opening")).toEqual(history.left);
      expect(heldBy(lines, "closing")).toEqual(held);
      Object.assign(history, {
        ended: null,
        left: held,
        closed: history.closed + 1,
        nextMonth: monthAfter(history.nextMonth),
      });
    },
  ],
};

/** What lines of a statement say that wallets held, without what is empty. */
function heldBy(lines: readonly StatementLine[], when: "opening" | "closing"): Record<string, string> {
  const held = lines
    .filter((line) => line[when] !== "0")
    .map(({ account, network, wallet, currency, ...line }): [string, string] => [
      nameOfHeld({
        network,
        wallet: account === "deposit_address" ? null : wallet.toLowerCase(),
        currency,
      }),
      line[when],
    ]);
  return Object.fromEntries(held);
}

/** Every second moment has a price; the others are valued late or by hand. */
function withPrices(): Ctx {
  const source: PriceSource = {
    provider: "chainlink",
    name: "chainlink:sepolia",
    onlyFor: null,
    offers: () => true,
    observe: () => Promise.reject(new NoPrice("chainlink:sepolia", "unavailable", "it says only what was")),
    observeAt: async (_, { time }) => {
      if (time.getTime() % 2 === 0) throw new NoPrice("chainlink:sepolia", "unavailable", "no round of then");
      return {
        provider: "chainlink",
        source: "chainlink:sepolia",
        usd: { n: 1n, d: 1n },
        at: time,
        round: null,
      };
    },
  };
  return {
    ...ctx,
    prices: new PriceBook({ sources: [source], required: 1, maxApartBps: 100, freshMs: 1, now: clock.now }),
  };
}

describe("after a random history", () => {
  const choices = Object.entries(HAPPENINGS).flatMap(([name, [weight]]) => Array<string>(weight).fill(name));

  test.each(SEEDS)(
    "wallets hold what a recount of the chain says, in each statement and at the end (seed %d)",
    {
      timeout: hangLimit(60_000),
    },
    async (seed) => {
      history = new History(seed);
      const happened = new Set<string>();
      for (let step = 0; step < STEPS; step++) {
        clock.advance(history.below(12 * HOUR_MS));
        const name = history.one(choices) ?? "";
        await HAPPENINGS[name]?.[1]();
        happened.add(name);
      }
      expect([...happened].sort()).toEqual(Object.keys(HAPPENINGS).sort());
      expect(history.closed).toBeGreaterThanOrEqual(Math.floor(STEPS / 200));
      const all = await balancesOf(ctx, ctx.caller.platformId, { startsAt: new Date(0), endsAt: FAR });
      expect(heldBy(all, "closing")).toEqual(history.recount.heldBefore(FAR));
      expect(await auditLedger(ctx)).toEqual([]);
    },
  );
});
