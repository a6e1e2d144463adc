import type { ChainHead } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { SERVER_FACTS } from "@/server/chains/server-facts";
import { UNTRUSTED } from "@/server/chains/untrusted-limits";
import { type Ctx, inTransaction } from "@/server/context";
import type { InstalmentBook } from "@/server/executor/book";
import { deploymentProblem } from "@/server/executor/deployment";
import type { FailedInstalment } from "@/server/executor/failure";
import { type Fees, feesFor, isTooExpensive } from "@/server/executor/fees";
import { callOf, gasLimitOf, type Instalment } from "@/server/executor/instalment";
import type { ExecutorParts } from "@/server/executor/parts";
import { planTransaction } from "@/server/executor/plan";
import { pursue } from "@/server/executor/pursue";
import { type OnTheWay, reconcile } from "@/server/executor/reconcile";
import { paidTogether, type Stage } from "@/server/executor/rehearse";
import { Overtaken, sendEmpty, sendInstalments } from "@/server/executor/send";
import { type ExecutorNote, LOW_EXECUTIONS } from "@/server/executor/state";
import { type ExecutorTransaction, openTransactions } from "@/server/executor/transactions";
import {
  balanceText,
  foreign,
  outOfGas,
  refusalTrouble,
  sendsNothing,
  type Trouble,
  tooExpensive,
} from "@/server/executor/trouble";
import { countFailures, LeaseLost, noteState, takeLease } from "@/server/executor/wallet";
import { clock } from "@/server/lib/clock";

/** What an executor keeps between passes; losing it costs nothing. */
export interface ExecutorMemory {
  isVerified: boolean;
  /** Block of the last comparison with the chain. */
  reconciledAt: Hex | null;
  notedAt: number;
  noted: string;
  /** Instalments that the contract had paid before we tried, by their references. */
  ahead: Set<string>;
  /** Since when something is due and nothing of it was sent, nor found to fail; null while that is not so. */
  unsentSince: Date | null;
}

export function newExecutorMemory(): ExecutorMemory {
  return {
    isVerified: false,
    reconciledAt: null,
    notedAt: Number.NEGATIVE_INFINITY,
    noted: "",
    ahead: new Set(),
    unsentSince: null,
  };
}

/** Schedules looked at for one transaction, and instalments of one that is behind. */
const SCHEDULES = UNTRUSTED.instalment.count;
const PER_SCHEDULE = 40;
/** Networks refuse a transaction of 2^24 gas and more (EIP-7825). */
const MOST_GAS = UNTRUSTED.instalmentsTogether.gas;
/** Arbitrum takes the fee for the data of a transaction as gas: room for it in a simulation, which uses none of it up. */
const MOST_DATA_GAS = 25_000_000n;
/** How often one transaction is signed anew because one of its instalments was stopped meanwhile. */
const MOST_STOPPED = 5;
/** How long due instalments may wait, with nothing sent and nothing failed, before an operator is told. */
const UNSENT_MS = 60_000;
/** Gas of one instalment in a batch, for telling how many the balance pays for. */
const USUAL_GAS = 130_000n;
/** How often the balance is looked at, and that an executor is alive is written down. */
const NOTE_EVERY_MS = 30_000;

/**
 * One pass over one network: compare what was sent with the chain, go after what still waits, and send what is due.
 * At most one nonce is in flight, so nothing can wait behind a transaction that is stuck. What is due follows the time
 * of the latest block, no clock of ours.
 */
export async function executeDue(
  ctx: Ctx,
  parts: ExecutorParts,
  owner: string,
  memory: ExecutorMemory,
): Promise<"idle" | "more"> {
  const { network, book, chain, contract } = parts;
  const head = await chain.head();
  const problem = await verify(parts, memory);
  if (problem) {
    await note(ctx, parts, memory, problem, head.latest.time);
    return "idle";
  }
  const before = await openTransactions(ctx, network.id);
  const moment = { network: network.id, at: head.latest.time };
  const isOwn = (row: ExecutorTransaction) => isSentBy(parts, row);
  const due = before.some((row) => isPending(row) && isOwn(row))
    ? []
    : await book.due(ctx, { ...moment, contract, limit: SCHEDULES, perSchedule: PER_SCHEDULE });
  const isNews = before.length > 0 && (before.some(isPending) || memory.reconciledAt !== head.latest.hash);
  if (due.length === 0) memory.unsentSince = null;
  if (due.length === 0 && !isNews) {
    await note(ctx, parts, memory, null, moment.at);
    return "idle";
  }
  if (!(await takeLease(ctx, network.id, owner))) return "idle";
  try {
    // Once more: another worker may have sent something before the lease was ours.
    const open = await openTransactions(ctx, network.id);
    const isWaiting = open.some((row) => isPending(row) && isOwn(row));
    const way = await reconcile(ctx, parts, open, head, owner);
    memory.reconciledAt = head.latest.hash;
    if (isWaiting && !way.pending.some(isOwn)) return "more";
    const step = await act(ctx, parts, memory, owner, head, way, due);
    if (step.isProgress) memory.unsentSince = null;
    const trouble = step.trouble ?? (step.isProgress ? null : unsent(ctx, memory, due.length, null));
    await note(ctx, parts, memory, trouble, moment.at);
    return step.outcome;
  } catch (error) {
    if (error instanceof LeaseLost || isUniqueViolation(error)) return "idle";
    const trouble = unsent(ctx, memory, due.length, error);
    if (trouble) {
      // Without a look at the balance: whatever failed here may be what would be asked for it.
      await noteState(ctx, network.id, trouble);
      memory.noted = trouble.state;
    }
    throw error;
  }
}

