import { eq, sql } from "drizzle-orm";
import { decodeFunctionData, encodeFunctionData, type Hex } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as payLink } from "@/app/v2/secure-payments/[token]/pay/route";
import { POST as refreshStep } from "@/app/v2/secure-payments/[token]/refresh-step-transaction/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { lifiDiamondAbi } from "@/contracts/abis";
import { crosschainDeposits, lifiTransfers, requests, transfers, webhookEvents } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { PaymentLog } from "@/server/chains/adapter";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { inTransaction } from "@/server/context";
import { askLifi } from "@/server/crosschain/lifi/ask";
import { requestsOfLifi } from "@/server/crosschain/lifi/transfers";
import { quarantinedDepositsOf, retryDeposits } from "@/server/crosschain/quarantine";
import { depositTimeline } from "@/server/dashboard/timeline/crosschain-timeline";
import { auditDeposits } from "@/server/payments/crosschain/audit-deposits";
import { bridgeFeesOf } from "@/server/payments/crosschain/fees";
import type { LifiTold } from "@/server/providers/crosschain/lifi-told";
import { BridgeFault, type BridgeProvider } from "@/server/providers/crosschain/provider";
import { aDeposit } from "@/server/testing/data/stored-deposit";
import { type CrosschainChains, startCrosschainChains } from "@/server/testing/evm/crosschain-chains";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

let bridged: CrosschainChains;
let merchant: Merchant;

beforeAll(async () => {
  bridged = await startCrosschainChains(["base", "arbitrum-one"], { CROSSCHAIN_PROVIDER: "lifi" });
  merchant = await aMerchant(bridged.api, { currency: "USDC-base" });
});
afterAll(async () => {
  await bridged?.close();
});

const payer = () => bridged.on("base").accounts.payer.address;
const params = (token: string) => ({ params: { token } });
const DIAMOND = EVM_NETWORKS["arbitrum-one"].contracts.lifiRouter?.address;
const RECEIVER = EVM_NETWORKS.base.contracts.lifiReceiver?.address.toLowerCase();

async function aLink(...amounts: string[]): Promise<string> {
  const requests = amounts.map((amount) => ({ destinationId: merchant.destinationId, amount }));
  const options = { method: "POST", headers: merchant.key, body: { requests } } as const;
  const { status, body } = await send(createLink, "/v2/secure-payments", options);
  expect(status).toBe(201);
  return body.token;
}

const QUERY = { chain: "ARBITRUM", token: "USDC" };
const pay = (token: string, query: Record<string, string> = QUERY) =>
  send(payLink, `/v2/secure-payments/${token}/pay?${new URLSearchParams({ ...query, wallet: payer() })}`, {
    headers: merchant.browser,
    ...params(token),
  });
const read = (token: string) =>
  send(readLink, `/v2/secure-payments/${token}`, { headers: merchant.browser, ...params(token) });

async function sign(transactions: Parameters<typeof signAndSend>[2]): Promise<void> {
  await signAndSend(bridged.on("arbitrum-one"), "payer", transactions);
  await bridged.watch();
}

/** The newest deposit, what LI.FI is noted to call it, and the newest transfer. */
async function recorded() {
  const { db } = bridged.api.app.database;
  const deposits = await db.select().from(crosschainDeposits).orderBy(crosschainDeposits.blockNumber);
  const deposit = deposits.at(-1);
  const noted = await db.select().from(lifiTransfers);
  const paid = await db.select().from(transfers).orderBy(transfers.blockNumber);
  return {
    deposit,
    lifi: noted.find(({ depositId }) => depositId === deposit?.id),
    transfer: paid.find(({ requestId }) => requestId === deposit?.requestId),
  };
}

async function audit(): Promise<void> {
  const { chains, database } = bridged.api.app;
  for (const chain of chains.list()) {
    const report = await auditDeposits({ db: database.db, chains }, chain);
    expect(report?.differences).toEqual([]);
  }
}

