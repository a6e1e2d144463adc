/**
 * The same request paid through the payment contracts and by plain transfers: what is kept and told of both is the same, but
 * for what names a request, a transaction and a payer. Many pairs share their blocks and passes of the watcher.
 */
import { gt, inArray, max } from "drizzle-orm";
import fc from "fast-check";
import { encodeFunctionData, type Hex, maxUint256 } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { erc20Abi } from "@/contracts/abis";
import { feeLegs, feeTransfers, requestSums, requests, transfers, webhookEvents } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { PaymentLog } from "@/server/chains/adapter";
import type { DepositTerms } from "@/server/chains/deposit-address";
import { collectingCall } from "@/server/chains/deposit-collection";
import type { Call, ProxyPayment } from "@/server/chains/evm/calldata";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";
import { referenceTopic } from "@/server/chains/reference-topic";
import { formatAmount } from "@/server/lib/amount";
import { isAnyOf } from "@/server/lib/database/any-of";
import { sharesOf, wholeOf } from "@/server/payments/deposit-addresses/shares";
import type { RequestRow } from "@/server/requests/draft";
import { termsFromWire } from "@/server/requests/paying/deposit/terms-on-wire";
import { dueOf, storedFee } from "@/server/requests/paying/due";
import { payablesOf } from "@/server/requests/paying/payable";
import { proxyPayment } from "@/server/requests/paying/payment-plan";
import { plannedTransfers } from "@/server/requests/paying/planned-transfers";
import { startListening } from "@/server/requests/paying/start-listening";
import { allDifferences, offerAddress } from "@/server/testing/deposits";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { isLong } from "@/server/testing/long";

const { sepolia } = EVM_NETWORKS;
const PLATFORM = "0xFEe0000000000000000000000000000000000001";
const PROTOCOL = "0xfEE0000000000000000000000000000000000002";
/** In all, half of them with a protocol fee. */
const CASES = isLong() ? 10_000 : 120;
/** Pairs that are paid together. */
const TOGETHER = 60;
/** Addresses of a collection: each takes a sixth of a million gas. */
const COLLECTED_TOGETHER = 25;

/** A request, and what comes to pay it: nothing in the list means exactly what is due. */
interface Case {
  /** Base units of USDC for the payee. */
  amount: bigint;
  /** The platform's fee. */
  percentage: string;
  /** Thousandths of what is due, fees included, one after another. */
  parts: readonly number[];
  /** The address is collected from after each part, and not once after the last. */
  isCollectedAtOnce: boolean;
}

const cases: fc.Arbitrary<Case> = fc.record({
  amount: fc.oneof(fc.bigInt({ min: 1n, max: 2_000n }), fc.bigInt({ min: 10_000n, max: 20_000_000n })),
  percentage: fc.oneof(
    fc.constant("0"),
    fc.integer({ min: 1, max: 1_500 }).map((hundredths) => String(hundredths / 100)),
  ),
  parts: fc.oneof(
    fc.constant<number[]>([]),
    fc.array(fc.integer({ min: 1, max: 1_300 }), { minLength: 1, maxLength: 3 }),
    fc.array(fc.constantFrom<number[]>(1, 250, 333, 500, 667, 1_000), { minLength: 2, maxLength: 4 }),
  ),
  isCollectedAtOnce: fc.boolean(),
});

let node: TestChain;

beforeAll(async () => {
  node = await startTestChain({ network: "sepolia" });
  const { erc20FeeProxy, batch } = sepolia.contracts;
  if (!batch) throw new Error("no batch contract");
  for (const contract of [erc20FeeProxy.address, batch.address]) {
    const hash = await node.wallet("payer").writeContract({
      address: tokenAddress("USDC-sepolia"),
      abi: erc20Abi,
      functionName: "approve",
      args: [contract, maxUint256],
    });
    await node.publicClient.waitForTransactionReceipt({ hash });
  }
  await node.rpc("evm_setAutomine", false);
});
afterAll(() => node?.stop());

