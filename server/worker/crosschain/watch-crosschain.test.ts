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
import { z } from "zod";
import { erc20Abi, multicallHandlerAbi, spokePoolAbi, unsafeDepositAbi } from "@/contracts/abis";
import { readArtifact } from "@/contracts/artifact";
import { crosschainDeposits, requests, transfers, unclaimedLogs } from "@/db/schema";
import { LOCAL_FILLER, type LocalPool, localPool } from "@/local/crosschain/pool";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { chainsOf } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { SeenDeposit } from "@/server/chains/crosschain";
import { type AccountName, developmentAccount } from "@/server/chains/development-accounts";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { type Deposit, depositCall } from "@/server/chains/evm/crosschain/deposit";
import { expectedDeposit } from "@/server/chains/evm/crosschain/verify";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { walletKey } from "@/server/chains/wallets/wallet-text";
import { inTransaction } from "@/server/context";
import { AT_ONCE } from "@/server/crosschain/follow";
import { quarantinedDepositsOf, retryDeposits } from "@/server/crosschain/quarantine";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { tokenById } from "@/server/currencies/tokens";
import { formatAmount, parseAmount } from "@/server/lib/amount";
import { auditChain } from "@/server/payments/audit";
import { auditDeposits } from "@/server/payments/crosschain/audit-deposits";
import { auditValues } from "@/server/payments/valuing/audit-values";
import { draftQuote } from "@/server/quotes/draft-quote";
import { insertQuotes } from "@/server/quotes/fix-quotes";
import type { RequestRow } from "@/server/requests/draft";
import { getRequest } from "@/server/requests/get";
import { auditSettlements } from "@/server/requests/settling/audit";
import { aRestrictedLink, SCREENED } from "@/server/testing/data/restricted-link";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { moveFeed } from "@/server/testing/evm/feeds";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { balanceOf } from "@/server/testing/paying";
import { watchCrosschain } from "@/server/worker/crosschain/watch-crosschain";

const [SOURCE, DESTINATION] = [EVM_NETWORKS.base, EVM_NETWORKS["arbitrum-one"]];
const POOL: Hex = SOURCE.contracts.acrossSpokePool?.address ?? "0x";

let source: TestChain;
let destination: TestChain;
let from: LocalPool;
let to: LocalPool;
let sourceAdapter: EvmAdapter;
let ledger: TestLedger;
let time = Date.now();

beforeAll(async () => {
  [source, destination] = await Promise.all([
    startTestChain({ network: SOURCE.id, slotsInAnEpoch: 8 }),
    startTestChain({ network: DESTINATION.id, slotsInAnEpoch: 8 }),
  ]);
  [from, to] = [localPool(SOURCE, source.rpcUrl), localPool(DESTINATION, destination.rpcUrl)];
  sourceAdapter = new EvmAdapter(SOURCE, { rpcUrls: [source.rpcUrl], confirmations: 1, startBlock: 0 });
  ledger = await startLedger(
    destination,
    {},
    { beside: [sourceAdapter], now: () => new Date(time), env: { NETWORK_PROFILE: "local" } },
  );
});
afterAll(async () => {
  await ledger?.close();
  await Promise.all([source?.stop(), destination?.stop()]);
});
afterEach(async () => {
  time = Date.now();
});

const usdc = (network: string): Hex => `0x${(tokenById(`USDC-${network}`)?.address ?? "").slice(2)}`;
const addressOf = (who: AccountName) => source.accounts[who].address;

interface Options {
  who?: AccountName;
  amount?: bigint;
  changes?: Partial<Deposit>;
  seconds?: number;
}

/** What the service would hand out for this request. */
async function wantedFor(
  request: RequestRow,
  { who = "payer", amount, changes, seconds = 3_600 }: Options = {},
): Promise<Deposit> {
  const now = await from.time();
  const wanted = expectedDeposit(
    {
      source: SOURCE,
      destination: DESTINATION,
      payer: addressOf(who),
      inputToken: usdc(SOURCE.id),
      inputAmount: (amount ?? request.amount) + 10_000n,
      payments: [
        {
          token: usdc(DESTINATION.id),
          payee: `0x${request.payee.slice(2)}`,
          amount: amount ?? request.amount,
          reference: `0x${request.paymentReference.slice(2)}`,
          fee: null,
        },
      ],
      now,
    },
    {
      exclusiveRelayer: "0x0000000000000000000000000000000000000000",
      exclusivitySeconds: 0,
      quoteTimestamp: now,
      fillDeadline: now + seconds,
    },
  );
  return { ...wanted, ...changes };
}

