import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditLog, quarantinedRequests, requestSums, requests, transfers } from "@/db/schema";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { inTransaction, type Tx } from "@/server/context";
import { getPayment } from "@/server/dashboard/get-payment";
import { describePayments } from "@/server/dashboard/rows";
import { settlingTransfers } from "@/server/payments/counting/covering";
import { moneyOf } from "@/server/payments/counting/of-request";
import { auditSums, sumsOf } from "@/server/payments/counting/sums";
import { SearchPaymentsQuery } from "@/server/payments/searching/schema";
import { searchPayments } from "@/server/payments/searching/search";
import { readReceipt } from "@/server/quittances/receipt";
import type { RequestRow } from "@/server/requests/draft";
import { getRequest } from "@/server/requests/get";
import { auditSettlements } from "@/server/requests/settling/audit";
import { aTransfer, PAYEE, type TransferRow } from "@/server/testing/data/stored";
import { type OpenLedger, openLedger } from "@/server/testing/ledger";
import { ManualClock } from "@/server/testing/manual-clock";
import { settle } from "@/server/worker/settling/settle";
import { settleDue } from "@/server/worker/settling/settle-due";

const clock = new ManualClock();
let ledger: OpenLedger;

// No node is asked: what is settled is stored by SQL.
beforeAll(async () => {
  const chain = new EvmAdapter(EVM_NETWORKS.sepolia, { rpcUrls: ["http://127.0.0.1:9"] });
  ledger = await openLedger({ chain, payee: PAYEE, height: async () => 0n }, { now: clock.now });
});
afterAll(async () => {
  await ledger?.close();
});

/** Stores confirmed transfers of one base unit each. */
async function dust(request: RequestRow, count: number, from: number): Promise<void> {
  const { sql } = ledger.app.database;
  await sql`
    insert into transfers (id, network, tx_hash, position, request_id, platform_id, state, type, token, recipient,
      amount, received, fee_amount, payer, block_number, block_hash, log_index, block_time, recorded_at)
    select substr(${request.id}, 1, 16) || lpad((${from}::int + g)::text, 10, '0'), 'sepolia',
      sha256(convert_to(${request.id} || ${from} || g, 'UTF8')), 0, ${request.id}, ${request.platformId}, 'confirmed',
      'direct', decode(repeat('11', 20), 'hex'), decode(repeat('22', 20), 'hex'), 1, 1, 0,
      decode(repeat('33', 20), 'hex'), ${from}::int + g / 400, decode(repeat('44', 32), 'hex'), g % 400,
      ${clock.now().toISOString()}, ${clock.now().toISOString()}
    from generate_series(0, ${count - 1}::int) g`;
}

const inTx = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(ledger.ctx, work);
const settleNow = (...of: RequestRow[]) =>
  inTx((tx) =>
    settle(
      tx,
      of.map(({ id }) => id),
    ),
  );
const statusOf = async (request: RequestRow) => (await ledger.reload(request)).status;

async function announcedFor(request: RequestRow): Promise<string[]> {
  const bodies = await ledger.bodies(request);
  return bodies.map((body) => `${String(body.event).replace("payment.", "")} ${body.totalAmountPaid}`);
}

/** Connections to this database that wait for another one. */
async function waitingForLocks(): Promise<number> {
  const rows = await ledger.app.database.sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length;
}

/** Rows of `transfers` that this work makes the database look at. */
async function transfersRead(work: (tx: Tx) => Promise<void>): Promise<number> {
  await ledger.app.database.sql`vacuum analyze transfers`;
  return inTx(async (tx) => {
    // The connection may still count what an earlier transaction has read.
    const before = await rowsRead(tx);
    await work(tx);
    return (await rowsRead(tx)) - before;
  });
}

async function rowsRead({ db }: Tx): Promise<number> {
  const [row] = await db.execute(
    `select (seq_tup_read + idx_tup_fetch)::int as rows from pg_stat_xact_user_tables where relname = 'transfers'`,
  );
  return Number(row?.rows);
}

