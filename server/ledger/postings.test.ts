import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  depositAddresses,
  depositCollections,
  feeLegs,
  feeTransfers,
  ledgerEntries,
  offramps,
  payerBankAccounts,
  payers,
  refunds,
  refundTransfers,
  settlerTransactions,
  transfers,
} from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type Ctx, inTransaction } from "@/server/context";
import { auditLedger } from "@/server/ledger/audit";
import type { LedgerEntry } from "@/server/ledger/lines";
import { type BusinessEvent, POSTINGS } from "@/server/ledger/postings";
import { newId } from "@/server/lib/ids";
import type { RequestFacts, RequestRow } from "@/server/requests/draft";
import { settleRequests } from "@/server/requests/settling/settle";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer, type TransferRow } from "@/server/testing/data/stored";

let api: TestApi;
let platformId: string;
let ctx: Ctx;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ platformId } = await aTenant(api));
  ctx = api.app.context(systemCaller(platformId));
});

const db = () => api.app.database.db;
const bytes = (size: number) => `0x${randomBytes(size).toString("hex")}`;
const AMOUNT = 100_000_000n;

const request = (facts: Partial<RequestFacts> = {}, changes: Partial<RequestRow> = {}) =>
  aRequest(api.app, { platformId }, facts, changes);

/** As the watcher does it: recorded, then settled. */
async function pay(row: RequestRow, changes: Partial<TransferRow> = {}): Promise<TransferRow> {
  const transfer = await aTransfer(api.app, row, changes);
  await settle(row);
  return transfer;
}

async function settle(row: RequestRow): Promise<void> {
  await inTransaction(ctx, (tx) => settleRequests(tx, [row.id]));
}

async function move(transfer: TransferRow, changes: Partial<TransferRow>): Promise<void> {
  await db().update(transfers).set(changes).where(eq(transfers.id, transfer.id));
}

const ids = async () => new Set((await entriesNow()).map(idOf));
const idOf = ({ source, part, turn }: LedgerEntry) => `${source} ${part} ${turn}`;

function entriesNow(): Promise<LedgerEntry[]> {
  return db().select().from(ledgerEntries).where(eq(ledgerEntries.platformId, platformId));
}

/** Pays a request with a fee that is a transfer of its own. */
async function leg(
  row: RequestRow,
  bearer: "payer" | "payee" | null,
  begin: () => Promise<void>,
): Promise<void> {
  const transfer = await pay(row);
  await begin();
  const topic1 = bytes(32);
  await db()
    .insert(feeLegs)
    .values({
      topic1,
      requestId: row.id,
      paymentReference: bytes(8),
      type: "protocol",
      bearer,
      address: "0x",
      percentage: "0",
    });
  await db().insert(feeTransfers).values({
    network: row.network,
    txHash: transfer.txHash,
    position: 1,
    topic1,
    amount: 7n,
    blockNumber: transfer.blockNumber,
  });
}

async function atAddress(row: RequestRow): Promise<{ address: string; payee: string }> {
  const terms = { address: bytes(20), payee: bytes(20) };
  const now = api.app.now();
  await db()
    .insert(depositAddresses)
    .values({
      ...terms,
      network: row.network,
      requestId: row.id,
      token: bytes(20),
      feeProxy: bytes(20),
      paymentReference: row.paymentReference,
      amount: row.amount,
      feeAmount: 0n,
      legAmount: 0n,
      createdAt: now,
      watchedUntil: now,
    });
  return terms;
}

async function collect(
  row: RequestRow,
  changes: Partial<typeof depositCollections.$inferInsert>,
): Promise<string> {
  const { address } = await atAddress(row);
  const txHash = bytes(32);
  await db()
    .insert(depositCollections)
    .values({
      network: row.network,
      txHash,
      position: 0,
      address,
      amount: 105n,
      feeAmount: 5n,
      topic1: row.topic1,
      blockNumber: 2_000n,
      blockTime: api.app.now(),
      ...changes,
    });
  return txHash;
}

async function refund(row: RequestRow): Promise<string> {
  const now = api.app.now();
  const id = newId(now);
  await db()
    .insert(refunds)
    .values({
      id,
      requestId: row.id,
      network: row.network,
      currency: row.paymentCurrency,
      amount: 30n,
      receiver: bytes(20),
      paymentReference: bytes(8),
      topic1: bytes(32),
      state: "confirmed",
      createdAt: now,
      expiresAt: now,
    });
  await db()
    .insert(refundTransfers)
    .values({
      network: row.network,
      txHash: bytes(32),
      position: 0,
      refundId: id,
      amount: 30n,
      sender: bytes(20),
      blockNumber: 3_000n,
      blockHash: bytes(32),
      blockTime: now,
      isConfirmed: true,
    });
  return id;
}