/** Deposits on the source what the service would hand out for this request. */
async function deposit(request: RequestRow, { who = "payer", ...options }: Options = {}) {
  const wanted = await wantedFor(request, { who, ...options });
  const wallet = source.wallet(who);
  const approve = { address: wanted.inputToken, abi: erc20Abi, functionName: "approve" } as const;
  const approved = await wallet.writeContract({ ...approve, args: [POOL, wanted.inputAmount] });
  await source.publicClient.waitForTransactionReceipt({ hash: approved });
  const hash = await wallet.sendTransaction(depositCall(POOL, wanted));
  const receipt = await source.publicClient.waitForTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error("the deposit reverted");
  const { deposits } = await from.deposits(receipt.blockNumber);
  const [own] = deposits.filter(({ txHash }) => txHash === hash);
  if (!own) throw new Error("no deposit");
  return own;
}

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
  const wallet = source.wallet("payer2");
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
    const receipt = await source.publicClient.waitForTransactionReceipt({ hash });
    if (receipt.status !== "success") throw new Error("a call of the stranger reverted");
  }
  const { deposits } = await from.deposits(await source.publicClient.getBlockNumber());
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

/** Both ends look until nothing changes, and the payments are read. */
async function look() {
  for (let i = 0; i < 2; i++) {
    for (const chain of [sourceAdapter, ledger.chain]) {
      while ((await watchCrosschain(ledger.ctx, chain)) === "more");
    }
  }
  await ledger.watch();
}

async function stateOf(request: RequestRow): Promise<string[]> {
  const rows = await ledger.app.database.db
    .select()
    .from(crosschainDeposits)
    .where(eq(crosschainDeposits.requestId, request.id))
    .orderBy(crosschainDeposits.blockNumber);
  return rows.map(({ state }) => state);
}

const asOwner = () => ledger.app.context({ ...ledger.ctx.caller, platformId: ledger.platformId });
const read = (request: RequestRow) => getRequest(asOwner(), request.requestId.slice(2));
const statusOf = async (request: RequestRow) => (await ledger.reload(request)).status;

async function audit() {
  expect((await auditChain(ledger.ctx, ledger.chain))?.differences).toEqual([]);
  expect(await auditSettlements(ledger.ctx)).toEqual([]);
}

/** The clock of the destination passes the deadline of a deposit, for good. */
async function passDeadline(seconds: number) {
  await destination.rpc("evm_increaseTime", seconds);
  await to.finalize();
}

/** The deposit is filled, and pays its request. */
async function fill(own: SeenDeposit, request: RequestRow) {
  await to.fill(own);
  await look();
  expect([await stateOf(request), await statusOf(request)]).toEqual([["filled"], "paid"]);
}

/** The destination goes back to where it was before the fill, and the deposit waits for another. */
async function dropFill(before: Hex, request: RequestRow) {
  await destination.revert(before);
  await destination.mine(6);
  await look();
  expect([await stateOf(request), await statusOf(request)]).toEqual([["bridging"], "processing"]);
}

/** Emits a log with the four topics that a call begins with, and the rest as its data. */
const EMITTER: Hex = "0x60803603806080600037606035604035602035600035846000a400";

/**
 * What the pool announces when a relayer fills a deposit whose depositor signed another recipient for it, which the pool
 * of local chains does not know.
 */
async function fillElsewhere(own: SeenDeposit, updatedRecipient: Hex) {
  const pool: Hex = DESTINATION.contracts.acrossSpokePool?.address ?? "0x";
  const relayer = pad(destination.accounts.payer2.address);
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
  const code = await destination.publicClient.getCode({ address: pool });
  await destination.rpc("anvil_setCode", pool, EMITTER);
  const hash = await destination
    .wallet("payer2")
    .sendTransaction({ to: pool, data: concat([...(topics as Hex[]), data]) });
  await destination.publicClient.waitForTransactionReceipt({ hash });
  await destination.rpc("anvil_setCode", pool, code);
}

const aRequest = (amount = "10") => ledger.request(amount, `USDC-${DESTINATION.id}`);

