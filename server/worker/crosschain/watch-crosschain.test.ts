import { eq, like, sql } from "drizzle-orm";
import {
  concat,
  encodeAbiParameters,
  encodeDeployData,
  encodeEventTopics,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  pad,
  parseAbiParameters,
  zeroAddress,
  zeroHash,
} from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { erc20Abi, multicallHandlerAbi, spokePoolAbi, unsafeDepositAbi } from "@/contracts/abis";
import { readArtifact } from "@/contracts/artifact";
import { crosschainDeposits, requests, transfers, unclaimedLogs } from "@/db/schema";
import { LOCAL_FILLER } from "@/local/crosschain/pool";
import type { SeenDeposit } from "@/server/chains/crosschain";
import { developmentAccount } from "@/server/chains/development-accounts";
import type { Deposit } from "@/server/chains/evm/crosschain/deposit";
import { walletKey } from "@/server/chains/wallets/wallet-text";
import { inTransaction } from "@/server/context";
import { AT_ONCE } from "@/server/crosschain/follow";
import { quarantinedDepositsOf, retryDeposits } from "@/server/crosschain/quarantine";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount, parseAmount } from "@/server/lib/amount";
import { auditDeposits } from "@/server/payments/crosschain/audit-deposits";
import { auditValues } from "@/server/payments/valuing/audit-values";
import { draftQuote } from "@/server/quotes/draft-quote";
import { insertQuotes } from "@/server/quotes/fix-quotes";
import type { RequestRow } from "@/server/requests/draft";
import { getRequest } from "@/server/requests/get";
import { auditSettlements } from "@/server/requests/settling/audit";
import { aRestrictedLink, SCREENED } from "@/server/testing/data/restricted-link";
import {
  type BridgedLedger,
  DESTINATION,
  POOL,
  SOURCE,
  startBridgedLedger,
  usdc,
} from "@/server/testing/evm/bridged-ledger";
import { moveFeed } from "@/server/testing/evm/feeds";
import { balanceOf } from "@/server/testing/paying";
import { watchCrosschain } from "@/server/worker/crosschain/watch-crosschain";

let on: BridgedLedger;
beforeAll(async () => {
  on = await startBridgedLedger();
});
afterAll(() => on?.close());
afterEach(() => on.onTime());

/**
 * A stranger's contract makes these deposits in one transaction, all under the number that it chooses. Here the shared
 * handler does it, which runs the calls of anybody.
 */
async function depositUnderOneNumber(nonce: bigint, wanted: readonly Deposit[]): Promise<SeenDeposit[]> {
  const handler: Hex = SOURCE.contracts.acrossHandler?.address ?? "0x";
  const total = wanted.reduce((sum, { inputAmount }) => sum + inputAmount, 0n);
  const token = usdc(SOURCE.id);
  const allow = encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [POOL, total] });
  const calls = [
    { target: token, callData: allow, value: 0n },
    ...wanted.map((one) => ({ target: POOL, callData: unsafeDepositData(one, nonce), value: 0n })),
  ];
  const message = encodeAbiParameters(INSTRUCTIONS, [{ calls, fallbackRecipient: zeroAddress }]);
  const wallet = on.source.wallet("payer2");
  for (const hash of [
    await wallet.writeContract({
      address: token,
      abi: erc20Abi,
      functionName: "transfer",
      args: [handler, total],
    }),
    await wallet.writeContract({
      address: handler,
      abi: multicallHandlerAbi,
      functionName: "handleV3AcrossMessage",
      args: [token, total, handler, message],
    }),
  ]) {
    const receipt = await on.source.publicClient.waitForTransactionReceipt({ hash });
    if (receipt.status !== "success") throw new Error("a call of the stranger reverted");
  }
  const { deposits } = await on.from.deposits(await on.source.publicClient.getBlockNumber());
  return deposits;
}