test("a link is paid by LI.FI's transaction, in the name of its depositor, and stamped anew before", async () => {
  const token = await aLink("30");
  const { status, body } = await pay(token);
  expect([status, body.error ?? null]).toEqual([200, null]);
  const deposit = body.transactions.at(-1);
  expect(deposit.to).toBe(DIAMOND);
  expect(body.metadata).toMatchObject({ sourceAmount: "30.025", routeType: "crosschain" });
  const { rawStep } = body.metadata;
  expect(rawStep.action.toAddress.toLowerCase()).toBe(RECEIVER);
  const fresh = await send(refreshStep, `/v2/secure-payments/${token}/refresh-step-transaction`, {
    method: "POST",
    headers: merchant.browser,
    body: { step: rawStep },
    ...params(token),
  });
  expect(fresh.status).toBe(200);
  await sign(fresh.body.transactions);
  expect((await recorded()).deposit).toMatchObject({ state: "bridging", recipient: RECEIVER });
  expect((await read(token)).status).not.toBe(409);
  await bridged.fillAll();
  await bridged.watch();
  expect((await read(token)).status).toBe(409);
  const { deposit: row, lifi, transfer } = await recorded();
  expect(row).toMatchObject({ state: "filled", payer: payer().toLowerCase() });
  expect(lifi?.transactionId).toMatch(/^0x[0-9a-f]{64}$/);
  expect(transfer).toMatchObject({
    type: "crosschain",
    payer: payer().toLowerCase(),
    payerEoa: payer().toLowerCase(),
    sourceNetwork: "arbitrum-one",
    isFallback: null,
  });
  await audit();
});

test("a link whose payment call fails is credited with what LI.FI's receiver gave to the payee (XC-07)", async () => {
  const token = await aLink("12");
  await sign((await pay(token)).body.transactions);
  // Somebody fills a deposit that nobody made, under the same ID of LI.FI: that names no request.
  const own = (await bridged.pool("arbitrum-one").deposits(0n)).deposits.at(-1);
  if (!own) throw new Error("no deposit");
  const madeUp = { ...own, depositId: own.depositId + 1_000n };
  await bridged.pool("base").fill(madeUp, { failCall: true });
  await bridged.watch();
  await bridged.watch();
  expect((await recorded()).deposit?.state).toBe("bridging");
  expect((await recorded()).transfer).toBeUndefined();
  await bridged.fillAll({ failCall: true });
  await bridged.watch();
  // The payment is read once its fill is known.
  await bridged.watch();
  const { deposit, transfer } = await recorded();
  expect(deposit?.state).toBe("filled_call_failed");
  expect(transfer).toMatchObject({ isFallback: true, payer: payer().toLowerCase(), amount: 12_000_000n });
  expect((await read(token)).status).toBe(409);
  await audit();
});

test("several payments are several transactions of LI.FI, behind one approval for its diamond", async () => {
  const token = await aLink("5", "6");
  const { body } = await pay(token);
  const [approval, ...deposits] = body.transactions.slice(-3);
  expect(approval.data).toContain(DIAMOND?.slice(2).toLowerCase());
  expect(deposits.map(({ to }: { to: string }) => to)).toEqual([DIAMOND, DIAMOND]);
  await sign(body.transactions);
  await bridged.fillAll();
  await bridged.watch();
  expect((await read(token)).status).toBe(409);
  await audit();
});

test("another token is no way of LI.FI's without a swap, which nobody here could read", async () => {
  const { status } = await pay(await aLink("30"), { chain: "ARBITRUM", token: "USDT" });
  expect(status).toBe(400);
});