/** Trouble where something has been due for a while and no pass sends it. */
function unsent(ctx: Ctx, memory: ExecutorMemory, count: number, error: unknown): Trouble | null {
  if (count === 0) return null;
  memory.unsentSince ??= ctx.now();
  if (ctx.now().getTime() - memory.unsentSince.getTime() < UNSENT_MS) return null;
  return sendsNothing(count, memory.unsentSince, error);
}

function isPending({ state }: ExecutorTransaction): boolean {
  return state === "pending";
}

/** False for what a former key of this network has sent: it is followed, and nothing waits for it. */
function isSentBy({ signer }: ExecutorParts, { sender }: ExecutorTransaction): boolean {
  return sender.toLowerCase() === signer.address.toLowerCase();
}

interface Step {
  outcome: "idle" | "more";
  trouble: Trouble | null;
  /** Something was sent, or found to fail: the queue moves. */
  isProgress?: boolean;
}

async function act(
  ctx: Ctx,
  parts: ExecutorParts,
  memory: ExecutorMemory,
  owner: string,
  head: ChainHead,
  { pending, account }: OnTheWay,
  due: Awaited<ReturnType<InstalmentBook["due"]>>,
): Promise<Step> {
  const { node, network, signer } = parts;
  const oracle = await node.fees();
  const fees = feesFor(network.id, oracle, parts.maxFee);
  const own = pending.filter((row) => isSentBy(parts, row));
  const lowest = own[0]?.nonce;
  if (lowest !== undefined && lowest > account.nonce) {
    // The chain has forgotten transactions that were final: what waits can only be mined after something in their place.
    if (isTooExpensive(fees)) return { outcome: "idle", trouble: tooExpensive(fees) };
    const answer = await sendEmpty(ctx, parts, { owner, head, nonce: account.nonce, fees });
    return { outcome: "idle", trouble: refusalTrouble(answer.kind) };
  }
  const trouble = pending.length > 0 ? await pursue(ctx, parts, { owner, head, oracle }, pending) : null;
  if (own.length > 0 || due.length === 0) return { outcome: "idle", trouble };
  if (account.pendingNonce > account.nonce)
    return { outcome: "idle", trouble: foreign(signer, account.nonce) };
  if (isTooExpensive(fees)) return { outcome: "idle", trouble: tooExpensive(fees) };
  return sendDue(ctx, parts, memory, { owner, head, nonce: account.nonce, fees }, due, {
    balance: account.balance,
    blockGasLimit: oracle.blockGasLimit,
  });
}

async function sendDue(
  ctx: Ctx,
  parts: ExecutorParts,
  memory: ExecutorMemory,
  sending: { owner: string; head: ChainHead; nonce: bigint; fees: Fees },
  due: Awaited<ReturnType<InstalmentBook["due"]>>,
  { balance, blockGasLimit }: { balance: bigint; blockGasLimit: bigint },
): Promise<Step> {
  const { node, signer, book, network } = parts;
  const affordable = balance / sending.fees.maxFee;
  const gasLimit = min(MOST_GAS, blockGasLimit / 2n, affordable);
  const inReach = due.filter((one) => gasLimitOf(1, callOf([one])) <= gasLimit);
  if (inReach.length === 0) return { outcome: "idle", trouble: outOfGas(parts, balance) };
  const { fees } = sending;
  const dataGas = SERVER_FACTS[network.id].gas.isDataPaidAsGas
    ? min(MOST_DATA_GAS, affordable - gasLimit)
    : 0n;
  const stage: Stage = { node, executor: signer.address, fees, dataGas };

  const plan = await planTransaction(stage, inReach, gasLimit);
  if (plan.problem) {
    const reason = `the contract refuses ${signer.address}: ${plan.problem}`;
    return { outcome: "idle", trouble: { state: plan.problem, reason } };
  }
  if (plan.failed.length > 0) {
    await inTransaction(ctx, async (tx) => {
      for (const { instalment, failure, words } of plan.failed) {
        const { scheduleId, digest, index } = instalment;
        const at = sending.head.latest.time;
        await book.fail(tx, network.id, { scheduleId, digest, index, failure, words, at });
      }
      await countFailures(tx, network.id, plan.failed.filter(isSetback).length);
    });
  }
  await openAhead(ctx, parts, memory, sending.head, plan.ahead);
  const sent = await sendPlanned(ctx, parts, stage, plan.instalments, sending);
  // What failed waits for its retry now, and what comes after it in the queue is looked at.
  if (!sent.isProgress && plan.failed.some(isSetback)) return { ...sent, outcome: "more", isProgress: true };
  return sent;
}