const INSTRUCTIONS = parseAbiParameters([
  "Instructions instructions",
  "struct Instructions { Call[] calls; address fallbackRecipient; }",
  "struct Call { address target; bytes callData; uint256 value; }",
]);

function unsafeDepositData(wanted: Deposit, nonce: bigint): Hex {
  const { depositor, recipient, inputToken, outputToken, exclusiveRelayer, destinationChainId } = wanted;
  return encodeFunctionData({
    abi: unsafeDepositAbi,
    functionName: "unsafeDeposit",
    args: [
      pad(depositor),
      pad(recipient),
      pad(inputToken),
      pad(outputToken),
      wanted.inputAmount,
      wanted.outputAmount,
      BigInt(destinationChainId),
      pad(exclusiveRelayer),
      nonce,
      wanted.quoteTimestamp,
      wanted.fillDeadline,
      wanted.exclusivitySeconds,
      wanted.message,
    ],
  });
}

const asOwner = () => on.ledger.app.context({ ...on.ledger.ctx.caller, platformId: on.ledger.platformId });
const read = (request: RequestRow) => getRequest(asOwner(), request.requestId.slice(2));

/** The destination goes back to where it was before the fill, and the deposit waits for another. */
async function dropFill(before: Hex, request: RequestRow) {
  await on.destination.revert(before);
  await on.destination.mine(6);
  await on.look();
  expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["bridging"], "processing"]);
}

/** Emits a log with the four topics that a call begins with, and the rest as its data. */
const EMITTER: Hex = "0x60803603806080600037606035604035602035600035846000a400";

/**
 * What the pool announces when a relayer fills a deposit whose depositor signed another recipient for it, which the pool
 * of local chains does not know.
 */
async function fillElsewhere(own: SeenDeposit, updatedRecipient: Hex) {
  const pool: Hex = DESTINATION.contracts.acrossSpokePool?.address ?? "0x";
  const relayer = pad(on.destination.accounts.payer2.address);
  const topics = encodeEventTopics({
    abi: spokePoolAbi,
    eventName: "FilledRelay",
    args: { originChainId: BigInt(own.originChainId), depositId: own.depositId, relayer },
  });
  const event = getAbiItem({ abi: spokePoolAbi, name: "FilledRelay" });
  const data = encodeAbiParameters(
    event.inputs.filter((input) => !("indexed" in input && input.indexed)),
    [
      pad(own.inputToken),
      pad(own.outputToken),
      own.inputAmount,
      own.outputAmount,
      BigInt(own.originChainId),
      own.fillDeadline,
      own.exclusivityDeadline,
      pad(own.exclusiveRelayer),
      pad(own.depositor),
      pad(own.recipient),
      own.messageHash,
      {
        updatedRecipient: pad(updatedRecipient),
        updatedMessageHash: zeroHash,
        updatedOutputAmount: own.outputAmount,
        fillType: 0,
      },
    ] as never,
  );
  const code = await on.destination.publicClient.getCode({ address: pool });
  await on.destination.rpc("anvil_setCode", pool, EMITTER);
  const hash = await on.destination
    .wallet("payer2")
    .sendTransaction({ to: pool, data: concat([...(topics as Hex[]), data]) });
  await on.destination.publicClient.waitForTransactionReceipt({ hash });
  await on.destination.rpc("anvil_setCode", pool, code);
}