test("LI.FI's word moves nothing: it is noted, told where the chains say less, and asked again or not", async () => {
  const token = await aLink("8");
  await sign((await pay(token)).body.transactions);
  const { app } = bridged.api;
  const { provider } = app.providers.bridges;
  if (!provider) throw new Error("no provider");
  let told: LifiTold = { word: "completed", substatus: "COMPLETED" };
  const saying = { ...provider, status: async () => told };
  const askAt = (minutes: number, status: NonNullable<BridgeProvider["status"]> = saying.status) => {
    const ctx = app.context(systemCaller(""));
    const now = () => new Date(app.now().getTime() + minutes * 60_000);
    return askLifi({ ...ctx, now }, { ...provider, status });
  };
  const sentence = async () => {
    const { deposit } = await recorded();
    const [request] = await app.database.db
      .select()
      .from(requests)
      .where(eq(requests.id, deposit?.requestId ?? ""));
    if (!request) throw new Error("no request");
    return (await depositTimeline({ db: app.database.db }, request))[0]?.reason;
  };

  expect(await askAt(60)).toBeGreaterThan(0);
  // LI.FI calls it delivered, and the chain does not show it: nothing is paid.
  expect((await recorded()).lifi).toMatchObject({ word: "completed", asks: 1 });
  expect((await recorded()).deposit?.state).toBe("bridging");
  expect((await read(token)).status).not.toBe(409);
  expect(await sentence()).not.toContain("LI.FI");

  told = { word: "refund_in_progress", substatus: "REFUND_IN_PROGRESS" };
  await askAt(120);
  expect(await sentence()).toContain("LI.FI says that the refund is on its way.");
  expect((await recorded()).deposit?.state).toBe("bridging");

  const before = (await recorded()).lifi;
  const down = async () => {
    throw new BridgeFault("status 429", { retryAfterMs: 600_000 });
  };
  await askAt(180, down);
  const after = (await recorded()).lifi;
  expect(after).toMatchObject({ word: "refund_in_progress", asks: before?.asks });
  expect(Number(after?.nextAskAt)).toBeGreaterThan(Number(before?.nextAskAt) + 600_000);

  // One that cannot be asked about keeps no other waiting.
  const odd = async () => {
    throw new Error("no such thing");
  };
  await askAt(200, odd);
  const { deposit: own, lifi: waiting } = await recorded();
  expect(Number(waiting?.nextAskAt) - app.now().getTime()).toBeGreaterThan(300 * 60_000);
  await app.database.db
    .update(lifiTransfers)
    .set({ nextAskAt: app.now() })
    .where(eq(lifiTransfers.depositId, own?.id ?? ""));

  await bridged.fillAll();
  await bridged.watch();
  expect((await read(token)).status).toBe(409);
  expect(await sentence()).not.toContain("LI.FI");
  told = { word: "completed", substatus: "COMPLETED" };
  await askAt(600);
  expect((await recorded()).lifi?.nextAskAt).toBeNull();
  // The sandbox is asked as the real one is, and says the least.
  expect(await provider.status?.({ txHash: "0x12", fromChain: 1, toChain: 2 })).toEqual({
    word: "pending",
    substatus: "WAIT_DESTINATION_TRANSACTION",
  });
});

test("a transfer of LI.FI that cannot be written is quarantined, half of it is not there, and it is tried again", async () => {
  const { app } = bridged.api;
  const { db } = app.database;
  const ctx = app.context(systemCaller(""));
  const quarantined = () => quarantinedDepositsOf(ctx, "arbitrum-one");
  const token = await aLink("7");
  const before = (await recorded()).deposit?.id;
  await db.execute(sql`alter table lifi_transfers add constraint poison check (false) not valid`);
  await sign((await pay(token)).body.transactions);
  expect([(await recorded()).deposit?.id, (await quarantined()).length]).toEqual([before, 1]);
  await db.execute(sql`alter table lifi_transfers drop constraint poison`);
  await inTransaction(ctx, (tx) => retryDeposits(tx, "arbitrum-one"));
  await bridged.watch();
  const { deposit, lifi } = await recorded();
  expect([deposit?.state, lifi?.depositId, await quarantined()]).toEqual(["bridging", deposit?.id, []]);
  await bridged.fillAll();
  await bridged.watch();
  expect((await read(token)).status).toBe(409);
  await audit();
});

/** Signs LI.FI's transaction for a link after it was changed to bring another amount, which may depend on what it takes. */
async function signBringing(token: string, bringing: (taken: bigint) => bigint): Promise<void> {
  const { transactions } = (await pay(token)).body;
  const last = transactions.at(-1);
  const { functionName, args } = decodeFunctionData({ abi: lifiDiamondAbi, data: last.data as Hex });
  const [bridge, across] = args;
  const other = { ...across, outputAmount: bringing(bridge.minAmount) };
  last.data = encodeFunctionData({ abi: lifiDiamondAbi, functionName, args: [bridge, other] });
  await sign(transactions);
}

test("what LI.FI brings beyond the payment goes to the payee as an excess, and is no fee of the bridge", async () => {
  const token = await aLink("20");
  await signBringing(token, () => 20_005_000n);
  await bridged.fillAll();
  await bridged.watch();
  expect((await read(token)).status).toBe(409);
  const { deposit, transfer } = await recorded();
  expect(deposit).toMatchObject({ state: "filled", inputAmount: 20_020_000n, payeeAmount: 20_005_000n });
  expect(transfer).toMatchObject({ amount: 20_000_000n, received: 20_005_000n });
  const fees = await bridgeFeesOf(bridged.api.app.database.db, transfer ? [transfer] : []);
  expect([...fees.values()].map(({ amount }) => amount)).toEqual([15_000n]);
  await audit();
});