async function settlerTransaction(network: string, hash: string): Promise<void> {
  const now = api.app.now();
  const id = newId(now);
  await db()
    .insert(settlerTransactions)
    .values({
      id,
      network,
      sender: bytes(20),
      nonce: 1n,
      attempt: 1,
      hash,
      raw: "0x",
      to: bytes(20),
      data: "0x",
      addresses: 1,
      gasLimit: 300_000n,
      maxFee: 10n,
      maxPriorityFee: 1n,
      state: "mined",
      signedAtBlock: 1n,
      blockNumber: 2_000n,
      succeeded: true,
      gasUsed: 200_000n,
      gasPrice: 9n,
      signedAt: now,
    });
  await db().update(settlerTransactions).set({ isSettled: true }).where(eq(settlerTransactions.id, id));
}

async function toBank(
  status: "fiat_sent" | "refunded",
  begin: () => Promise<void>,
  feeAmount: bigint | null = null,
): Promise<void> {
  const row = await request({}, { isCryptoToFiatAllowed: true });
  await pay(row);
  const now = api.app.now();
  const [payerId, bankAccountId, id] = [newId(now), newId(now), newId(now)];
  const common = { platformId, provider: "sandbox", createdAt: now, changedAt: now } as const;
  await db()
    .insert(payers)
    .values({
      ...common,
      id: payerId,
      clientUserId: payerId,
      providerLinkId: payerId,
      kycStatus: "approved",
      agreementStatus: "completed",
      lastUsedAt: now,
    });
  await db()
    .insert(payerBankAccounts)
    .values({
      ...common,
      id: bankAccountId,
      payerId,
      beneficiaryType: "individual",
      currency: "EUR",
      rails: "local",
      country: "DE",
      status: "approved",
    });
  await db()
    .insert(offramps)
    .values({
      id,
      requestId: row.id,
      payerId,
      bankAccountId,
      provider: "sandbox",
      providerTransferId: id,
      depositAddress: bytes(20),
      returnAddress: bytes(20),
      amount: row.amount,
      destinationAmount: "91.25",
      destinationCurrency: "EUR",
      fees: [],
      feeAmount,
      status: "sending_fiat",
      createdAt: now,
      changedAt: now,
    });
  await begin();
  await db().update(offramps).set({ status }).where(eq(offramps.id, id));
}

const CONVERTED = { credited: 50_00000000n, valuation: "block_price" } as const;
const inEuro = (facts: Partial<RequestFacts> = {}) =>
  request(facts, { invoiceCurrency: "EUR", amount: 50_00000000n });

/**
 * Lets each event happen. What is there before it is made first; `begin` is called when it happens.
 */
const HAPPENINGS: Record<BusinessEvent, (begin: () => Promise<void>) => Promise<unknown>> = {
  "payment received": async () => pay(await request()),
  "part received": async () => pay(await request(), { amount: 40_000_000n }),
  "more received than asked for": async () => pay(await request(), { amount: AMOUNT + 1n }),
  "paid a second time": async (begin) => {
    const row = await request();
    await pay(row);
    await begin();
    await pay(row);
  },
  "paid after its time": async () =>
    pay(await request({}, { linkExpiresAt: new Date(0), linkEnd: "expired" })),
  "received by a Safe": async () => pay(await request(), { recipient: bytes(20), payerEoa: null }),
  "received from another network": async () =>
    pay(await request(), { type: "crosschain", sourceNetwork: "base", depositId: 1n }),
  "more arrived from another network than was called for": async () =>
    pay(await request(), { type: "crosschain", received: AMOUNT + 9n }),
  "received in another currency": async () => pay(await inEuro(), CONVERTED),
  "tolerance let off": async () =>
    pay(await request({}, { leastAmount: 99_000_000n, tolerates: "all" }), { amount: 99_500_000n }),
  "fee on top, inside the payment": async () =>
    pay(await request(), { feeAmount: 3n, feeAddress: bytes(20) }),
  "fee on top, a transfer of its own": async (begin) => leg(await request(), null, begin),
  "fee out of the amount": async (begin) => leg(await request(), "payee", begin),
  "held: of a wallet that was not approved": async () =>
    pay(await request(), { mismatch: "payer_not_approved" }),
  "held: nobody knows what it is worth": async () => pay(await inEuro(), { mismatch: "unvalued" }),
  released: async (begin) => {
    const transfer = await pay(await request(), { mismatch: "payer_not_approved" });
    await begin();
    await move(transfer, { mismatch: null });
  },
  rejected: async (begin) => {
    const transfer = await pay(await request(), { mismatch: "payer_not_approved" });
    await begin();
    await move(transfer, { mismatch: "payer_rejected" });
  },
  "in a token that was not asked for": async () =>
    pay(await request(), { mismatch: "token_mismatch", token: bytes(20) }),
  "to a wallet that is not the payee": async () =>
    pay(await request(), { mismatch: "recipient_mismatch", recipient: bytes(20) }),
  "arrived at a deposit address": async () =>
    pay(await request(), { type: "deposit", depositAddress: bytes(20), arrived: AMOUNT + 5n, feeAmount: 5n }),
  "collected from a deposit address": async () => collect(await request(), {}),
  "fee collected from a deposit address": async () =>
    collect(await request(), { topic1: bytes(32), feeAmount: 0n }),
  "collected before collections were divided": async () =>
    collect(await request(), { topic1: null, feeAmount: null }),
  "gas of collecting": async (begin) => {
    const row = await request();
    const hash = await collect(row, {});
    await begin();
    await settlerTransaction(row.network, hash);
  },
  refunded: async () => refund(await request()),
  "paid out": async () => pay(await request({ kind: "payout" })),
  "fee of a payout": async () => pay(await request({ kind: "payout" }), { feeAmount: 3n }),
  "fee of a payout, out of its amount": async (begin) =>
    leg(await request({ kind: "payout" }), "payee", begin),
  "paid out in another currency": async () => pay(await inEuro({ kind: "payout" }), CONVERTED),
  "received for a bank account": async () => pay(await request({}, { isCryptoToFiatAllowed: true })),
  "paid to the bank account": (begin) => toBank("fiat_sent", begin),
  "paid to the bank account, and the provider kept fees": (begin) => toBank("fiat_sent", begin, 5n),
  "sent back by the provider": (begin) => toBank("refunded", begin),
  "payment reorganised": async (begin) => {
    const transfer = await pay(await request());
    await begin();
    await move(transfer, { state: "orphaned" });
  },
  "refund reorganised": async (begin) => {
    const id = await refund(await request());
    await begin();
    await db().delete(refundTransfers).where(eq(refundTransfers.refundId, id));
  },
};