describe("dust of one request", () => {
  let request: RequestRow;
  let covering: TransferRow;

  test("is announced one by one up to 500 times, then together, a minute later at the earliest", async () => {
    request = await ledger.request("1");
    await dust(request, 20_000, 1);
    await settleNow(request);
    expect(await statusOf(request)).toBe("partially_paid");
    const first = await announcedFor(request);
    expect(first).toHaveLength(500);
    expect(first.at(-1)).toBe("partial 0.0005");
    await settleDue(ledger.ctx, "sepolia");
    clock.advance(59_000);
    await dust(request, 10, 30_000);
    await settleNow(request);
    await settleDue(ledger.ctx, "sepolia");
    expect(await announcedFor(request)).toHaveLength(500);
    clock.advance(1_000);
    await settleDue(ledger.ctx, "sepolia");
    expect((await announcedFor(request)).slice(500)).toEqual(["partial 0.02001"]);
    await settleDue(ledger.ctx, "sepolia");
    expect(await announcedFor(request)).toHaveLength(501);
  });

  test("costs nothing once it is announced: one more payment reads itself and its neighbours", async () => {
    await dust(request, 1, 40_000);
    clock.advance(60_000);
    expect(await transfersRead((tx) => settle(tx, [request.id]))).toBeLessThan(50);
    expect((await announcedFor(request)).at(-1)).toBe("partial 0.020011");
  });

  test("never holds back the payment that covers the amount, nor makes it count wrongly", async () => {
    await dust(request, 700, 50_000);
    covering = await aTransfer(ledger.app, request, { state: "confirmed", blockNumber: 60_000n });
    await dust(request, 5, 70_000);
    await settleNow(request);
    expect((await announcedFor(request)).slice(502)).toEqual(["confirmed 1.020711"]);
    expect(await ledger.reload(request)).toMatchObject({ status: "paid", paidAt: covering.blockTime });
    clock.advance(3_600_000);
    await settleDue(ledger.ctx, "sepolia");
    expect(await announcedFor(request)).toHaveLength(503);
  });

  test("that comes after the amount is covered is an excess, and as cheap", async () => {
    await dust(request, 20_000, 100_000);
    await settleNow(request);
    await dust(request, 1, 300_000);
    expect(await transfersRead((tx) => settle(tx, [request.id]))).toBeLessThan(50);
    expect(await announcedFor(request)).toHaveLength(503);
    expect(await statusOf(request)).toBe("paid");
  });

  describe("read by its merchant", () => {
    const asOwner = () => ledger.app.context({ ...ledger.ctx.caller, platformId: ledger.platformId });
    const wireId = () => request.requestId.slice(2);

    test("has the exact sums, the newest thousand payments and the transfer that covered it, at the price of these", async () => {
      const read = await getRequest(asOwner(), wireId());
      expect(read).toMatchObject({ hasBeenPaid: true, paidAmount: "1.040717", excessAmount: "0.040717" });
      expect(read.payments).toHaveLength(1_000);
      expect(read.payments.at(-1)).toMatchObject({ amount: "0.000001", excessAmount: "0.000001" });
      expect(read.txHash).toBe(covering.txHash);
      expect(await transfersRead(async ({ db }) => void (await moneyOf({ db }, request.id)))).toBeLessThan(
        1_200,
      );
    });

    test("is found by a search with the excess of each payment", async () => {
      const find = (txHash: string) => searchPayments(asOwner(), SearchPaymentsQuery.parse({ txHash }));
      const [paid] = (await find(covering.txHash)).payments;
      expect(paid).toMatchObject({ amount: "1", excessAmount: "0.020711" });
      const [first] = (await ledger.transfersOf(request)).slice(0, 1);
      const [small] = (await find(first?.txHash ?? "")).payments;
      expect(small).toMatchObject({ amount: "0.000001", excessAmount: "0" });
    });

    test("has a quittance of its thousand largest transfers, which cover the amount", async () => {
      const { facts, paid } = await readReceipt(asOwner(), wireId());
      expect(facts.transfers).toHaveLength(1_000);
      expect(facts.transfers.map(({ transactionHash }) => transactionHash)).toContain(covering.txHash);
      expect(paid).toBe(1_040_717n);
    });

    test("shows the oldest and the newest transfers in its detail, and says how many are left out", async () => {
      const { timeline, money, statusReason } = await getPayment(asOwner(), wireId());
      const shown = timeline.flatMap((entry) => (entry.kind === "transfer" ? entry.transfer : []));
      expect(shown).toHaveLength(500);
      expect(shown.at(0)).toMatchObject({ counted: "0.000001", excess: "0" });
      expect(shown.at(-1)).toMatchObject({ counted: "0", excess: "0.000001" });
      expect(money).toMatchObject({ paid: "1.040717", excess: "0.040717" });
      expect(statusReason).toContain("40218 more transfers that count are not shown.");
    });

    test("names the transfer that covered it in lists", async () => {
      const [row] = await describePayments(asOwner(), [request.id]);
      expect(row?.txHash).toBe(covering.txHash);
    });
  });

  test("that does not cover the amount costs lists and the owner of its link nothing", async () => {
    const short = await ledger.request("1");
    await dust(short, 5_000, 400_000);
    await settleNow(short);
    expect(await statusOf(short)).toBe("partially_paid");
    const asOwner = ledger.app.context({ ...ledger.ctx.caller, platformId: ledger.platformId });
    const listed = async ({ db }: Tx) => {
      expect(await describePayments({ ...asOwner, db }, [short.id])).toMatchObject([{ status: "partial" }]);
      expect(await settlingTransfers({ db }, [short.id])).toEqual(new Map());
    };
    expect(await transfersRead(listed)).toBeLessThan(50);
  });

  test("leaves sums that are those of its transfers", async () => {
    expect(await auditSums(ledger.ctx)).toEqual([]);
    expect(await auditSettlements(ledger.ctx)).toEqual([]);
    await ledger.app.database
      .sql`update request_sums set settled = settled + 1 where request_id = ${request.id}`;
    expect(await auditSums(ledger.ctx)).toEqual([request.id]);
    await ledger.app.database
      .sql`update request_sums set settled = settled - 1 where request_id = ${request.id}`;
  });
});