describe("a deposit", () => {
  test("that is filled pays its request, in the name of its depositor", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    await look();
    expect([await stateOf(request), await statusOf(request)]).toEqual([["bridging"], "processing"]);
    expect(await auditSettlements(ledger.ctx)).toEqual([]);
    const fill = await to.fill(own);
    await look();
    expect([await stateOf(request), await statusOf(request)]).toEqual([["filled"], "paid"]);
    const [row] = await ledger.transfersOf(request);
    expect(row).toMatchObject({
      type: "crosschain",
      payer: addressOf("payer").toLowerCase(),
      payerEoa: addressOf("payer").toLowerCase(),
      sourceNetwork: SOURCE.id,
      depositId: own.depositId,
      isFallback: null,
      txHash: fill,
    });
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
    expect((await ledger.bodies(request))[0]).toMatchObject({
      fees: [{ type: "crosschain", amount: "0.01", currency: "USDC", network: SOURCE.id }],
    });
    await audit();
  });

  test("whose fill is seen first names its payer as soon as the source shows it", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    await to.fill(own);
    await ledger.watch();
    expect((await ledger.transfersOf(request))[0]?.payer).toBeNull();
    expect((await read(request)).fees).toEqual([]);
    await look();
    expect((await ledger.transfersOf(request))[0]?.payer).toBe(addressOf("payer").toLowerCase());
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
    // What the bridge took is known with the deposit.
    expect((await read(request)).fees).toMatchObject([{ type: "crosschain", amount: "0.01" }]);
    await audit();
  });

  test("that was recorded while its payment was being read, so that neither saw the other, names its payer", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    await to.fill(own);
    await look();
    const { db } = ledger.app.database;
    await db
      .update(transfers)
      .set({ payer: null, payerEoa: null, sourceTxHash: null })
      .where(eq(transfers.requestId, request.id));
    await db.delete(unclaimedLogs);
    await look();
    expect((await ledger.transfersOf(request))[0]).toMatchObject({
      payer: addressOf("payer").toLowerCase(),
      sourceTxHash: own.txHash,
    });
    await audit();
  });

  test("whose payment call fails is credited with what reached the payee (XC-07)", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    const fill = await to.fill(own, { failCall: true });
    await look();
    expect([await stateOf(request), await statusOf(request)]).toEqual([["filled_call_failed"], "paid"]);
    expect(await read(request)).toMatchObject({
      hasBeenPaid: true,
      detectionSource: "swap",
      note: expect.stringContaining("without the payment call"),
      txHash: fill,
      payerAddress: addressOf("payer"),
      paidAmount: "10",
    });
    await audit();
  });

  test("that the pool fills with more leaves an excess, not a second payment", async () => {
    const request = await aRequest();
    await to.fillSlowly(await deposit(request), 10_004_000n);
    await look();
    expect(await ledger.transfersOf(request)).toHaveLength(1);
    expect(await read(request)).toMatchObject({
      paidAmount: "10",
      receivedAmount: "10.004",
      excessAmount: "0.004",
      detectionSource: "service-network",
      fees: [{ type: "crosschain", amount: "0.006", currency: "USDC" }],
    });
    await audit();
  });

  test("that nobody fills expires, is owed and is refunded", async () => {
    const request = await aRequest();
    const own = await deposit(request, { seconds: 120 });
    await look();
    await destination.rpc("evm_increaseTime", 300);
    await destination.mine();
    await look();
    expect([await stateOf(request), await statusOf(request)]).toEqual([["expired"], "created"]);
    await passDeadline(1);
    await look();
    expect(await stateOf(request)).toEqual(["refunding"]);
    await from.refund(own);
    await look();
    expect([await stateOf(request), await statusOf(request)]).toEqual([["refunded"], "created"]);
    const bodies = await ledger.bodies(request);
    expect(bodies.map(({ event }) => event)).toEqual(["payment.failed", "payment.refunded"]);
    expect(bodies[0]).toMatchObject({ subStatus: "crosschain_expired", amount: "10" });
    expect(bodies[1]).toMatchObject({
      refundedTo: addressOf("payer"),
      refundAmount: "10.01",
      currency: "USDC",
    });
    await audit();
  });

  test("whose refund does not come is said to have failed after a week, and can still be refunded", async () => {
    const request = await aRequest();
    const own = await deposit(request, { seconds: 120 });
    await look();
    await passDeadline(300);
    await look();
    time += 8 * 24 * 60 * 60_000;
    await look();
    expect(await stateOf(request)).toEqual(["failed"]);
    await from.refund(own);
    await look();
    expect(await stateOf(request)).toEqual(["refunded"]);
  });

  test("that nobody would fill holds its request up in nothing, and is told to nobody", async () => {
    const request = await aRequest();
    // The payer gets all of it back, so that it costs nothing but gas.
    // The clock of the destination is minutes ahead by now.
    const own = await deposit(request, {
      seconds: 900,
      changes: { inputAmount: request.amount },
    });
    await look();
    expect([await stateOf(request), await statusOf(request)]).toEqual([["bridging"], "created"]);
    await passDeadline(400);
    await look();
    await from.refund(own);
    await look();
    expect([await stateOf(request), await statusOf(request)]).toEqual([["refunded"], "created"]);
    expect(await ledger.events(request)).toEqual([]);
    await audit();
  });

  test("that comes to nothing beside a payment is told to nobody", async () => {
    const request = await aRequest();
    await ledger.pay(request, "10");
    await ledger.watch();
    const own = await deposit(request, { seconds: 120 });
    await look();
    await passDeadline(300);
    await look();
    await from.refund(own);
    await look();
    expect([await stateOf(request), await statusOf(request)]).toEqual([["refunded"], "paid"]);
    expect(await ledger.events(request)).toEqual(["payment.confirmed"]);
  });
});

