import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET } from "@/app/v2/payments/route";
import { feeLegs, feeTransfers, requests, transfers } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { Hex } from "@/server/chains/contract-addresses";
import { inTransaction } from "@/server/context";
import { recordTransfers } from "@/server/payments/recording/record";
import type { SeenTransfer } from "@/server/payments/recording/transfer-row";
import { orphanTransfersAbove } from "@/server/payments/watching/finality";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { numberedId, storeManyPaid, walletHex } from "@/server/testing/data/many";
import { aRequest, aTransfer, PAYEE, type TransferRow, tokenOf, wireId } from "@/server/testing/data/stored";
import { type Tenant, twoTenants } from "@/server/testing/data/tenants";

const PAYER = "0x52908400098527886e0f7030069857d2e4169ee7";
const FEE = "0x1111111111111111111111111111111111111111";
/** The same twenty bytes in both families. */
const TRON = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";
const TRON_HEX = "0x5cbdd86a2fa8dc4bddd8a8f69dba48572eec07fb";

let api: TestApi;
let a: Tenant;
let b: Tenant;

beforeAll(async () => {
  api = await startTestApi();
  [a, b] = await twoTenants(api);
});
afterAll(() => api?.close());

const search = (query: Record<string, string>, headers: Record<string, string>) =>
  GET(new Request(`http://127.0.0.1/v2/payments?${new URLSearchParams(query)}`, { headers }));

async function found(query: Record<string, string>, headers = a.key) {
  const response = await search(query, headers);
  expect(response.status).toBe(200);
  return response.json();
}

async function foundIds(query: Record<string, string>, headers = a.key): Promise<string[]> {
  return (await found(query, headers)).payments.map((payment: { id: string }) => payment.id);
}

const ids = (...rows: TransferRow[]) => rows.map((row) => row.id);
const at = (text: string) => new Date(text);

/** A stored payment as the watcher sees it when its transaction is mined in another block. */
async function mined(id: string): Promise<SeenTransfer> {
  const [row] = await api.app.database.db
    .select({ transfer: transfers, request: requests })
    .from(transfers)
    .innerJoin(requests, eq(requests.id, transfers.requestId))
    .where(eq(transfers.id, id));
  if (!row) throw new Error(`no transfer ${id}`);
  const { transfer, request } = row;
  const hex = (text: string): Hex => `0x${text.slice(2)}`;
  return {
    request: { ...request, restrictedLinkId: null },
    log: {
      txHash: hex(transfer.txHash),
      position: transfer.position,
      blockNumber: transfer.blockNumber,
      blockHash: hex(`0x${"be".repeat(32)}`),
      logIndex: transfer.logIndex,
      topic1: hex(request.topic1),
      token: hex(transfer.token ?? ""),
      recipient: hex(transfer.recipient),
      amount: transfer.amount,
      feeAmount: transfer.feeAmount,
      feeAddress: null,
      conversion: null,
    },
    mismatch: null,
    settlement: { payer: null, payerEoa: null, received: null, takenFrom: null },
    blockTime: transfer.blockTime,
  };
}