describe("the sums of a request", () => {
  test("are added up from its transfers where it was never settled", async () => {
    const request = await ledger.request("2");
    await aTransfer(ledger.app, request, { state: "confirmed", amount: 1_000_000n });
    await settleNow(request);
    await ledger.app.database.db.delete(requestSums).where(eq(requestSums.requestId, request.id));
    await aTransfer(ledger.app, request, { state: "confirmed", amount: 1_000_000n });
    await settleNow(request);
    expect(await announcedFor(request)).toEqual(["partial 1", "confirmed 2"]);
    expect(await auditSums(ledger.ctx)).toEqual([]);
  });

  test("count what a payment in another currency credits, and keep what it was paid with apart", async () => {
    const request = await ledger.request("1");
    const converted = { state: "confirmed", amount: 5_000_000n, credited: 400_000n } as const;
    const first = await aTransfer(ledger.app, request, converted);
    await settleNow(request);
    await aTransfer(ledger.app, request, { ...converted, credited: 600_000n, received: 4_000_000n });
    expect((await sumsOf(ledger.ctx, [request.id]))(request.id)).toMatchObject({
      transfers: 2,
      counted: 1_000_000n,
      received: 1_000_000n,
      fees: 0n,
      settled: 1_000_000n,
      converted: 10_000_000n,
    });
    await settleNow(request);
    expect(await announcedFor(request)).toEqual(["partial 0.4", "confirmed 1"]);
    expect(await auditSums(ledger.ctx)).toEqual([]);
    expect(await auditSettlements(ledger.ctx)).toEqual([]);

    await inTx(async (tx) => {
      await tx.db.update(transfers).set({ credited: 300_000n }).where(eq(transfers.id, first.id));
      await settle(tx, [request.id]);
    });
    const sums = (await sumsOf(ledger.ctx, [request.id]))(request.id);
    expect(sums).toMatchObject({ counted: 900_000n, settled: 900_000n, converted: 10_000_000n });
    expect(await auditSums(ledger.ctx)).toEqual([]);
  });

  test("miss nothing when another commit settles the request while this one has changed it", async () => {
    const request = await ledger.request("1");
    await settleNow(request);
    const half = { state: "seen", amount: 500_000n } as const;
    const [first, second] = [
      await aTransfer(ledger.app, request, half),
      await aTransfer(ledger.app, request, half),
    ];
    const confirm = (tx: Tx, { id }: TransferRow) =>
      tx.db.update(transfers).set({ state: "confirmed" }).where(eq(transfers.id, id));
    await inTx(async (tx) => {
      await confirm(tx, second);
      await inTx(async (other) => {
        await confirm(other, first);
        await settle(other, [request.id]);
      });
      expect(await announcedFor(request)).toEqual(["partial 0.5"]);
      await settle(tx, [request.id]);
    });
    expect(await announcedFor(request)).toEqual(["partial 0.5", "confirmed 1"]);
    expect(await auditSums(ledger.ctx)).toEqual([]);
  });

  test("miss nothing when two commits settle the request at the same time", async () => {
    const request = await ledger.request("1");
    await settleNow(request);
    const half = { state: "seen", amount: 500_000n } as const;
    const [first, second] = [
      await aTransfer(ledger.app, request, half),
      await aTransfer(ledger.app, request, half),
    ];
    const settles = (tx: Tx, { id }: TransferRow) =>
      tx.db
        .update(transfers)
        .set({ state: "confirmed" })
        .where(eq(transfers.id, id))
        .then(() => settle(tx, [request.id]));
    let other: Promise<void> | undefined;
    await inTx(async (tx) => {
      await settles(tx, first);
      other = inTx((beside) => settles(beside, second));
      await expect.poll(waitingForLocks).toBe(1);
    });
    await other;
    expect(await statusOf(request)).toBe("paid");
    expect(await announcedFor(request)).toEqual(["partial 0.5", "confirmed 1"]);
    expect(await auditSums(ledger.ctx)).toEqual([]);
  });
});