describe("a deposit for a request in another currency", () => {
  const RATE = "1.0852";

  /** Asks for EUR, and promises the payer a rate for fifteen minutes of the source's clock. Returns both amounts. */
  async function aPromise({ payer = addressOf("payer") } = {}) {
    const [invoice, token] = [invoiceCurrencyById("EUR"), tokenById(`USDC-${DESTINATION.id}`)];
    if (!invoice || !token) throw new Error("unknown currency");
    const { id } = await aRequest();
    await ledger.app.database.db
      .update(requests)
      .set({ invoiceCurrency: invoice.id, amount: parseAmount("100", invoice.decimals) })
      .where(eq(requests.id, id));
    const [request] = await ledger.app.database.db.select().from(requests).where(eq(requests.id, id));
    if (!request) throw new Error("no request");
    const createdAt = new Date((await from.time()) * 1_000);
    const quote = await draftQuote(
      ledger.ctx,
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
    await inTransaction(ledger.ctx, (tx) => insertQuotes(tx, [quote]));
    return { request, amount: quote.paymentAmount };
  }

  /** With what a relayer asks for, and hours in which it may be filled. */
  const depositAt = (request: RequestRow, amount: bigint, changes: Partial<Deposit> = {}) =>
    deposit(request, {
      amount,
      seconds: 6 * 3_600,
      changes: { inputAmount: amount + 100_000n, ...changes },
    });

  /** The destination's clock goes hours beyond the promise, and the euro costs more there. */
  async function promiseIsOver(): Promise<void> {
    const ahead = (await from.time()) + 2 * 3_600 - (await to.time());
    if (ahead > 0) await destination.rpc("evm_increaseTime", ahead);
    await destination.mine(1);
    await moveFeed(destination, "EUR", 130_000_000n);
    await moveFeed(destination, "USDC", 100_000_000n);
  }

  // Both clocks agree again for whatever comes next.
  afterEach(async () => {
    const ahead = (await to.time()) - (await from.time());
    if (ahead > 0) await source.rpc("evm_increaseTime", ahead);
    await source.mine(1);
  });

  const worthOf = async (request: RequestRow) =>
    (await ledger.transfersOf(request)).map(({ valuation, credited }) => [valuation, credited]);
  const promised = parseAmount("100", invoiceCurrencyById("EUR")?.decimals ?? 0);

  test("is worth what was promised when it was made, however late it is filled", async () => {
    const { request, amount } = await aPromise();
    const own = await depositAt(request, amount);
    await look();
    await promiseIsOver();
    await to.fill(own);
    await look();
    expect(await worthOf(request)).toEqual([["quote", promised]]);
    expect(await statusOf(request)).toBe("paid");
    expect((await auditValues(ledger.ctx)).differences).toEqual([]);
    await audit();
  });

  test("whose fill is seen first gets its promise once the source shows it", async () => {
    const { request, amount } = await aPromise();
    const own = await depositAt(request, amount);
    await promiseIsOver();
    await to.fill(own);
    await ledger.watch();
    const [[valuation, credited] = []] = await worthOf(request);
    expect(valuation).toBe("block_price");
    expect(credited).toBeLessThan(promised);
    expect(await statusOf(request)).toBe("partially_paid");
    await look();
    expect(await worthOf(request)).toEqual([["quote", promised]]);
    expect(await statusOf(request)).toBe("paid");
    expect((await ledger.events(request)).at(-1)).toBe("payment.confirmed");
    expect((await auditValues(ledger.ctx)).differences).toEqual([]);
    await audit();
  });

  test("of somebody else keeps the price that was asked for when its fill was seen first", async () => {
    const { request, amount } = await aPromise({ payer: addressOf("payer2") });
    const own = await depositAt(request, amount);
    await promiseIsOver();
    await to.fill(own);
    await ledger.watch();
    const first = await worthOf(request);
    await moveFeed(destination, "EUR", 140_000_000n);
    await look();
    expect((await ledger.transfersOf(request))[0]?.payer).toBe(addressOf("payer").toLowerCase());
    expect(await worthOf(request)).toEqual(first);
    await audit();
  });

  test("that only its maker would fill is worth what it is when that is done: the choice is no free one", async () => {
    const { request, amount } = await aPromise();
    const mine = {
      exclusiveRelayer: developmentAccount(LOCAL_FILLER).address,
      exclusivitySeconds: 6 * 3_600,
    };
    const own = await depositAt(request, amount, mine);
    await look();
    await promiseIsOver();
    await to.fill(own);
    await look();
    const [[valuation, credited] = []] = await worthOf(request);
    expect(valuation).toBe("block_price");
    expect(credited).toBeLessThan(promised);
    await audit();
  });
});

describe("what an attacker or a chain does", () => {
  test("two deposits for one request: the second is an excess of its own payer", async () => {
    const request = await aRequest();
    const [first, second] = [await deposit(request), await deposit(request, { who: "payer2" })];
    await to.fill(first);
    await to.fill(second);
    await look();
    expect(await stateOf(request)).toEqual(["filled", "filled"]);
    const payers = (await ledger.transfersOf(request)).map(({ payer }) => payer);
    expect(payers).toEqual([addressOf("payer").toLowerCase(), addressOf("payer2").toLowerCase()]);
    expect(await read(request)).toMatchObject({ paidAmount: "20", excessAmount: "10" });
    await audit();
  });

  test("several deposits of one number in one transaction are each followed, and stop nothing", async () => {
    const [first, second, other] = [await aRequest(), await aRequest("11"), await aRequest()];
    const wanted = [await wantedFor(first), await wantedFor(second), await wantedFor(first)];
    const [a, b, again] = await depositUnderOneNumber(1n, wanted);
    if (!a || !b || !again) throw new Error("no deposit");
    expect([b.depositId, again.depositId]).toEqual([a.depositId, a.depositId]);
    const own = await deposit(other);
    await look();
    // The third is the first once more: the pool fills both together.
    expect([await stateOf(first), await stateOf(second)]).toEqual([["bridging"], ["bridging"]]);
    await to.fill(b);
    await fill(own, other);
    expect([await stateOf(first), await statusOf(first)]).toEqual([["bridging"], "processing"]);
    expect([await stateOf(second), await statusOf(second)]).toEqual([["filled"], "paid"]);
    await fill(a, first);
    await audit();
  });

  test("a second deposit under the number of a filled one moves neither that nor a stranger's request", async () => {
    const [paid, victim] = [await aRequest(), await aRequest("12")];
    const [own] = await depositUnderOneNumber(2n, [await wantedFor(paid)]);
    if (!own) throw new Error("no deposit");
    await look();
    await fill(own, paid);
    const [trick] = await depositUnderOneNumber(2n, [await wantedFor(victim)]);
    expect(trick?.depositId).toBe(own.depositId);
    await look();
    expect([await stateOf(paid), await statusOf(paid)]).toEqual([["filled"], "paid"]);
    expect((await ledger.transfersOf(paid))[0]).toMatchObject({ sourceTxHash: own.txHash });
    expect(await stateOf(victim)).toEqual(["bridging"]);
    if (trick) await fill(trick, victim);
    await audit();
  });

  test("a deposit that cannot be written or moved is quarantined, and keeps no other waiting", async () => {
    const [poisoned, request] = [await aRequest("13"), await aRequest()];
    const { db } = ledger.app.database;
    const refuse = (rule: string) =>
      db.execute(sql.raw(`alter table crosschain_deposits add constraint poison check (${rule}) not valid`));
    const allow = () => db.execute(sql`alter table crosschain_deposits drop constraint poison`);
    const inQuarantine = () => quarantinedDepositsOf(ledger.ctx, SOURCE.id);
    await refuse("output_amount <> 13000000");
    const bad = await deposit(poisoned);
    const own = await deposit(request);
    await look();
    expect([await stateOf(poisoned), await stateOf(request)]).toEqual([[], ["bridging"]]);
    expect(await inQuarantine()).toMatchObject([{ txHash: bad.txHash, failures: 1 }]);
    await source.mine(40);
    await allow();
    await look();
    expect(await stateOf(poisoned)).toEqual([]);
    time += 61_000;
    await look();
    expect([await stateOf(poisoned), await inQuarantine()]).toEqual([["bridging"], []]);

    await refuse("state <> 'filled' or output_amount <> 13000000");
    await to.fill(bad);
    await fill(own, request);
    expect([await stateOf(poisoned), (await inQuarantine()).length]).toEqual([["bridging"], 1]);
    await allow();
    await inTransaction(ledger.ctx, (tx) => retryDeposits(tx, SOURCE.id));
    await look();
    expect([await stateOf(poisoned), await inQuarantine()]).toEqual([["filled"], []]);
    await audit();
  });

  test("a deposit by a wallet that may not pay, in the name of one that may, is held", async () => {
    const request = await aRequest();
    await aRestrictedLink(ledger.app, [request], {
      ...SCREENED,
      mode: "off",
      allowedPayerAddresses: [addressOf("payer")],
    });
    const own = await deposit(request, { who: "payer2", changes: { depositor: addressOf("payer") } });
    await look();
    await to.fill(own);
    await look();
    const [row] = await ledger.transfersOf(request);
    expect(row).toMatchObject({ mismatch: "payer_not_approved", payer: addressOf("payer2").toLowerCase() });
    expect(await statusOf(request)).toBe("created");
  });

  test("a fill that is seen before its payment is read does not open the request in between", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    await look();
    await to.fill(own);
    while ((await watchCrosschain(ledger.ctx, ledger.chain)) === "more");
    expect([await stateOf(request), await statusOf(request)]).toEqual([["filled"], "processing"]);
    expect(await auditSettlements(ledger.ctx)).toEqual([]);
    await ledger.watch();
    expect(await statusOf(request)).toBe("paid");
  });

  test("a fill of a deposit that nobody made pays, but names no payer", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    const made = { ...own, depositId: 4_000_000n, depositor: addressOf("payer") };
    await to.fill(made);
    await look();
    const [row] = await ledger.transfersOf(request);
    expect(row).toMatchObject({ type: "crosschain", payer: null, mismatch: null });
    expect(await stateOf(request)).toEqual(["bridging"]);
  });

  test("a fill under the number of a deposit that sends its money to somebody else fills nothing", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    await look();
    await to.fill({ ...own, recipient: addressOf("payer2") });
    await look();
    expect([await stateOf(request), await statusOf(request)]).toEqual([["bridging"], "processing"]);
    await fill(own, request);
    await audit();
  });

  test("a depositor who has the money delivered to somebody else has not paid, until the chain drops that", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    await look();
    const before = await destination.snapshot();
    await fillElsewhere(own, addressOf("payer2"));
    await look();
    expect([await stateOf(request), await statusOf(request)]).toEqual([["failed"], "created"]);
    expect(await ledger.bodies(request)).toMatchObject([
      { event: "payment.failed", subStatus: "crosschain_redirected" },
    ]);
    await dropFill(before, request);
    await fill(own, request);
    await audit();
  });

  test("hundreds of deposits that nobody fills keep no other from being followed", async () => {
    const [open, request] = [await aRequest(), await aRequest()];
    await deposit(open);
    await look();
    const { db } = ledger.app.database;
    const [one] = await db.select().from(crosschainDeposits).where(eq(crosschainDeposits.requestId, open.id));
    if (!one) throw new Error("no deposit");
    const many = Array.from({ length: AT_ONCE }, (_, i) => ({
      ...one,
      id: `0-${String(i).padStart(4, "0")}`,
      depositId: 5_000_000n + BigInt(i),
      blockNumber: 0n,
    }));
    await db.insert(crosschainDeposits).values(many);
    const own = await deposit(request);
    await look();
    await fill(own, request);
    await db.delete(crosschainDeposits).where(like(crosschainDeposits.id, "0-%"));
    await audit();
  });

  test("dust, other tokens and less than is to arrive are no deposits of a request", async () => {
    const request = await aRequest();
    await deposit(request, { amount: 900_000n });
    await deposit(request, { changes: { inputAmount: 1n } });
    await deposit(request, { changes: { outputAmount: 1n } });
    await deposit(request, { changes: { recipient: addressOf("payer2") } });
    await look();
    expect([await stateOf(request), await statusOf(request)]).toEqual([[], "created"]);
  });

  test("a token that keeps a part of every transfer is credited with what arrived, not with what was named", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    const before = await destination.snapshot();
    const { abi, bytecode } = await readArtifact("FeeOnTransferToken");
    const data = encodeDeployData({ abi, bytecode, args: ["USD Coin", "USDC", 6] });
    const hash = await destination.wallet("payer2").sendTransaction({ data });
    const { contractAddress } = await destination.publicClient.waitForTransactionReceipt({ hash });
    const code = await destination.publicClient.getCode({ address: contractAddress ?? "0x" });
    const token = usdc(DESTINATION.id);
    const payee: Hex = `0x${request.payee.slice(2)}`;
    const owned = await balanceOf(destination, token, payee);
    await destination.rpc("anvil_setCode", token, code);
    await to.fill(own);
    await look();
    const arrived = (await balanceOf(destination, token, payee)) - owned;
    expect(arrived).toBeLessThan(request.amount);
    expect(await read(request)).toMatchObject({
      hasBeenPaid: false,
      status: "partially_paid",
      paidAmount: formatAmount(arrived, 6),
    });
    await destination.revert(before);
    await destination.mine(6);
    await look();
    expect(await statusOf(request)).toBe("processing");
  });

  test("a destination that drops the fill: the deposit waits again, and is filled again", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    await look();
    const before = await destination.snapshot();
    await fill(own, request);
    await dropFill(before, request);
    await fill(own, request);
    await audit();
  });

  test("a source that drops the deposit before its fill, and after it", async () => {
    const [early, late] = [await aRequest(), await aRequest()];
    const before = await source.snapshot();
    const own = await deposit(late);
    await to.fill(own);
    await deposit(early);
    await look();
    expect([await statusOf(early), await statusOf(late)]).toEqual(["processing", "paid"]);
    await source.revert(before);
    await source.mine(12);
    await look();
    expect([await stateOf(early), await statusOf(early)]).toEqual([["dropped"], "created"]);
    // The payee has the money: the relayer bears the loss.
    expect([await stateOf(late), await statusOf(late)]).toEqual([["filled"], "paid"]);
    await audit();
  });

  test("refunds of two deposits in one sum give back both, and a smaller one neither", async () => {
    const request = await aRequest();
    const own = [await deposit(request, { seconds: 120 }), await deposit(request, { seconds: 120 })];
    await look();
    await passDeadline(300);
    await look();
    const [first] = own;
    if (!first) throw new Error("no deposit");
    await from.refund({ ...first, inputAmount: first.inputAmount - 1n });
    await look();
    expect(await stateOf(request)).toEqual(["refunding", "refunding"]);
    await from.refund({ ...first, inputAmount: 2n * first.inputAmount });
    await look();
    expect(await stateOf(request)).toEqual(["refunded", "refunded"]);
  });
});