/** Sends these; without the ones that somebody has stopped since, where the rest is still paid without them. */
async function sendPlanned(
  ctx: Ctx,
  parts: ExecutorParts,
  stage: Stage,
  planned: readonly Instalment[],
  sending: { owner: string; head: ChainHead; nonce: bigint; fees: Fees },
): Promise<Step> {
  let instalments = planned;
  for (let stopped = 0; instalments.length > 0 && stopped < MOST_STOPPED; stopped++) {
    try {
      const answer = await sendInstalments(ctx, parts, instalments, sending);
      return {
        outcome: answer.kind === "accepted" ? "more" : "idle",
        trouble: refusalTrouble(answer.kind),
        isProgress: true,
      };
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      const left = new Set(error.rest.map(({ paymentReference }) => paymentReference));
      instalments = instalments.filter(({ paymentReference }) => left.has(paymentReference));
      const isStillPaid =
        instalments.length > 0 && (await paidTogether(stage, instalments)) === instalments.length;
      if (!isStillPaid) break;
    }
  }
  return { outcome: "idle", trouble: null };
}

/** False for schedules that have ended in the contract: they end here once the watcher has seen it. */
function isSetback({ failure }: FailedInstalment): boolean {
  return failure !== "expired" && failure !== "cancelled";
}

function min(...values: [bigint, ...bigint[]]): bigint {
  let [smallest] = values;
  for (const value of values) if (value < smallest) smallest = value;
  return smallest;
}

/**
 * Lets the watcher find payments that somebody else with the relayer's role has made: by claiming them once they
 * become requests, whose references it looks for.
 */
async function openAhead(
  ctx: Ctx,
  { book, network }: ExecutorParts,
  memory: ExecutorMemory,
  head: ChainHead,
  ahead: readonly Instalment[],
): Promise<void> {
  const news = ahead.filter(({ paymentReference }) => !memory.ahead.has(paymentReference));
  if (news.length === 0) return;
  await inTransaction(ctx, async (tx) => {
    await book.release(tx, await book.claim(tx, { network: network.id, at: head.latest.time }, news));
  });
  for (const { paymentReference } of news) memory.ahead.add(paymentReference);
  ctx.log.warn({ network: network.id, instalments: news.length }, "instalments were paid by another relayer");
}

/** Once it was found to be ours the code of a contract cannot change; its roles can, and every simulation tells. */
async function verify(parts: ExecutorParts, memory: ExecutorMemory): Promise<Trouble | null> {
  if (memory.isVerified) return null;
  const problem = await deploymentProblem(parts.node, parts.network, parts.contract, parts.signer.address);
  memory.isVerified = problem === null;
  return problem;
}

/** Writes down how the executor is: at once when that changes, else from time to time. */
async function note(
  ctx: Ctx,
  parts: ExecutorParts,
  memory: ExecutorMemory,
  trouble: Trouble | null,
  at: Date,
) {
  const isDue = clock.elapsedMs() - memory.notedAt >= NOTE_EVERY_MS;
  const key = trouble ? trouble.state : "";
  if (!isDue && memory.noted === key) return;
  const found = await lookAround(ctx, parts, trouble, at);
  await noteState(ctx, parts.network.id, found);
  if (memory.noted !== key || (isDue && found.state !== "ok")) {
    const details = { network: parts.network.id, state: found.state, reason: found.reason };
    if (found.state === "ok") ctx.log.info(details, "executor is well");
    else ctx.log.warn(details, "executor is not well");
  }
  memory.noted = key;
  memory.notedAt = clock.elapsedMs();
}

async function lookAround(
  ctx: Ctx,
  parts: ExecutorParts,
  trouble: Trouble | null,
  at: Date,
): Promise<ExecutorNote> {
  const { node, signer, network, contract, book } = parts;
  const [{ balance }, oracle] = await Promise.all([node.account(signer.address), node.fees()]);
  const fees = feesFor(network.id, oracle, parts.maxFee);
  const price = isTooExpensive(fees) ? fees.needed : fees.maxFee;
  const executionsLeft = Number(balance / (USUAL_GAS * (price > 0n ? price : 1n)));
  const found = { address: signer.address, balance, executionsLeft: Math.min(executionsLeft, 1_000_000_000) };
  if (trouble) return { ...found, ...trouble };
  if (executionsLeft < LOW_EXECUTIONS)
    return { ...found, state: "low_balance", reason: balanceText(parts, balance, executionsLeft) };
  const leftOut = await book.leftOut(ctx, { network: network.id, at, contract });
  if (leftOut !== null) return { ...found, state: "payers_refuse", reason: leftOut };
  return { ...found, state: "ok", reason: null };
}

function isUniqueViolation(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if ("code" in error && error.code === "23505") return true;
  return "cause" in error && isUniqueViolation(error.cause);
}