describe("200 with the payments that fit every filter", () => {
  test("a payment carries everything the contract names (PS-09, PS-12)", async () => {
    const row = await aRequest(
      api.app,
      a,
      { reference: "full", customerInfo: { email: "ada@example.com" } },
      { status: "paid", detectionSource: "service-network" },
    );
    const transfer = await aTransfer(api.app, row, {
      amount: 120_500_000n,
      received: 120_000_000n,
      feeAmount: 1_000_000n,
      feeAddress: FEE,
      payer: PAYER,
    });
    await api.app.database.db.insert(feeLegs).values({
      topic1: row.topic1,
      requestId: row.id,
      paymentReference: row.paymentReference,
      type: "protocol",
      address: FEE,
      percentage: "0.05",
      paid: 50_000n,
    });
    await api.app.database.db.insert(feeTransfers).values({
      network: transfer.network,
      txHash: transfer.txHash,
      position: 1,
      topic1: row.topic1,
      amount: 50_000n,
      blockNumber: transfer.blockNumber,
    });
    expect(await found({ reference: "full" })).toEqual({
      payments: [
        {
          id: transfer.id,
          amount: "120.5",
          sourceNetwork: "sepolia",
          destinationNetwork: "sepolia",
          sourceTxHash: transfer.txHash,
          destinationTxHash: null,
          timestamp: transfer.blockTime.toISOString(),
          type: "direct",
          conversionRateSource: null,
          conversionRateDestination: null,
          convertedAmountSource: null,
          convertedAmountDestination: null,
          currency: "USDC-sepolia",
          paymentCurrency: "USDC-sepolia",
          fees: [
            {
              type: "platform",
              stage: "proxying",
              provider: "service-network",
              amount: "1",
              currency: "USDC",
              receiverAddress: FEE,
              network: "sepolia",
            },
            {
              type: "protocol",
              stage: "sending",
              provider: "service-network",
              amount: "0.05",
              currency: "USDC",
              receiverAddress: FEE,
              network: "sepolia",
            },
          ],
          recurringPaymentId: null,
          rateProvider: null,
          request: {
            requestId: wireId(row),
            paymentReference: row.paymentReference,
            hasBeenPaid: true,
            customerInfo: { email: "ada@example.com" },
            reference: "full",
          },
          detectionSource: "service-network",
          note: null,
          payerAddress: "0x52908400098527886E0F7030069857D2E4169EE7",
          payerEoaAddress: null,
          paidAmount: "120.5",
          paidCurrency: "USDC-sepolia",
          paidNetwork: "sepolia",
          receivedAmount: "120",
          receivedCurrency: "USDC-sepolia",
          receivedNetwork: "sepolia",
          excessAmount: "20.5",
          excessCurrency: "USDC-sepolia",
        },
      ],
      pagination: { total: 1, limit: 20, offset: 0, hasMore: false },
    });
  });

  test("txHash in any letter case finds every payment of the transaction (PS-03)", async () => {
    const txHash = `0x${"cd".repeat(32)}`;
    const one = await aTransfer(api.app, await aRequest(api.app, a), { txHash, position: 0 });
    const two = await aTransfer(api.app, await aRequest(api.app, a), { txHash, position: 1 });
    for (const text of [txHash, `0x${"CD".repeat(32)}`]) {
      expect((await foundIds({ txHash: text })).sort()).toEqual(ids(one, two).sort());
    }
  });

  test("walletAddress finds payer and payee, EVM in any letter case, and only in its own family (PS-04)", async () => {
    const payee = "0x7777777777777777777777777777777777777777";
    const row = await aRequest(api.app, a, { payee });
    const payer = `0x${"ef".repeat(20)}`;
    const transfer = await aTransfer(api.app, row, { payer });
    for (const wallet of [payer, `0x${"EF".repeat(20)}`, `0x${"eF".repeat(20)}`, payee]) {
      expect(await foundIds({ walletAddress: wallet })).toEqual(ids(transfer));
    }
    const onTron = await aRequest(api.app, a, { payee: TRON, token: tokenOf("USDT-tron") });
    const tronPayment = await aTransfer(api.app, onTron, { recipient: TRON_HEX, token: null });
    expect(await foundIds({ walletAddress: TRON })).toEqual(ids(tronPayment));
    expect(await foundIds({ walletAddress: TRON_HEX })).toEqual([]);
  });

  test("paymentReference and requestId find the payments of that request", async () => {
    const row = await aRequest(api.app, a);
    const first = await aTransfer(api.app, row, { amount: 1n });
    const second = await aTransfer(api.app, row, { blockTime: new Date(first.blockTime.getTime() + 1) });
    const upper = `0x${row.paymentReference.slice(2).toUpperCase()}`;
    expect(await foundIds({ requestId: wireId(row) })).toEqual(ids(second, first));
    expect(await foundIds({ paymentReference: row.paymentReference })).toEqual(ids(second, first));
    expect(await foundIds({ paymentReference: upper })).toEqual(ids(second, first));
  });

  test("type and currencies narrow it, aliases of currencies included (PS-02, PS-05)", async () => {
    const usdc = await aRequest(api.app, a, { reference: "mixed", token: tokenOf("USDC-matic") });
    const eth = await aRequest(api.app, a, { reference: "mixed", token: tokenOf("ETH-mainnet"), amount: 5n });
    const direct = await aTransfer(api.app, usdc);
    const recurring = await aTransfer(api.app, usdc, {
      type: "recurring",
      blockTime: new Date(direct.blockTime.getTime() + 1),
    });
    const native = await aTransfer(api.app, eth);
    const reference = "mixed";
    expect(await foundIds({ reference, type: "direct", paymentCurrency: "USDC-matic" })).toEqual(ids(direct));
    expect(await foundIds({ reference, type: "conversion" })).toEqual([]);
    for (const name of ["USDC-matic", "USDCn-matic", "usdc-MATIC"]) {
      expect(await foundIds({ reference, paymentCurrency: name })).toEqual(ids(recurring, direct));
      expect(await foundIds({ reference, invoiceCurrency: name })).toEqual(ids(recurring, direct));
    }
    expect(await foundIds({ paymentCurrency: "ETH-mainnet" })).toEqual(ids(native));
    expect(await foundIds({ paymentCurrency: "USDC-base" })).toEqual([]);
    expect(await foundIds({ reference, invoiceCurrency: "EUR" })).toEqual([]);
    expect((await found({ paymentCurrency: "nothing" })).pagination.total).toBe(0);
  });

  test("fromDate and toDate belong to the period, to the millisecond (PS-06)", async () => {
    const row = await aRequest(api.app, a, { reference: "dated" });
    const times = ["2025-03-01T00:00:00.000Z", "2025-03-01T12:00:00.500Z", "2025-03-02T00:00:00.000Z"];
    const [first, second, third] = await Promise.all(
      times.map((time) => aTransfer(api.app, row, { amount: 1n, blockTime: at(time) })),
    );
    if (!first || !second || !third) throw new Error("not stored");
    const reference = "dated";
    const between = (fromDate: string, toDate: string) => foundIds({ reference, fromDate, toDate });
    expect(await between("2025-03-01T00:00:00Z", "2025-03-02T00:00:00Z")).toEqual(ids(third, second, first));
    expect(await between("2025-03-01T12:00:00.500Z", "2025-03-01T12:00:00.500Z")).toEqual(ids(second));
    expect(await between("2025-03-01T00:00:00.001Z", "2025-03-01T23:59:59.999Z")).toEqual(ids(second));
    expect(await foundIds({ reference, fromDate: "2025-03-01T12:00:00.501Z" })).toEqual(ids(third));
    expect(await foundIds({ reference, toDate: "2025-02-28T23:59:59.999Z" })).toEqual([]);
  });

  test("what does not fit its request, and what the chain dropped, is not a payment", async () => {
    const row = await aRequest(api.app, a, { reference: "not payments" });
    await aTransfer(api.app, row, { mismatch: "token_mismatch", payer: PAYER });
    await aTransfer(api.app, row, { mismatch: "recipient_mismatch", recipient: PAYER });
    await aTransfer(api.app, row, { state: "orphaned" });
    await aTransfer(api.app, row, { state: "dropped" });
    const seen = await aTransfer(api.app, row, { state: "seen" });
    expect(await foundIds({ reference: "not payments" })).toEqual(ids(seen));
    expect(await foundIds({ requestId: wireId(row) })).toEqual(ids(seen));
  });

  test("a page says whether there is more (PS-07)", async () => {
    const row = await aRequest(api.app, a, { reference: "many" });
    const rows: TransferRow[] = [];
    for (let n = 0; n < 25; n++) {
      rows.unshift(await aTransfer(api.app, row, { blockTime: new Date(Date.UTC(2025, 0, 1, 0, n)) }));
    }
    const first = await found({ reference: "many" });
    expect(first.payments).toHaveLength(20);
    expect(first.pagination).toEqual({ total: 25, limit: 20, offset: 0, hasMore: true });
    const last = await found({ reference: "many", limit: "5", offset: "20" });
    expect(last.payments.map((payment: { id: string }) => payment.id)).toEqual(ids(...rows.slice(20)));
    expect(last.pagination).toEqual({ total: 25, limit: 5, offset: 20, hasMore: false });
    const beyond = await found({ reference: "many", offset: "50" });
    expect(beyond.pagination).toEqual({ total: 25, limit: 20, offset: 50, hasMore: false });
  });

  test("thousands found stay exact, also after a payment left the chain and came back", async () => {
    const [shop] = await twoTenants(api);
    const { sql, db } = api.app.database;
    const start = at("2024-01-01T00:00:00Z");
    await storeManyPaid(sql, { platformId: shop.platformId, first: 0, count: 3_500, start });
    const payee = `0x${walletHex(0)}`;
    const deep = () => found({ walletAddress: payee, limit: "1", offset: "3400" }, shop.key);
    expect(await deep()).toMatchObject({
      payments: [{ id: numberedId(start, 99) }],
      pagination: { total: 3_500, hasMore: true },
    });
    expect((await found({ walletAddress: `0x${walletHex(1)}` }, shop.key)).pagination.total).toBe(350);
    expect((await found({ type: "direct", toDate: "2024-01-01T00:59:59Z" }, shop.key)).pagination.total).toBe(
      3_500,
    );
    expect(
      (await found({ type: "direct", fromDate: "2024-01-01T00:50:00Z" }, shop.key)).pagination.total,
    ).toBe(500);

    await db
      .update(transfers)
      .set({ state: "confirmed" })
      .where(eq(transfers.id, numberedId(start, 2_000)));
    const worker = api.app.context(systemCaller(""));
    await inTransaction(worker, (tx) => orphanTransfersAbove(tx, "base", 1_999n, 2_001n));
    expect(await deep()).toMatchObject({
      payments: [{ id: numberedId(start, 98) }],
      pagination: { total: 3_499 },
    });
    await inTransaction(worker, async (tx) =>
      recordTransfers(tx, "base", [await mined(numberedId(start, 2_000))]),
    );
    expect(await deep()).toMatchObject({
      payments: [{ id: numberedId(start, 99) }],
      pagination: { total: 3_500 },
    });
  });
});