const besideAnother = (network: typeof SOURCE | typeof DESTINATION, honest: string, liar: string) =>
  new EvmAdapter(network, { rpcUrls: [liar, honest], confirmations: 1, startBlock: 0, compareEveryMs: 0 });

/** What a node says of a transaction that a snapshot took back: its log and its receipt. */
async function liarWith(chain: TestChain, txHash: Hex) {
  const receipt = z
    .looseObject({ logs: z.array(z.looseObject({ address: z.string(), topics: z.array(z.string()) })) })
    .parse(await chain.rpc("eth_getTransactionReceipt", txHash));
  const liar = await startFaultyNode(chain.rpcUrl);
  liar.behave(({ method, params }) => {
    if (method === "eth_getTransactionReceipt" && params[0] === txHash) return { result: receipt };
    if (method !== "eth_getLogs") return undefined;
    const asked = z.object({ address: z.string(), topics: z.array(z.unknown()) }).safeParse(params[0]).data;
    const made = receipt.logs.filter(
      ({ address, topics }) =>
        address.toLowerCase() === asked?.address.toLowerCase() && topics[0] === asked.topics[0],
    );
    return { edit: (result) => [...z.array(z.unknown()).parse(result), ...made] };
  });
  return liar;
}

describe("one of several nodes that makes things up", () => {
  test("a fill that it invents moves nothing", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    await look();
    const before = await destination.snapshot();
    const fill = await to.fill(own);
    const liar = await liarWith(destination, fill);
    await destination.revert(before);
    await destination.mine(6);
    try {
      const both = besideAnother(DESTINATION, destination.rpcUrl, liar.url);
      await expect(watchCrosschain(ledger.ctx, both)).rejects.toThrow("disagree");
      expect([await stateOf(request), await statusOf(request)]).toEqual([["bridging"], "processing"]);
      expect(await ledger.events(request)).toEqual([]);
    } finally {
      await liar.close();
    }
  });

  test.each(["first", "last"])("a deposit that it alters is believed as it is, asked %s", async (place) => {
    const request = await aRequest();
    await deposit(request);
    const liar = await startFaultyNode(source.rpcUrl);
    // Another message, in the same place of the same block; its receipt is left alone.
    liar.behave(({ method }) =>
      method === "eth_getLogs"
        ? {
            edit: (result) =>
              z
                .array(z.looseObject({ data: z.string() }))
                .parse(result)
                .map((log) => ({ ...log, data: `${log.data.slice(0, -2)}ff` })),
          }
        : undefined,
    );
    try {
      const urls = [source.rpcUrl, liar.url] as const;
      const [one, other] = place === "last" ? urls : [...urls].reverse();
      await watchCrosschain(ledger.ctx, besideAnother(SOURCE, one ?? "", other ?? ""));
      expect([await stateOf(request), await statusOf(request)]).toEqual([["bridging"], "processing"]);
    } finally {
      await liar.close();
    }
  });

  test("a deposit and a refund that it invents are told to nobody", async () => {
    const [request, other] = [await aRequest(), await aRequest()];
    const own = await deposit(request, { seconds: 120 });
    await look();
    await passDeadline(300);
    await look();
    const before = await source.snapshot();
    const refund = await from.refund(own);
    const made = await deposit(other);
    const liars = [await liarWith(source, refund), await liarWith(source, made.txHash)];
    await source.revert(before);
    await source.mine(12);
    try {
      for (const liar of liars) {
        const both = besideAnother(SOURCE, source.rpcUrl, liar.url);
        await expect(watchCrosschain(ledger.ctx, both)).rejects.toBeInstanceOf(ChainError);
      }
      expect([await stateOf(request), await stateOf(other)]).toEqual([["refunding"], []]);
      expect(await ledger.events(request)).toEqual(["payment.failed"]);
    } finally {
      await Promise.all(liars.map((liar) => liar.close()));
    }
  });
});