test("a deposit through LI.FI's receiver that nobody would fill holds nothing up and is told to nobody", async () => {
  const token = await aLink("6");
  // Nothing is left for a relayer: the payer gets all of it back, so that it costs nothing but gas.
  await signBringing(token, (taken) => taken);
  const { deposit } = await recorded();
  expect(deposit).toMatchObject({ state: "bridging", fillable: false, outputAmount: deposit?.inputAmount });
  const { db } = bridged.api.app.database;
  const [request] = await db
    .select()
    .from(requests)
    .where(eq(requests.id, deposit?.requestId ?? ""));
  expect(request?.status).toBe("created");
  expect((await read(token)).status).toBe(200);
  const told = (await db.select().from(webhookEvents)).map(({ body }) => body);
  expect(told.filter((text) => text.includes(String(request?.requestId)))).toEqual([]);
});

test("an event that fits several requests is that of the deposit that brought so much to that payee", async () => {
  const { db } = bridged.api.app.database;
  for (const amount of ["4", "4"]) await sign((await pay(await aLink(amount))).body.transactions);
  const rows = await db.select().from(crosschainDeposits).orderBy(crosschainDeposits.blockNumber);
  const [one, other] = rows.slice(-2);
  if (!one || !other) throw new Error("no deposits");
  const { id: _, payeeAmount: __, ...words } = one;
  const transactionId: Hex = `0x${"77".repeat(32)}`;
  const txHash: Hex = `0x${"f1".repeat(32)}`;
  // A stranger gives transfers of their own the ID of another, and fills all of them in one transaction.
  const fill = { state: "filled_call_failed" as const, fillTxHash: txHash };
  const trick = (id: string, requestId: string, outputAmount: bigint) =>
    aDeposit(requestId, words.blockTime, {
      ...fill,
      id,
      outputAmount,
      destinationNetwork: "base",
      outputToken: words.outputToken,
    });
  const [payeeOf] = await db.select().from(requests).where(eq(requests.id, one.requestId));
  const made = [
    trick("a trick", one.requestId, 4_000_000n),
    trick("b trick", other.requestId, 4_000_000n),
    trick("c trick", other.requestId, 9_000_000n),
  ];
  await db.insert(crosschainDeposits).values(made);
  await db
    .insert(lifiTransfers)
    .values(made.map(({ id }) => ({ depositId: id, transactionId, asks: 0, nextAskAt: null })));
  const event = (position: number, amount: bigint, changes: Partial<PaymentLog> = {}): PaymentLog => ({
    txHash,
    position,
    blockNumber: 1n,
    blockHash: txHash,
    logIndex: position,
    topic1: transactionId,
    token: `0x${words.outputToken.slice(2)}`,
    recipient: `0x${payeeOf?.payee.slice(2).toLowerCase()}`,
    amount,
    feeAmount: 0n,
    feeAddress: null,
    conversion: null,
    isFallback: true,
    isOfLifi: true,
    ...changes,
  });
  const logs = [
    event(0, 9_000_000n),
    event(1, 4_000_000n),
    event(2, 4_000_000n),
    // Of deposits that nobody made, to somebody else, of another token and in another transaction.
    event(3, 4_000_000n),
    event(4, 4_000_000n, { recipient: `0x${"99".repeat(20)}` }),
    event(5, 4_000_000n, { token: `0x${"99".repeat(20)}` }),
    event(6, 4_000_000n, { txHash: `0x${"f2".repeat(32)}` }),
  ];
  const found = await requestsOfLifi(db, "base", logs);
  expect(logs.map((log) => found.get(log))).toEqual([
    other.requestId,
    one.requestId,
    other.requestId,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  await db.delete(lifiTransfers).where(eq(lifiTransfers.transactionId, transactionId));
  for (const { id } of made) await db.delete(crosschainDeposits).where(eq(crosschainDeposits.id, id ?? ""));
  await bridged.fillAll();
  await bridged.watch();
});

test("what nobody fills is owed and comes back to the payer", async () => {
  const token = await aLink("9");
  await sign((await pay(token)).body.transactions);
  const own = (await bridged.pool("arbitrum-one").deposits(0n)).deposits.at(-1);
  if (!own) throw new Error("no deposit");
  expect(own.depositor).toBe(payer().toLowerCase());
  await bridged.on("base").rpc("evm_increaseTime", 3_600);
  await bridged.pool("base").finalize();
  await bridged.watch();
  expect((await recorded()).deposit?.state).toBe("refunding");
  await bridged.pool("arbitrum-one").refund(own);
  await bridged.watch();
  expect((await recorded()).deposit?.state).toBe("refunded");
  const events = await bridged.api.app.database.db.select().from(webhookEvents);
  const names = events.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["payment.failed", "payment.refunded"]));
  await audit();
});
