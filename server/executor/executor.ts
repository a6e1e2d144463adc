import type { ChainHead } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import { type Ctx, inTransaction } from "@/server/context";
import type { InstalmentBook } from "@/server/executor/book";
import { deploymentProblem } from "@/server/executor/deployment";
import { type Fees, feesFor, isTooExpensive } from "@/server/executor/fees";
import { gasLimitOf, type Instalment } from "@/server/executor/instalment";
import type { ExecutorParts } from "@/server/executor/parts";
import { planTransaction } from "@/server/executor/plan";
import { pursue } from "@/server/executor/pursue";
import { type OnTheWay, reconcile } from "@/server/executor/reconcile";
import { Overtaken, sendEmpty, sendInstalments } from "@/server/executor/send";
import { type ExecutorNote, LOW_EXECUTIONS } from "@/server/executor/state";
import { type ExecutorTransaction, openTransactions } from "@/server/executor/transactions";
import {
  balanceText,
  foreign,
  outOfGas,
  refusalTrouble,
  type Trouble,
  tooExpensive,
} from "@/server/executor/trouble";
import { countFailures, LeaseLost, noteState, takeLease } from "@/server/executor/wallet";

/** What an executor keeps between passes; losing it costs nothing. */
export interface ExecutorMemory {
  isVerified: boolean;
  /** Block of the last comparison with the chain. */
  reconciledAt: Hex | null;
  notedAt: number;
  noted: string;
  /** Instalments that the contract had paid before we tried, by their references. */
  ahead: Set<string>;
}

export function newExecutorMemory(): ExecutorMemory {
  return {
    isVerified: false,
    reconciledAt: null,
    notedAt: Number.NEGATIVE_INFINITY,
    noted: "",
    ahead: new Set(),
  };
}

/** Schedules looked at for one transaction, and instalments of one that is behind. */
const SCHEDULES = 80;
const PER_SCHEDULE = 40;
/** Networks refuse a transaction of 2^24 gas and more (EIP-7825). */
const MOST_GAS = 15_000_000n;
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
    await note(ctx, parts, memory, problem);
    return "idle";
  }
  const before = await openTransactions(ctx, network.id);
  const moment = { network: network.id, at: head.latest.time };
  const isOwn = (row: ExecutorTransaction) => isSentBy(parts, row);
  const due = before.some((row) => isPending(row) && isOwn(row))
    ? []
    : await book.due(ctx, { ...moment, contract, limit: SCHEDULES, perSchedule: PER_SCHEDULE });
  const isNews = before.length > 0 && (before.some(isPending) || memory.reconciledAt !== head.latest.hash);
  if (due.length === 0 && !isNews) {
    await note(ctx, parts, memory, null);
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
    await note(ctx, parts, memory, step.trouble);
    return step.outcome;
  } catch (error) {
    const isOvertaken = error instanceof LeaseLost || error instanceof Overtaken || isUniqueViolation(error);
    if (isOvertaken) return "idle";
    throw error;
  }
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
  const gasLimit = [MOST_GAS, blockGasLimit / 2n, affordable].reduce((a, b) => (a < b ? a : b));
  // By the time each is due, so that one schedule that is far behind does not keep the others waiting.
  const ordered = due.toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || a.index - b.index);
  const [first] = ordered;
  if (!first) return { outcome: "idle", trouble: null };
  if (gasLimitOf(1, `0x${"00".repeat(1_500)}`) > affordable)
    return { outcome: "idle", trouble: outOfGas(parts, balance) };

  const plan = await planTransaction(node, signer.address, ordered, gasLimit);
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
      await countFailures(tx, network.id, plan.failed.length);
    });
  }
  await openAhead(ctx, parts, memory, sending.head, plan.ahead);
  if (plan.instalments.length === 0) return { outcome: "idle", trouble: null };
  const answer = await sendInstalments(ctx, parts, plan.instalments, sending);
  return { outcome: answer.kind === "accepted" ? "more" : "idle", trouble: refusalTrouble(answer.kind) };
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
async function note(ctx: Ctx, parts: ExecutorParts, memory: ExecutorMemory, trouble: Trouble | null) {
  const isDue = performance.now() - memory.notedAt >= NOTE_EVERY_MS;
  const key = trouble ? trouble.state : "";
  if (!isDue && memory.noted === key) return;
  const found = await lookAtGas(parts, trouble);
  await noteState(ctx, parts.network.id, found);
  if (memory.noted !== key || (isDue && found.state === "low_balance")) {
    const details = { network: parts.network.id, state: found.state, reason: found.reason };
    if (found.state === "ok") ctx.log.info(details, "executor is well");
    else ctx.log.warn(details, "executor is not well");
  }
  memory.noted = key;
  memory.notedAt = performance.now();
}

async function lookAtGas(parts: ExecutorParts, trouble: Trouble | null): Promise<ExecutorNote> {
  const { node, signer, network } = parts;
  const [{ balance }, oracle] = await Promise.all([node.account(signer.address), node.fees()]);
  const fees = feesFor(network.id, oracle, parts.maxFee);
  const price = isTooExpensive(fees) ? fees.needed : fees.maxFee;
  const executionsLeft = Number(balance / (USUAL_GAS * (price > 0n ? price : 1n)));
  const found = { address: signer.address, balance, executionsLeft: Math.min(executionsLeft, 1_000_000_000) };
  if (trouble) return { ...found, ...trouble };
  if (executionsLeft >= LOW_EXECUTIONS) return { ...found, state: "ok", reason: null };
  return { ...found, state: "low_balance", reason: balanceText(parts, balance, executionsLeft) };
}

function isUniqueViolation(error: unknown): boolean {
  if (typeof error !== "object" || error === null) return false;
  if ("code" in error && error.code === "23505") return true;
  return "cause" in error && isUniqueViolation(error.cause);
}