describe("a deposit", () => {
  test("that is filled pays its request, in the name of its depositor", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["bridging"], "processing"]);
    expect(await auditSettlements(on.ledger.ctx)).toEqual([]);
    const fill = await on.to.fill(own);
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["filled"], "paid"]);
    const [row] = await on.ledger.transfersOf(request);
    expect(row).toMatchObject({
      type: "crosschain",
      payer: on.addressOf("payer").toLowerCase(),
      payerEoa: on.addressOf("payer").toLowerCase(),
      sourceNetwork: SOURCE.id,
      depositId: own.depositId,
      isFallback: null,
      txHash: fill,
    });
    expect(await on.ledger.events(request)).toEqual(["payment.confirmed"]);
    expect((await on.ledger.bodies(request))[0]).toMatchObject({
      fees: [{ type: "crosschain", amount: "0.01", currency: "USDC", network: SOURCE.id }],
    });
    await on.audit();
  });

  test("whose fill is seen first names its payer as soon as the source shows it", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    await on.to.fill(own);
    await on.ledger.watch();
    expect((await on.ledger.transfersOf(request))[0]?.payer).toBeNull();
    expect((await read(request)).fees).toEqual([]);
    await on.look();
    expect((await on.ledger.transfersOf(request))[0]?.payer).toBe(on.addressOf("payer").toLowerCase());
    expect(await on.ledger.events(request)).toEqual(["payment.confirmed"]);
    // What the bridge took is known with the deposit.
    expect((await read(request)).fees).toMatchObject([{ type: "crosschain", amount: "0.01" }]);
    await on.audit();
  });

  test("that was recorded while its payment was being read, so that neither saw the other, names its payer", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    await on.to.fill(own);
    await on.look();
    const { db } = on.ledger.app.database;
    await db
      .update(transfers)
      .set({ payer: null, payerEoa: null, sourceTxHash: null })
      .where(eq(transfers.requestId, request.id));
    await db.delete(unclaimedLogs);
    await on.look();
    expect((await on.ledger.transfersOf(request))[0]).toMatchObject({
      payer: on.addressOf("payer").toLowerCase(),
      sourceTxHash: own.txHash,
    });
    await on.audit();
  });

  test("whose payment call fails is credited with what reached the payee (XC-07)", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    const fill = await on.to.fill(own, { failCall: true });
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["filled_call_failed"], "paid"]);
    expect(await read(request)).toMatchObject({
      hasBeenPaid: true,
      detectionSource: "swap",
      note: expect.stringContaining("without the payment call"),
      txHash: fill,
      payerAddress: on.addressOf("payer"),
      paidAmount: "10",
    });
    await on.audit();
  });

  test("that the pool fills with more leaves an excess, not a second payment", async () => {
    const request = await on.aRequest();
    await on.to.fillSlowly(await on.deposit(request), 10_004_000n);
    await on.look();
    expect(await on.ledger.transfersOf(request)).toHaveLength(1);
    expect(await read(request)).toMatchObject({
      paidAmount: "10",
      receivedAmount: "10.004",
      excessAmount: "0.004",
      detectionSource: "service-network",
      fees: [{ type: "crosschain", amount: "0.006", currency: "USDC" }],
    });
    await on.audit();
  });

  test("that nobody fills expires, is owed and is refunded", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request, { seconds: 120 });
    await on.look();
    await on.destination.rpc("evm_increaseTime", 300);
    await on.destination.mine();
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["expired"], "created"]);
    await on.passDeadline(1);
    await on.look();
    expect(await on.stateOf(request)).toEqual(["refunding"]);
    await on.from.refund(own);
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["refunded"], "created"]);
    const bodies = await on.ledger.bodies(request);
    expect(bodies.map(({ event }) => event)).toEqual(["payment.failed", "payment.refunded"]);
    expect(bodies[0]).toMatchObject({ subStatus: "crosschain_expired", amount: "10" });
    expect(bodies[1]).toMatchObject({
      refundedTo: on.addressOf("payer"),
      refundAmount: "10.01",
      currency: "USDC",
    });
    await on.audit();
  });

  test("whose refund does not come is said to have failed after a week, and can still be refunded", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request, { seconds: 120 });
    await on.look();
    await on.passDeadline(300);
    await on.look();
    on.later(8 * 24 * 60 * 60_000);
    await on.look();
    expect(await on.stateOf(request)).toEqual(["failed"]);
    await on.from.refund(own);
    await on.look();
    expect(await on.stateOf(request)).toEqual(["refunded"]);
  });

  test("that nobody would fill holds its request up in nothing, and is told to nobody", async () => {
    const request = await on.aRequest();
    // The payer gets all of it back, so that it costs nothing but gas.
    // The clock of the destination is minutes ahead by now.
    const own = await on.deposit(request, {
      seconds: 900,
      changes: { inputAmount: request.amount },
    });
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["bridging"], "created"]);
    await on.passDeadline(400);
    await on.look();
    await on.from.refund(own);
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["refunded"], "created"]);
    expect(await on.ledger.events(request)).toEqual([]);
    await on.audit();
  });

  test("that comes to nothing beside a payment is told to nobody", async () => {
    const request = await on.aRequest();
    await on.ledger.pay(request, "10");
    await on.ledger.watch();
    const own = await on.deposit(request, { seconds: 120 });
    await on.look();
    await on.passDeadline(300);
    await on.look();
    await on.from.refund(own);
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["refunded"], "paid"]);
    expect(await on.ledger.events(request)).toEqual(["payment.confirmed"]);
  });
});

