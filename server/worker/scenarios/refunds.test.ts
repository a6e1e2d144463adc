import { eq } from "drizzle-orm";
import { encodeFunctionData, type Hex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { erc20Abi, erc20FeeProxyAbi } from "@/contracts/abis";
import { refunds, refundTransfers } from "@/db/schema";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { systemCaller } from "@/server/auth/callers";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { auditChain } from "@/server/payments/audit";
import type { RequestRow } from "@/server/requests/draft";
import { prepareRefund } from "@/server/requests/refunds/prepare";
import type { CreateRefundBody, RefundPrepared } from "@/server/requests/refunds/schema";
import { auditSettlements } from "@/server/requests/settling/audit";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { type OpenLedger, startLedger, type TestLedger } from "@/server/testing/ledger";
import { startTronNode, type TestTron } from "@/server/testing/tron/tron";
import { startTronLedger, type TronLedger } from "@/server/testing/tron/tron-ledger";
import { rescan } from "@/server/worker/repairs/rescan";

/** A refund of this request, as its merchant asks for it. */
async function prepared(
  of: OpenLedger,
  request: RequestRow,
  body: CreateRefundBody = {},
): Promise<RefundPrepared> {
  const ctx = of.app.context({ ...systemCaller(of.platformId), kind: "apiKey" });
  return prepareRefund(ctx, request.requestId.slice(2), body);
}

/** What somebody pays who sends a refund with the helpers for payments. */
const asPayment = (request: RequestRow, { refund }: RefundPrepared): RequestRow => ({
  ...request,
  payee: refund.receiver,
  paymentReference: refund.paymentReference,
});

async function standing(of: OpenLedger, request: RequestRow): Promise<string> {
  await of.watch();
  const rows = await of.app.database.db.select().from(refunds).where(eq(refunds.requestId, request.id));
  return [(await of.reload(request)).status, ...rows.map(({ state }) => state)].join(" ");
}

describe("a refund on an EVM network", () => {
  let node: TestChain;
  let between: FaultyNode;
  let ledger: TestLedger;

  beforeAll(async () => {
    node = await startTestChain({ network: "sepolia" });
    between = await startFaultyNode(node.rpcUrl);
    ledger = await startLedger(node, { rpcUrls: [between.url] });
  });
  afterEach(() => between.behave(null));
  afterAll(async () => {
    await ledger?.close();
    await between?.close();
    await node?.stop();
  });

  async function paid(amount = "10"): Promise<RequestRow> {
    const request = await ledger.request(amount);
    await ledger.pay(request, amount);
    await ledger.watch();
    return request;
  }

  test("that was missed is found by a rescan, and told once", async () => {
    const request = await paid();
    const refund = await prepared(ledger, request);
    await ledger.pay(asPayment(request, refund), "10", { from: "recipient" });
    expect(await standing(ledger, request)).toBe("refunded confirmed");
    const { db } = ledger.app.database;
    await db.delete(refundTransfers).where(eq(refundTransfers.refundId, refund.refund.refundId));
    await db.update(refunds).set({ state: "prepared" }).where(eq(refunds.id, refund.refund.refundId));
    const problems = async () =>
      (await auditChain(ledger.ctx, ledger.chain))?.differences.map(({ problem }) => problem);
    expect(await problems()).toEqual(["missing"]);
    const statuses = await auditSettlements(ledger.ctx);
    expect(statuses).toMatchObject([{ status: "refunded", expected: "paid" }]);
    const to = await node.publicClient.getBlockNumber();
    await rescan(ledger.ctx, ledger.chain, { from: to - 5n, to });
    expect(await standing(ledger, request)).toBe("refunded confirmed");
    expect(await ledger.events(request)).toEqual(["payment.confirmed", "payment.refunded"]);
    expect([await problems(), await auditSettlements(ledger.ctx)]).toEqual([[], []]);
  });

  test("that a node invented is gone once its blocks are compared, and the request is paid as before", async () => {
    const request = await paid();
    const { refund } = await prepared(ledger, request);
    const block = await node.publicClient.getBlock();
    const { db } = ledger.app.database;
    await db.insert(refundTransfers).values({
      network: "sepolia",
      txHash: `0x${"77".repeat(32)}`,
      position: 0,
      refundId: refund.refundId,
      amount: 10_000_000n,
      blockNumber: block.number,
      blockHash: block.hash,
      blockTime: new Date(),
      isConfirmed: false,
    });
    await node.mine(1);
    expect(await standing(ledger, request)).toBe("refunded confirmed");
    await node.mine(200);
    expect(await standing(ledger, request)).toBe("paid taken_back");
  });

  test("stands although the node hides its event from the second look: the receipt has it", async () => {
    const request = await paid();
    const refund = await prepared(ledger, request);
    await ledger.pay(asPayment(request, refund), "10", { from: "recipient" });
    expect(await standing(ledger, request)).toBe("refunded confirmed");
    between.behave(({ method }) => (method === "eth_getLogs" ? { result: [] } : undefined));
    await node.mine(200);
    for (let i = 0; i < 5; i++) await ledger.watch().catch(() => undefined);
    between.behave(null);
    expect(await standing(ledger, request)).toBe("refunded confirmed");
  });

  test("moves into another block with its transaction, and is told once", async () => {
    const request = await paid();
    const refund = await prepared(ledger, request);
    const raw = await ledger.signPayment(asPayment(request, refund), "10", { from: "recipient" });
    const hash = await node.publicClient.sendRawTransaction({ serializedTransaction: raw });
    await node.publicClient.waitForTransactionReceipt({ hash });
    expect(await standing(ledger, request)).toBe("refunded confirmed");
    await node.reorg(1, [{ raw, block: 0 }]);
    await node.mine(2);
    expect(await standing(ledger, request)).toBe("refunded confirmed");
    expect(await ledger.events(request)).toEqual(["payment.confirmed", "payment.refunded"]);
  });

  test("is found with a payment of before in one pass, in their order", async () => {
    const request = await ledger.request("10");
    await ledger.pay(request, "4");
    await ledger.watch();
    const refund = await prepared(ledger, request);
    await ledger.pay(request, "6");
    await ledger.pay(asPayment(request, refund), "4", { from: "recipient" });
    expect(await standing(ledger, request)).toBe("paid confirmed");
    expect(await ledger.events(request)).toEqual([
      "payment.partial",
      "payment.confirmed",
      "payment.refunded",
    ]);
  });

  test("sent twice is money that went back twice: it counts, and both are told", async () => {
    const request = await paid();
    const refund = await prepared(ledger, request, { amount: "4" });
    await ledger.pay(asPayment(request, refund), "4", { from: "recipient" });
    await ledger.pay(asPayment(request, refund), "4", { from: "recipient" });
    expect(await standing(ledger, request)).toBe("paid confirmed");
    expect(await ledger.events(request)).toEqual([
      "payment.confirmed",
      "payment.refunded",
      "payment.refunded",
    ]);
    // 8 of 10 are gone: a second refund sends back no more than 2.
    await expect(prepared(ledger, request, { amount: "2.5" })).rejects.toMatchObject({
      code: "refund_exceeds_received",
    });
    expect((await prepared(ledger, request)).refund.amount).toBe("2");
  });

  test("by a stranger's contract that only shows the event is none", async () => {
    const request = await paid();
    const { refund } = await prepared(ledger, request);
    // The proxy moves whatever it is told of a worthless token, and says the same of it.
    const { erc20FeeProxy } = EVM_NETWORKS.sepolia.contracts;
    const wallet = node.wallet("payer2");
    const data = encodeFunctionData({
      abi: erc20FeeProxyAbi,
      functionName: "transferFromWithReferenceAndFee",
      args: [
        hex(erc20FeeProxy.address),
        hex(refund.receiver),
        10_000_000n,
        hex(refund.paymentReference),
        0n,
        "0x0000000000000000000000000000000000000000",
      ],
    });
    const hash = await wallet.sendTransaction({ to: hex(erc20FeeProxy.address), data, gas: 400_000n });
    await node.publicClient.waitForTransactionReceipt({ hash });
    expect(await standing(ledger, request)).toBe("paid prepared");
  });

  test("comes from any wallet: nobody is asked who sent it", async () => {
    const request = await paid();
    const refund = await prepared(ledger, request);
    const before = await balance(node, refund.refund.receiver);
    await ledger.pay(asPayment(request, refund), "10", { from: "payer2" });
    expect(await standing(ledger, request)).toBe("refunded confirmed");
    expect((await balance(node, refund.refund.receiver)) - before).toBe(10_000_000n);
  });
});

describe("a refund on Tron", () => {
  let node: TestTron;
  let ledger: TronLedger;

  beforeAll(async () => {
    node = await startTronNode();
    ledger = await startTronLedger(node);
  });
  afterAll(async () => {
    await ledger?.close();
    await node?.stop();
  });

  async function watchSolid(request: RequestRow): Promise<string> {
    await ledger.watch();
    await node.control.solidify();
    return standing(ledger, request);
  }

  test("goes to the wallet that paid, and is believed once its block is solid", async () => {
    const request = await ledger.request("10", "USDT-tron");
    await ledger.pay(request, "10");
    expect(await watchSolid(request)).toBe("paid");
    const refund = await prepared(ledger, request, { wallet: node.accounts.recipient.tronAddress });
    expect(refund.refund.receiver).toBe(node.accounts.payer.tronAddress);
    expect(refund.transactions.at(-1)?.to).toBe(node.feeProxy);
    await ledger.pay(asPayment(request, refund), "10", { from: "recipient" });
    expect(await standing(ledger, request)).toBe("paid seen");
    expect(await watchSolid(request)).toBe("refunded confirmed");
    expect((await ledger.bodies(request)).at(-1)).toMatchObject({
      event: "payment.refunded",
      refundedTo: node.accounts.payer.tronAddress,
      refundAmount: "10",
      currency: "USDT",
    });
  });
});

function balance(node: TestChain, of: string): Promise<bigint> {
  const token = "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238";
  return node.publicClient.readContract({
    address: token,
    abi: erc20Abi,
    functionName: "balanceOf",
    args: [hex(of)],
  });
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