describe.each<{ protocolFee: string; env: Record<string, string>; seed: number }>([
  {
    protocolFee: "a protocol fee",
    env: { PROTOCOL_FEE_BPS: "100", PROTOCOL_FEE_EVM_ADDRESS: PROTOCOL },
    seed: 1,
  },
  { protocolFee: "no protocol fee", env: {}, seed: 2 },
])("with $protocolFee", ({ env, seed }) => {
  test("plain transfers leave the same ledger, fees, webhooks and events on chain as payments through the contracts", async () => {
    const startBlock = Number(await node.publicClient.getBlockNumber()) + 1;
    // One moment for all, so that times are compared too.
    const moment = new Date();
    const ledger = await startLedger(node, { startBlock }, { env, now: () => moment });
    try {
      const all = fc.sample(cases, { numRuns: CASES / 2, seed });
      for (let i = 0; i < all.length; i += TOGETHER) await comparePairs(ledger, all.slice(i, i + TOGETHER));
      expect(await allDifferences(ledger)).toEqual([]);
    } finally {
      await ledger.close();
    }
  });
});

/** One transaction of each request of a pair. */
interface Step {
  call: Pick<Call, "to" | "data">;
  transfer: Pick<Call, "to" | "data">;
}

interface Pair {
  of: Case;
  byWallet: RequestRow;
  byTransfer: RequestRow;
  steps: Step[];
  isPaid: boolean;
  terms: DepositTerms;
  /** Of the payment, and of the second fee. */
  references: { byWallet: Hex[]; byTransfer: Hex[] };
}

/** Pays all pairs, a block for each step, and compares what is kept and told of both requests of each. */
async function comparePairs(ledger: TestLedger, all: readonly Case[]): Promise<void> {
  const before = await newestEvent(ledger);
  const pairs: Pair[] = [];
  for (const of of all) pairs.push(await aPair(ledger, of));
  const longest = Math.max(...pairs.map(({ steps }) => steps.length));
  const from = await node.publicClient.getBlockNumber();
  for (let i = 0; i < longest; i++) {
    for (const step of pairs.flatMap(({ steps }) => steps[i] ?? [])) {
      await submit(step.call);
      await submit(step.transfer);
    }
    await mineAll();
    await ledger.watch();
    await collectFrom(pairs.filter(({ of, steps }) => of.isCollectedAtOnce && i < steps.length));
  }
  await collectFrom(pairs.filter(({ of }) => !of.isCollectedAtOnce));
  await ledger.watch();
  const logs = await ledger.chain.logsOfRange(from + 1n, await node.publicClient.getBlockNumber());
  const byWallet = await recordsOf(
    ledger,
    pairs.map((pair) => pair.byWallet),
    before,
  );
  const byTransfer = await recordsOf(
    ledger,
    pairs.map((pair) => pair.byTransfer),
    before,
  );
  for (const [i, pair] of pairs.entries()) {
    const { of, steps, isPaid, references } = pair;
    expect({ of, ...byTransfer[i] }).toEqual({ of, ...byWallet[i] });
    expect([byTransfer[i]?.transfers.length, byTransfer[i]?.request.status]).toEqual([
      steps.length,
      isPaid ? "paid" : "partially_paid",
    ]);
    const [paid, collected] = [
      forwardedBy(logs, references.byWallet),
      forwardedBy(logs, references.byTransfer),
    ];
    expect({ of, collected: inAll(collected) }).toEqual({ of, collected: inAll(paid) });
    if (of.isCollectedAtOnce) expect({ of, collected }).toEqual({ of, collected: paid });
  }
}