describe("a deposit for a request in another currency", () => {
  const RATE = "1.0852";

  /** Asks for EUR, and promises the payer a rate for fifteen minutes of the source's clock. Returns both amounts. */
  async function aPromise({ payer = on.addressOf("payer") } = {}) {
    const [invoice, token] = [invoiceCurrencyById("EUR"), tokenById(`USDC-${DESTINATION.id}`)];
    if (!invoice || !token) throw new Error("unknown currency");
    const { id } = await on.aRequest();
    await on.ledger.app.database.db
      .update(requests)
      .set({ invoiceCurrency: invoice.id, amount: parseAmount("100", invoice.decimals) })
      .where(eq(requests.id, id));
    const [request] = await on.ledger.app.database.db.select().from(requests).where(eq(requests.id, id));
    if (!request) throw new Error("no request");
    const createdAt = new Date((await on.from.time()) * 1_000);
    const quote = await draftQuote(
      on.ledger.ctx,
      { request, invoice, token, payer: payer && walletKey(payer), amount: request.amount },
      {
        rate: RATE,
        sources: [
          { name: "chainlink:mainnet", currency: "EUR", usd: "1.085", time: createdAt.toISOString() },
        ],
        createdAt,
        expiresAt: new Date(createdAt.getTime() + 900_000),
      },
    );
    await inTransaction(on.ledger.ctx, (tx) => insertQuotes(tx, [quote]));
    return { request, amount: quote.paymentAmount };
  }

  /** With what a relayer asks for, and hours in which it may be filled. */
  const depositAt = (request: RequestRow, amount: bigint, changes: Partial<Deposit> = {}) =>
    on.deposit(request, {
      amount,
      seconds: 6 * 3_600,
      changes: { inputAmount: amount + 100_000n, ...changes },
    });

  /** The destination's clock goes hours beyond the promise, and the euro costs more there. */
  async function promiseIsOver(): Promise<void> {
    const ahead = (await on.from.time()) + 2 * 3_600 - (await on.to.time());
    if (ahead > 0) await on.destination.rpc("evm_increaseTime", ahead);
    await on.destination.mine(1);
    await moveFeed(on.destination, "EUR", 130_000_000n);
    await moveFeed(on.destination, "USDC", 100_000_000n);
  }

  // Both clocks agree again for whatever comes next.
  afterEach(async () => {
    const ahead = (await on.to.time()) - (await on.from.time());
    if (ahead > 0) await on.source.rpc("evm_increaseTime", ahead);
    await on.source.mine(1);
  });

  const worthOf = async (request: RequestRow) =>
    (await on.ledger.transfersOf(request)).map(({ valuation, credited }) => [valuation, credited]);
  const promised = parseAmount("100", invoiceCurrencyById("EUR")?.decimals ?? 0);

  test("is worth what was promised when it was made, however late it is filled", async () => {
    const { request, amount } = await aPromise();
    const own = await depositAt(request, amount);
    await on.look();
    await promiseIsOver();
    await on.to.fill(own);
    await on.look();
    expect(await worthOf(request)).toEqual([["quote", promised]]);
    expect(await on.statusOf(request)).toBe("paid");
    expect((await auditValues(on.ledger.ctx)).differences).toEqual([]);
    await on.audit();
  });

  test("whose fill is seen first gets its promise once the source shows it", async () => {
    const { request, amount } = await aPromise();
    const own = await depositAt(request, amount);
    await promiseIsOver();
    await on.to.fill(own);
    await on.ledger.watch();
    const [[valuation, credited] = []] = await worthOf(request);
    expect(valuation).toBe("block_price");
    expect(credited).toBeLessThan(promised);
    expect(await on.statusOf(request)).toBe("partially_paid");
    await on.look();
    expect(await worthOf(request)).toEqual([["quote", promised]]);
    expect(await on.statusOf(request)).toBe("paid");
    expect((await on.ledger.events(request)).at(-1)).toBe("payment.confirmed");
    expect((await auditValues(on.ledger.ctx)).differences).toEqual([]);
    await on.audit();
  });

  test("of somebody else keeps the price that was asked for when its fill was seen first", async () => {
    const { request, amount } = await aPromise({ payer: on.addressOf("payer2") });
    const own = await depositAt(request, amount);
    await promiseIsOver();
    await on.to.fill(own);
    await on.ledger.watch();
    const first = await worthOf(request);
    await moveFeed(on.destination, "EUR", 140_000_000n);
    await on.look();
    expect((await on.ledger.transfersOf(request))[0]?.payer).toBe(on.addressOf("payer").toLowerCase());
    expect(await worthOf(request)).toEqual(first);
    await on.audit();
  });

  test("that only its maker would fill is worth what it is when that is done: the choice is no free one", async () => {
    const { request, amount } = await aPromise();
    const mine = {
      exclusiveRelayer: developmentAccount(LOCAL_FILLER).address,
      exclusivitySeconds: 6 * 3_600,
    };
    const own = await depositAt(request, amount, mine);
    await on.look();
    await promiseIsOver();
    await on.to.fill(own);
    await on.look();
    const [[valuation, credited] = []] = await worthOf(request);
    expect(valuation).toBe("block_price");
    expect(credited).toBeLessThan(promised);
    await on.audit();
  });
});