describe("of three nodes under a quorum of two", () => {
  const three = (network: typeof SOURCE | typeof DESTINATION, rpcUrls: string[]) =>
    new EvmAdapter(network, {
      rpcUrls,
      confirmations: 1,
      startBlock: 0,
      compareEveryMs: 0,
      quorum: { needed: 2, providers: ["one", "two", "three"], aboveUsd: null },
    });
  /** One node lies, asked first or last, beside two of their own that do not. */
  async function beside(chain: TestChain, network: typeof SOURCE | typeof DESTINATION, liar: FaultyNode) {
    const honest = await Promise.all([startFaultyNode(chain.rpcUrl), startFaultyNode(chain.rpcUrl)]);
    const urls = honest.map(({ url }) => url);
    return {
      places: [three(network, [liar.url, ...urls]), three(network, [...urls, liar.url])],
      close: () => Promise.all([liar, ...honest].map((node) => node.close())),
    };
  }
  const lookOn = async (chain: EvmAdapter) => {
    while ((await watchCrosschain(ledger.ctx, chain)) === "more");
  };

  test("a fill that one makes up moves nothing, and holds no other deposit up", async () => {
    const [request, other] = [await aRequest(), await aRequest()];
    const [own, another] = [await deposit(request), await deposit(other)];
    await look();
    const before = await destination.snapshot();
    const liar = await liarWith(destination, await to.fill(own));
    await destination.revert(before);
    await to.fill(another);
    const { places, close } = await beside(destination, DESTINATION, liar);
    try {
      for (const chain of places) await lookOn(chain);
      expect([await stateOf(request), await statusOf(request)]).toEqual([["bridging"], "processing"]);
      expect(await stateOf(other)).toEqual(["filled"]);
      expect(await ledger.events(request)).toEqual([]);
    } finally {
      await close();
    }
  });

  test("a deposit that one makes up is recorded nowhere, and holds no other up", async () => {
    const [request, other] = [await aRequest(), await aRequest()];
    const before = await source.snapshot();
    const liar = await liarWith(source, (await deposit(request)).txHash);
    await source.revert(before);
    await deposit(other);
    const { places, close } = await beside(source, SOURCE, liar);
    try {
      for (const chain of places) await lookOn(chain);
      expect([await stateOf(request), await stateOf(other)]).toEqual([[], ["bridging"]]);
    } finally {
      await close();
    }
  });

  test("a deposit and a fill that one hides are found all the same", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    const hiding = async (chain: TestChain) => {
      const liar = await startFaultyNode(chain.rpcUrl);
      liar.behave(({ method }) => {
        if (method === "eth_getLogs") return { result: [] };
        return method === "eth_getTransactionReceipt" ? { result: null } : undefined;
      });
      return liar;
    };
    const ofSource = await beside(source, SOURCE, await hiding(source));
    const ofDestination = await beside(destination, DESTINATION, await hiding(destination));
    try {
      const [first, last] = ofSource.places;
      if (first) await lookOn(first);
      expect(await stateOf(request)).toEqual(["bridging"]);
      if (last) await lookOn(last);
      expect(await stateOf(request)).toEqual(["bridging"]);
      await to.fill(own);
      for (const chain of ofDestination.places) await lookOn(chain);
      expect(await stateOf(request)).toEqual(["filled"]);
    } finally {
      await Promise.all([ofSource.close(), ofDestination.close()]);
    }
  });

  test("what the only one that answers makes up waits", async () => {
    const request = await aRequest();
    const before = await source.snapshot();
    const liar = await liarWith(source, (await deposit(request)).txHash);
    await source.revert(before);
    try {
      const alone = three(SOURCE, [liar.url, "http://127.0.0.1:9", "http://127.0.0.1:10"]);
      await expect(watchCrosschain(ledger.ctx, alone)).rejects.toBeInstanceOf(ChainError);
      expect(await stateOf(request)).toEqual([]);
    } finally {
      await liar.close();
    }
  });
});