describe("only the caller's own payments (PS-11)", () => {
  test("every filter of one tenant finds nothing for another", async () => {
    const row = await aRequest(api.app, { ...a, clientId: a.backendId }, { reference: "secret" });
    const transfer = await aTransfer(api.app, row, { payer: PAYER });
    for (const headers of [b.key, b.backend]) {
      const queries: Record<string, string>[] = [
        { txHash: transfer.txHash },
        { walletAddress: PAYER },
        { walletAddress: PAYEE },
        { paymentReference: row.paymentReference },
        { requestId: wireId(row) },
        { reference: "secret" },
        { type: "direct" },
        { invoiceCurrency: "USDC-sepolia" },
        { paymentCurrency: "USDC-sepolia" },
      ];
      for (const query of queries) {
        expect(await found(query, headers)).toEqual({
          payments: [],
          pagination: { total: 0, limit: 20, offset: 0, hasMore: false },
        });
      }
    }
  });

  test("a client ID finds what it created, not the rest of its platform", async () => {
    const own = await aRequest(api.app, { ...a, clientId: a.backendId }, { reference: "scoped" });
    const others = await aRequest(api.app, a, { reference: "scoped" });
    const transfer = await aTransfer(api.app, own);
    await aTransfer(api.app, others);
    expect(await foundIds({ reference: "scoped" }, a.backend)).toEqual(ids(transfer));
    expect(await foundIds({ requestId: wireId(others) }, a.backend)).toEqual([]);
  });

  test("403 for a browser client ID", async () => {
    expect((await search({ type: "direct" }, a.browser)).status).toBe(403);
  });

  test("401 without a credential", async () => {
    expect((await search({ type: "direct" }, {})).status).toBe(401);
  });
});