async function aPair(ledger: TestLedger, of: Case): Promise<Pair> {
  const fee = of.percentage === "0" ? null : { percentage: of.percentage, address: PLATFORM };
  const request = () => ledger.request(formatAmount(of.amount, 6), "USDC-sepolia", { fee });
  const [byWallet, byTransfer] = [await request(), await request()];
  const { address, terms } = await offerAddress(ledger, byTransfer);
  const planned = await plannedBy(ledger, byWallet);
  const deposit = termsFromWire(terms);
  const steps: Step[] = [];
  let [before, paid] = [0n, 0n];
  for (const units of arrivalsOf(of, deposit)) {
    const { payments, payee } = asPayments(planned, deposit, before, units);
    // What brings the payee nothing is no payment through the contracts.
    if (payee === 0n) continue;
    if (of.parts.length === 0) expect(payments).toEqual(planned);
    steps.push({ call: callOf(payments), transfer: transferOf(hex(address), units) });
    before += units;
    paid += payee;
  }
  const references = {
    byWallet: planned.map(({ reference }) => reference),
    byTransfer: [deposit.paymentReference, deposit.legReference],
  };
  return { of, byWallet, byTransfer, steps, isPaid: paid >= of.amount, terms: deposit, references };
}

/** What arrives, base units. */
function arrivalsOf({ parts }: Case, terms: DepositTerms): bigint[] {
  const whole = wholeOf(terms);
  if (parts.length === 0) return [whole];
  return parts.map((part) => (whole * BigInt(part) + 999n) / 1_000n);
}

/** The payments that the calldata of the request makes of all of it: its own, and that of the second fee. */
async function plannedBy(ledger: TestLedger, request: RequestRow): Promise<ProxyPayment[]> {
  const ctx = ledger.app.context(systemCaller(ledger.platformId));
  const [payable] = await payablesOf(ctx, [request]);
  if (!payable) throw new Error("no request");
  await startListening(ctx, [request]);
  return plannedTransfers([dueOf(payable, payable.remaining, storedFee(payable), null)]).map(proxyPayment);
}

/** The same payments with the amounts that the deposit contract makes of an arrival. */
function asPayments(
  [payment, leg]: readonly ProxyPayment[],
  terms: DepositTerms,
  before: bigint,
  units: bigint,
): { payments: ProxyPayment[]; payee: bigint } {
  if (!payment) throw new Error("nothing is to be paid");
  const share = sharesOf(terms, before, units);
  const fee = share.fee > 0n && payment.fee ? { ...payment.fee, amount: share.fee } : null;
  const own = { ...payment, amount: share.payee, fee };
  return {
    payments: leg && share.leg > 0n ? [own, { ...leg, amount: share.leg }] : [own],
    payee: share.payee,
  };
}

function callOf(payments: readonly ProxyPayment[]): Pick<Call, "to" | "data"> {
  const calls = paymentCalls(sepolia);
  const [first, ...others] = payments;
  return first && others.length === 0 ? calls.one(first).call : calls.many(payments).call;
}

function transferOf(to: Hex, units: bigint): Pick<Call, "to" | "data"> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, units] });
  return { to: tokenAddress("USDC-sepolia"), data };
}

/** Brings the money at the addresses of these pairs to payees and receivers of fees, by anybody. */
async function collectFrom(pairs: readonly Pair[]): Promise<void> {
  for (let i = 0; i < pairs.length; i += COLLECTED_TOGETHER) {
    const terms = pairs.slice(i, i + COLLECTED_TOGETHER).map((pair) => pair.terms);
    await submit(collectingCall(sepolia, terms).call, "0xf42400");
  }
  await mineAll();
}

/** What payment events brought under these references, in the order of the chain. */
function forwardedBy(logs: readonly PaymentLog[], references: readonly Hex[]) {
  const topics = references.map(referenceTopic);
  return logs
    .filter(({ topic1 }) => topics.includes(topic1))
    .map(({ recipient, amount, feeAmount, feeAddress }) => ({
      recipient,
      amount,
      feeAmount,
      feeAddress: feeAmount > 0n ? feeAddress : null,
    }));
}

/** The same by receiver. */
function inAll(forwarded: ReturnType<typeof forwardedBy>): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  const add = (receiver: string, units: bigint) => {
    sums[receiver] = (sums[receiver] ?? 0n) + units;
  };
  for (const { recipient, amount, feeAmount, feeAddress } of forwarded) {
    add(recipient, amount);
    if (feeAddress) add(feeAddress, feeAmount);
  }
  return sums;
}