describe("a node that fails", () => {
  test("beside another holds no deposit up: who answers is enough, as for payments", async () => {
    const request = await aRequest();
    await deposit(request);
    const failing = await startFaultyNode(source.rpcUrl);
    failing.behave(({ method }) =>
      method === "eth_getTransactionReceipt" ? { error: "internal error" } : undefined,
    );
    try {
      await watchCrosschain(ledger.ctx, besideAnother(SOURCE, source.rpcUrl, failing.url));
      expect(failing.calls.get("eth_getTransactionReceipt")).toBeGreaterThan(0);
      expect([await stateOf(request), await statusOf(request)]).toEqual([["bridging"], "processing"]);
    } finally {
      await failing.close();
    }
  });

  test("of one destination stops no source: its deposits are recorded, and found when it is back", async () => {
    const request = await aRequest();
    const own = await deposit(request);
    const dead = new EvmAdapter(DESTINATION, { rpcUrls: ["http://127.0.0.1:9"], confirmations: 1 });
    const chains = chainsOf({ [SOURCE.id]: sourceAdapter, [DESTINATION.id]: dead });
    await watchCrosschain({ ...ledger.ctx, chains }, sourceAdapter);
    expect([await stateOf(request), await statusOf(request)]).toEqual([["bridging"], "processing"]);
    await fill(own, request);
  });
});

test("the audit over both chains finds no difference, and finds one that is made", async () => {
  const report = await auditDeposits(ledger.ctx, sourceAdapter);
  expect(report).toMatchObject({ network: SOURCE.id, differences: [] });
  expect(report?.deposits).toBeGreaterThan(8);
  const { db } = ledger.app.database;
  const [row] = await db.select().from(crosschainDeposits).where(eq(crosschainDeposits.state, "filled"));
  if (!row) throw new Error("no filled deposit");
  const problemsAfter = async (change: Partial<typeof crosschainDeposits.$inferInsert>) => {
    await db.update(crosschainDeposits).set(change).where(eq(crosschainDeposits.id, row.id));
    return (await auditDeposits(ledger.ctx, sourceAdapter))?.differences.map(({ problem }) => problem);
  };
  const elsewhere = { fillTxHash: `0x${"11".repeat(32)}`, quoteTimestamp: row.quoteTimestamp + 1 };
  expect(await problemsAfter(elsewhere)).toEqual(["content", "payment"]);
  // One word of its relay less, and it is another deposit: that of the chain has no row.
  expect(await problemsAfter({ inputAmount: 1n })).toEqual(["missing", "state", "payment"]);
});