describe("400 with statusCode and the field (ER-03)", () => {
  const failure = async (query: Record<string, string>) => {
    const response = await search(query, a.key);
    expect(response.status).toBe(400);
    return response.json();
  };

  const uncritical: Record<string, string>[] = [
    {},
    { fromDate: "2025-01-01T00:00:00Z" },
    { limit: "10", offset: "5" },
    { unknown: "x" },
  ];

  test.each(uncritical)("without any criterion: %j (PS-01)", async (query) => {
    expect(await failure(query)).toEqual({
      statusCode: 400,
      message: "Validation failed",
      errors: [{ field: "query", message: expect.stringContaining("At least one of txHash, walletAddress") }],
    });
  });

  test("toDate before fromDate, in the words of the contract", async () => {
    const query = { type: "direct", fromDate: "2025-01-02T00:00:00Z", toDate: "2025-01-01T00:00:00Z" };
    expect(await failure(query)).toEqual({
      statusCode: 400,
      message: "Validation failed",
      errors: [{ field: "toDate", message: "toDate must be after or equal to fromDate" }],
    });
  });

  test("an unknown type, in the words of the contract, with ours at the end", async () => {
    expect((await failure({ type: "gift" })).errors).toEqual([
      {
        field: "type",
        message:
          "Invalid enum value. Expected 'direct' | 'conversion' | 'crosschain' | 'recurring' | 'deposit', received 'gift'",
      },
    ]);
  });

  const bad: [string, string][] = [
    ["txHash", "0x12"],
    ["txHash", "ab".repeat(32)],
    ["txHash", `0x${"zz".repeat(32)}`],
    ["walletAddress", "' or 1=1 --"],
    ["walletAddress", ""],
    ["walletAddress", TRON.toLowerCase()],
    ["paymentReference", "0x1234"],
    ["paymentReference", "\0"],
    ["requestId", `0x01${"ab".repeat(32)}`],
    ["requestId", "1"],
    ["reference", ""],
    ["reference", "x".repeat(256)],
    ["reference", "a\0b"],
    ["invoiceCurrency", ""],
    ["paymentCurrency", ""],
    ["fromDate", "2025-01-01"],
    ["fromDate", "2025-01-01T00:00:00+02:00"],
    ["fromDate", "2025-02-30T00:00:00Z"],
    ["toDate", "yesterday"],
    ["toDate", "2025-01-01T25:00:00Z"],
    ["limit", "0"],
    ["limit", "-1"],
    ["limit", "1e9"],
    ["limit", "abc"],
    ["limit", "101"],
    ["offset", "1e12"],
    ["offset", "-5"],
    ["offset", "1000000000000"],
  ];

  test.each(bad)("%s=%j", async (field, value) => {
    const body = await failure({ ...(field === "reference" ? {} : { reference: "x" }), [field]: value });
    expect(body).toMatchObject({ statusCode: 400, message: "Validation failed", errors: [{ field }] });
  });

  test("values that look like SQL are only values", async () => {
    for (const reference of ["'; drop table transfers; --", "%", "_", "\\", "$1", "💸"]) {
      expect(await foundIds({ reference })).toEqual([]);
    }
    expect(await api.app.database.db.$count(transfers)).toBeGreaterThan(0);
  });
});