describe("a request that cannot be settled", () => {
  test("is quarantined with an alarm, nothing of it half-written, and the others go on", async () => {
    const [bad, good] = [await ledger.request("1"), await ledger.request("1")];
    await refuseToPay(bad);
    for (const request of [bad, good]) await aTransfer(ledger.app, request, { state: "confirmed" });
    await settleNow(bad, good);
    expect(await statusOf(good)).toBe("paid");
    expect(await announcedFor(good)).toEqual(["confirmed 1"]);
    expect(await statusOf(bad)).toBe("created");
    expect(await announcedFor(bad)).toEqual([]);
    const [row] = await ledger.app.database.db.select().from(quarantinedRequests);
    expect(row).toMatchObject({ requestId: bad.id, network: "sepolia", failures: 1 });
    expect(row?.reason).toContain("refused_in_this_test");
    const [entry] = await ledger.app.database.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
    expect(entry).toMatchObject({
      action: "request.quarantined",
      subject: bad.requestId.slice(2),
      platformId: bad.platformId,
    });
  });

  test("is left alone until its time, tried again later each time, and then loses nothing", async () => {
    const failures = async () => {
      const [row] = await ledger.app.database.db.select().from(quarantinedRequests);
      return row && { failures: row.failures, wait: row.retryAt.getTime() - clock.now().getTime() };
    };
    const [bad] = (await ledger.app.database.db.select().from(requests)).filter(
      ({ status }) => status === "created",
    );
    if (!bad) throw new Error("no request");
    await settleNow(bad);
    expect(await failures()).toMatchObject({ failures: 1 });
    clock.advance(60_000);
    await settleDue(ledger.ctx, "sepolia");
    expect(await failures()).toEqual({ failures: 2, wait: 120_000 });
    await ledger.app.database.sql`alter table requests drop constraint refused_in_this_test`;
    clock.advance(120_000);
    await settleDue(ledger.ctx, "sepolia");
    expect(await failures()).toBeUndefined();
    expect(await announcedFor(bad)).toEqual(["confirmed 1"]);
    expect(await auditSettlements(ledger.ctx)).toEqual([]);
  });
});

async function refuseToPay({ id }: RequestRow): Promise<void> {
  await ledger.app.database.sql.unsafe(
    `alter table requests add constraint refused_in_this_test check (id <> '${id}' or status <> 'paid')`,
  );
}