describe("what an attacker or a chain does", () => {
  test("two deposits for one request: the second is an excess of its own payer", async () => {
    const request = await on.aRequest();
    const [first, second] = [await on.deposit(request), await on.deposit(request, { who: "payer2" })];
    await on.to.fill(first);
    await on.to.fill(second);
    await on.look();
    expect(await on.stateOf(request)).toEqual(["filled", "filled"]);
    const payers = (await on.ledger.transfersOf(request)).map(({ payer }) => payer);
    expect(payers).toEqual([on.addressOf("payer").toLowerCase(), on.addressOf("payer2").toLowerCase()]);
    expect(await read(request)).toMatchObject({ paidAmount: "20", excessAmount: "10" });
    await on.audit();
  });

  test("several deposits of one number in one transaction are each followed, and stop nothing", async () => {
    const [first, second, other] = [await on.aRequest(), await on.aRequest("11"), await on.aRequest()];
    const wanted = [await on.wantedFor(first), await on.wantedFor(second), await on.wantedFor(first)];
    const [a, b, again] = await depositUnderOneNumber(1n, wanted);
    if (!a || !b || !again) throw new Error("no deposit");
    expect([b.depositId, again.depositId]).toEqual([a.depositId, a.depositId]);
    const own = await on.deposit(other);
    await on.look();
    // The third is the first once more: the pool fills both together.
    expect([await on.stateOf(first), await on.stateOf(second)]).toEqual([["bridging"], ["bridging"]]);
    await on.to.fill(b);
    await on.fill(own, other);
    expect([await on.stateOf(first), await on.statusOf(first)]).toEqual([["bridging"], "processing"]);
    expect([await on.stateOf(second), await on.statusOf(second)]).toEqual([["filled"], "paid"]);
    await on.fill(a, first);
    await on.audit();
  });

  test("a second deposit under the number of a filled one moves neither that nor a stranger's request", async () => {
    const [paid, victim] = [await on.aRequest(), await on.aRequest("12")];
    const [own] = await depositUnderOneNumber(2n, [await on.wantedFor(paid)]);
    if (!own) throw new Error("no deposit");
    await on.look();
    await on.fill(own, paid);
    const [trick] = await depositUnderOneNumber(2n, [await on.wantedFor(victim)]);
    expect(trick?.depositId).toBe(own.depositId);
    await on.look();
    expect([await on.stateOf(paid), await on.statusOf(paid)]).toEqual([["filled"], "paid"]);
    expect((await on.ledger.transfersOf(paid))[0]).toMatchObject({ sourceTxHash: own.txHash });
    expect(await on.stateOf(victim)).toEqual(["bridging"]);
    if (trick) await on.fill(trick, victim);
    await on.audit();
  });

  test("a deposit that cannot be written or moved is quarantined, and keeps no other waiting", async () => {
    const [poisoned, request] = [await on.aRequest("13"), await on.aRequest()];
    const { db } = on.ledger.app.database;
    const refuse = (rule: string) =>
      db.execute(sql.raw(`alter table crosschain_deposits add constraint poison check (${rule}) not valid`));
    const allow = () => db.execute(sql`alter table crosschain_deposits drop constraint poison`);
    const inQuarantine = () => quarantinedDepositsOf(on.ledger.ctx, SOURCE.id);
    await refuse("output_amount <> 13000000");
    const bad = await on.deposit(poisoned);
    const own = await on.deposit(request);
    await on.look();
    expect([await on.stateOf(poisoned), await on.stateOf(request)]).toEqual([[], ["bridging"]]);
    expect(await inQuarantine()).toMatchObject([{ txHash: bad.txHash, failures: 1 }]);
    await on.source.mine(40);
    await allow();
    await on.look();
    expect(await on.stateOf(poisoned)).toEqual([]);
    on.later(61_000);
    await on.look();
    expect([await on.stateOf(poisoned), await inQuarantine()]).toEqual([["bridging"], []]);

    await refuse("state <> 'filled' or output_amount <> 13000000");
    await on.to.fill(bad);
    await on.fill(own, request);
    expect([await on.stateOf(poisoned), (await inQuarantine()).length]).toEqual([["bridging"], 1]);
    await allow();
    await inTransaction(on.ledger.ctx, (tx) => retryDeposits(tx, SOURCE.id));
    await on.look();
    expect([await on.stateOf(poisoned), await inQuarantine()]).toEqual([["filled"], []]);
    await on.audit();
  });

  test("a deposit by a wallet that may not pay, in the name of one that may, is held", async () => {
    const request = await on.aRequest();
    await aRestrictedLink(on.ledger.app, [request], {
      ...SCREENED,
      mode: "off",
      allowedPayerAddresses: [on.addressOf("payer")],
    });
    const own = await on.deposit(request, { who: "payer2", changes: { depositor: on.addressOf("payer") } });
    await on.look();
    await on.to.fill(own);
    await on.look();
    const [row] = await on.ledger.transfersOf(request);
    expect(row).toMatchObject({
      mismatch: "payer_not_approved",
      payer: on.addressOf("payer2").toLowerCase(),
    });
    expect(await on.statusOf(request)).toBe("created");
  });

  test("a fill that is seen before its payment is read does not open the request in between", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    await on.look();
    await on.to.fill(own);
    while ((await watchCrosschain(on.ledger.ctx, on.ledger.chain)) === "more");
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["filled"], "processing"]);
    expect(await auditSettlements(on.ledger.ctx)).toEqual([]);
    await on.ledger.watch();
    expect(await on.statusOf(request)).toBe("paid");
  });

  test("a fill of a deposit that nobody made pays, but names no payer", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    const made = { ...own, depositId: 4_000_000n, depositor: on.addressOf("payer") };
    await on.to.fill(made);
    await on.look();
    const [row] = await on.ledger.transfersOf(request);
    expect(row).toMatchObject({ type: "crosschain", payer: null, mismatch: null });
    expect(await on.stateOf(request)).toEqual(["bridging"]);
  });

  test("a fill under the number of a deposit that sends its money to somebody else fills nothing", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    await on.look();
    await on.to.fill({ ...own, recipient: on.addressOf("payer2") });
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["bridging"], "processing"]);
    await on.fill(own, request);
    await on.audit();
  });

  test("a depositor who has the money delivered to somebody else has not paid, until the chain drops that", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    await on.look();
    const before = await on.destination.snapshot();
    await fillElsewhere(own, on.addressOf("payer2"));
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["failed"], "created"]);
    expect(await on.ledger.bodies(request)).toMatchObject([
      { event: "payment.failed", subStatus: "crosschain_redirected" },
    ]);
    await dropFill(before, request);
    await on.fill(own, request);
    await on.audit();
  });

  test("hundreds of deposits that nobody fills keep no other from being followed", async () => {
    const [open, request] = [await on.aRequest(), await on.aRequest()];
    await on.deposit(open);
    await on.look();
    const { db } = on.ledger.app.database;
    const [one] = await db.select().from(crosschainDeposits).where(eq(crosschainDeposits.requestId, open.id));
    if (!one) throw new Error("no deposit");
    const many = Array.from({ length: AT_ONCE }, (_, i) => ({
      ...one,
      id: `0-${String(i).padStart(4, "0")}`,
      depositId: 5_000_000n + BigInt(i),
      blockNumber: 0n,
    }));
    await db.insert(crosschainDeposits).values(many);
    const own = await on.deposit(request);
    await on.look();
    await on.fill(own, request);
    await db.delete(crosschainDeposits).where(like(crosschainDeposits.id, "0-%"));
    await on.audit();
  });

  test("dust, other tokens and less than is to arrive are no deposits of a request", async () => {
    const request = await on.aRequest();
    await on.deposit(request, { amount: 900_000n });
    await on.deposit(request, { changes: { inputAmount: 1n } });
    await on.deposit(request, { changes: { outputAmount: 1n } });
    await on.deposit(request, { changes: { recipient: on.addressOf("payer2") } });
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([[], "created"]);
  });

  test("a token that keeps a part of every transfer is credited with what arrived, not with what was named", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    const before = await on.destination.snapshot();
    const { abi, bytecode } = await readArtifact("FeeOnTransferToken");
    const data = encodeDeployData({ abi, bytecode, args: ["USD Coin", "USDC", 6] });
    const hash = await on.destination.wallet("payer2").sendTransaction({ data });
    const { contractAddress } = await on.destination.publicClient.waitForTransactionReceipt({ hash });
    const code = await on.destination.publicClient.getCode({ address: contractAddress ?? "0x" });
    const token = usdc(DESTINATION.id);
    const payee: Hex = `0x${request.payee.slice(2)}`;
    const owned = await balanceOf(on.destination, token, payee);
    await on.destination.rpc("anvil_setCode", token, code);
    await on.to.fill(own);
    await on.look();
    const arrived = (await balanceOf(on.destination, token, payee)) - owned;
    expect(arrived).toBeLessThan(request.amount);
    expect(await read(request)).toMatchObject({
      hasBeenPaid: false,
      status: "partially_paid",
      paidAmount: formatAmount(arrived, 6),
    });
    await on.destination.revert(before);
    await on.destination.mine(6);
    await on.look();
    expect(await on.statusOf(request)).toBe("processing");
  });

  test("a destination that drops the fill: the deposit waits again, and is filled again", async () => {
    const request = await on.aRequest();
    const own = await on.deposit(request);
    await on.look();
    const before = await on.destination.snapshot();
    await on.fill(own, request);
    await dropFill(before, request);
    await on.fill(own, request);
    await on.audit();
  });

  test("a source that drops the deposit before its fill, and after it", async () => {
    const [early, late] = [await on.aRequest(), await on.aRequest()];
    const before = await on.source.snapshot();
    const own = await on.deposit(late);
    await on.to.fill(own);
    await on.deposit(early);
    await on.look();
    expect([await on.statusOf(early), await on.statusOf(late)]).toEqual(["processing", "paid"]);
    await on.source.revert(before);
    await on.source.mine(12);
    await on.look();
    expect([await on.stateOf(early), await on.statusOf(early)]).toEqual([["dropped"], "created"]);
    // The payee has the money: the relayer bears the loss.
    expect([await on.stateOf(late), await on.statusOf(late)]).toEqual([["filled"], "paid"]);
    await on.audit();
  });

  test("a source that drops the deposit of a fill for good, and then a destination that drops the fill: nothing is waited for", async () => {
    const request = await on.aRequest();
    const beforeDeposit = await on.source.snapshot();
    const own = await on.deposit(request);
    await on.look();
    const beforeFill = await on.destination.snapshot();
    await on.fill(own, request);
    await on.source.revert(beforeDeposit);
    await on.source.mine(40);
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["filled"], "paid"]);
    await on.destination.revert(beforeFill);
    await on.destination.mine(6);
    await on.look();
    expect([await on.stateOf(request), await on.statusOf(request)]).toEqual([["dropped"], "created"]);
    await on.audit();
  });

  test("refunds of two deposits in one sum give back both, and a smaller one neither", async () => {
    const request = await on.aRequest();
    const own = [await on.deposit(request, { seconds: 120 }), await on.deposit(request, { seconds: 120 })];
    await on.look();
    await on.passDeadline(300);
    await on.look();
    const [first] = own;
    if (!first) throw new Error("no deposit");
    await on.from.refund({ ...first, inputAmount: first.inputAmount - 1n });
    await on.look();
    expect(await on.stateOf(request)).toEqual(["refunding", "refunding"]);
    await on.from.refund({ ...first, inputAmount: 2n * first.inputAmount });
    await on.look();
    expect(await on.stateOf(request)).toEqual(["refunded", "refunded"]);
  });
});

test("the audit over both chains finds no difference, and finds one that is made", async () => {
  const report = await auditDeposits(on.ledger.ctx, on.sourceAdapter);
  expect(report).toMatchObject({ network: SOURCE.id, differences: [] });
  expect(report?.deposits).toBeGreaterThan(8);
  const { db } = on.ledger.app.database;
  const [row] = await db.select().from(crosschainDeposits).where(eq(crosschainDeposits.state, "filled"));
  if (!row) throw new Error("no filled deposit");
  const problemsAfter = async (change: Partial<typeof crosschainDeposits.$inferInsert>) => {
    await db.update(crosschainDeposits).set(change).where(eq(crosschainDeposits.id, row.id));
    return (await auditDeposits(on.ledger.ctx, on.sourceAdapter))?.differences.map(({ problem }) => problem);
  };
  const elsewhere = { fillTxHash: `0x${"11".repeat(32)}`, quoteTimestamp: row.quoteTimestamp + 1 };
  expect(await problemsAfter(elsewhere)).toEqual(["content", "payment"]);
  // One word of its relay less, and it is another deposit: that of the chain has no row.
  expect(await problemsAfter({ inputAmount: 1n })).toEqual(["missing", "state", "payment"]);
});