/** The node knows the development keys and signs. */
async function submit({ to, data }: Pick<Call, "to" | "data">, gas: Hex = "0x61a80"): Promise<void> {
  await node.rpc("eth_sendTransaction", { from: node.accounts.payer.address, to, data, gas });
}

const Pool = z.object({ pending: z.string() });

async function mineAll(): Promise<void> {
  do await node.mine();
  while (BigInt(Pool.parse(await node.rpc("txpool_status")).pending) > 0n);
}

/** Columns and fields that name a request, a transaction, an event or a payer, or the place of one of them. */
const NAMES = {
  request: ["id", "requestId", "salt", "paymentReference", "topic1", "createdAt"],
  transfer: [
    "id",
    "requestId",
    "txHash",
    "position",
    "logIndex",
    "type",
    "payer",
    "payerEoa",
    "depositAddress",
    "sentFrom",
    "arrived",
  ],
  sums: ["requestId", "coveredBy"],
  leg: ["topic1", "requestId", "paymentReference"],
  feeTransfer: ["txHash", "position", "topic1"],
  event: [
    "requestId",
    "requestID",
    "paymentReference",
    "explorer",
    "paymentId",
    "txHash",
    "sequence",
    "payerAddress",
    "payerEoaAddress",
  ],
} as const;

/** All that is kept and told of these requests since an event, without names, in the order of the requests. */
async function recordsOf(ledger: TestLedger, rows: readonly RequestRow[], after: bigint) {
  const { db } = ledger.app.database;
  const ids = rows.map(({ id }) => id);
  const stored = await db.select().from(requests).where(isAnyOf(requests.id, ids));
  const paid = await db
    .select()
    .from(transfers)
    .where(isAnyOf(transfers.requestId, ids))
    .orderBy(transfers.blockNumber, transfers.logIndex);
  const sums = await db.select().from(requestSums).where(isAnyOf(requestSums.requestId, ids));
  const legs = await db.select().from(feeLegs).where(isAnyOf(feeLegs.requestId, ids));
  const topics = legs.map(({ topic1 }) => topic1);
  const fees = await db
    .select()
    .from(feeTransfers)
    .where(inArray(feeTransfers.topic1, topics))
    .orderBy(feeTransfers.blockNumber);
  const events = await db
    .select({ body: webhookEvents.body })
    .from(webhookEvents)
    .where(gt(webhookEvents.sequence, after))
    .orderBy(webhookEvents.sequence);
  const bodies = events.map(({ body }) => Body.parse(JSON.parse(body)));
  return rows.map(({ id, requestId }) => {
    const ownLegs = legs.filter((leg) => leg.requestId === id);
    const isOwn = ({ topic1 }: { topic1: string }) => ownLegs.some((leg) => leg.topic1 === topic1);
    const request = stored.find((row) => row.id === id);
    if (!request) throw new Error("no request");
    return {
      request: { ...without(request, NAMES.request), status: request.status },
      transfers: paid
        .filter((row) => row.requestId === id)
        // The batch contract takes some address where there is no fee.
        .map((row) => ({ ...row, feeAddress: row.feeAmount > 0n ? row.feeAddress : null }))
        .map((row) => without(row, NAMES.transfer)),
      sums: sums.filter((row) => row.requestId === id).map((row) => without(row, NAMES.sums)),
      legs: ownLegs.map((leg) => without(leg, NAMES.leg)),
      fees: fees.filter(isOwn).map((fee) => without(fee, NAMES.feeTransfer)),
      events: bodies
        .filter((body) => `0x${body.requestId}` === requestId)
        .map((body) => without(body, NAMES.event)),
    };
  });
}

async function newestEvent({ app }: TestLedger): Promise<bigint> {
  const [row] = await app.database.db.select({ newest: max(webhookEvents.sequence) }).from(webhookEvents);
  return row?.newest ?? 0n;
}

const Body = z.looseObject({ requestId: z.string() });

function without(row: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

function hex(text: string): Hex {
  return `0x${text.slice(2)}`;
}