describe("the journal", () => {
  test.each(Object.entries(POSTINGS))("%s", async (name, postings) => {
    let before = new Set<string>();
    await HAPPENINGS[name as BusinessEvent](async () => {
      before = await ids();
    });
    const written = (await entriesNow()).filter((entry) => !before.has(idOf(entry)));
    const pairs = (list: readonly (readonly [string, string, ...unknown[]])[]) =>
      list.map(([debit, credit]) => `${debit} from ${credit}`).sort();
    expect(pairs(written.map(({ debit, credit }) => [debit, credit]))).toEqual(pairs(postings));
    expect(await auditLedger(ctx)).toEqual([]);
  });

  test("says nothing of a payment that is not deep enough, and of one whose words do not change", async () => {
    const row = await request();
    const transfer = await pay(row, { state: "seen" });
    expect(await entriesNow()).toEqual([]);
    await move(transfer, { state: "confirmed" });
    await move(transfer, { state: "final", announcedRound: 1 });
    await settle(row);
    expect(await entriesNow()).toHaveLength(1);
  });

  test("enters a payment anew that comes back in another block, and takes the old entry back", async () => {
    const transfer = await pay(await request());
    await move(transfer, { state: "orphaned" });
    await move(transfer, { state: "seen", blockNumber: 9_000n, blockTime: new Date("2030-01-01") });
    await move(transfer, { state: "confirmed" });
    const rows = (await entriesNow()).toSorted((a, b) => a.turn - b.turn);
    expect(
      rows.map(({ turn, reverses, debit, blockNumber }) => [turn, reverses, debit, blockNumber]),
    ).toEqual([
      [1, null, "wallet", transfer.blockNumber],
      [2, 1, "receipts", transfer.blockNumber],
      [3, null, "wallet", 9_000n],
    ]);
  });

  test("says of a payment in parts that a reorganisation takes back that it is taken back, and nothing of tolerance", async () => {
    const row = await request({}, { leastAmount: AMOUNT - 5n, tolerates: "all" });
    const parts = [await pay(row, { amount: AMOUNT - 40n }), await pay(row, { amount: 40n })];
    for (const part of parts.toReversed()) {
      // The sums change while the request still says that it is paid, which it does until it is settled.
      await move(part, { state: "orphaned" });
      await settle(row);
    }
    const rows = (await entriesNow()).map(({ part, reverses }) => `${part}, reverses ${reverses}`);
    expect(rows.sort()).toEqual([
      "principal, reverses 1",
      "principal, reverses 1",
      "principal, reverses null",
      "principal, reverses null",
    ]);
    expect(await auditLedger(ctx)).toEqual([]);
  });

  test.each([
    ["changed", sql`update ledger_entries set amount = amount + 1`],
    ["removed", sql`delete from ledger_entries`],
    ["emptied", sql`truncate ledger_entries`],
  ])("cannot be %s, not even by SQL", async (_, statement) => {
    await pay(await request());
    await expect(db().execute(statement)).rejects.toMatchObject({
      cause: { message: "ledger_entries is append-only" },
    });
  });

  test("takes no entry of nothing, and none from an account to itself", async () => {
    await pay(await request());
    const [entry] = await entriesNow();
    if (!entry) throw new Error("no entry");
    const wrong = [{ amount: 0n }, { amount: -1n }, { credit: entry.debit, creditWallet: entry.debitWallet }];
    for (const changes of wrong) {
      await expect(
        db()
          .insert(ledgerEntries)
          .overridingSystemValue()
          .values({ ...entry, turn: 9, ...changes }),
      ).rejects.toMatchObject({
        cause: { code: "23514" },
      });
    }
  });
});
