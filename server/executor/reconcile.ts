import { decodeFunctionData, type Hex } from "viem";
import { recurringAbi } from "@/contracts/abis";
import type { CarriedInstalment } from "@/db/schema";
import type { ChainHead } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { AccountOnChain, Receipt } from "@/server/chains/transaction-node";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import type { FailedAttempt } from "@/server/executor/book";
import { verdictOfSelector, whyRefused } from "@/server/executor/failure";
import { type InstalmentEvent, instalmentEvents } from "@/server/executor/instalment";
import type { ExecutorParts } from "@/server/executor/parts";
import {
  type ExecutorTransaction,
  noteLost,
  noteMined,
  notePending,
  settleTransactions,
} from "@/server/executor/transactions";
import { countFailures, keepLease } from "@/server/executor/wallet";

/** What is still on its way after a look at the chain. */
export interface OnTheWay {
  /** In the order of nonce and attempt. */
  pending: ExecutorTransaction[];
  account: AccountOnChain;
}

/** What the chain says about the transactions with one nonce. */
interface Change {
  mined: { row: ExecutorTransaction; receipt: Receipt; events: InstalmentEvent[]; isNew: boolean } | null;
  pending: ExecutorTransaction[];
  lost: ExecutorTransaction[];
  settled: ExecutorTransaction[];
  /** Claims that no transaction carries any more. */
  released: CarriedInstalment[];
  failed: FailedAttempt[];
  /** What payers had refused in a block, and what came after it in their schedules: paid for by the executor. */
  refused: CarriedInstalment[];
}

/**
 * Compares what is stored with the chain, and stores what came of it in one commit. The chain is right: whatever
 * happened between two lines of this program, the next pass begins here. A block that was taken back makes its
 * transactions wait again.
 */
export async function reconcile(
  ctx: Ctx,
  parts: ExecutorParts,
  open: readonly ExecutorTransaction[],
  head: ChainHead,
  owner: string,
): Promise<OnTheWay> {
  const { node, signer, network } = parts;
  // Together in one request, so that one node answers it from one state.
  const [account, receipts, counts] = await Promise.all([
    node.account(signer.address),
    node.receipts(open.map(({ hash }) => asHex(hash))),
    noncesOf(parts, open),
  ]);
  const receiptByHash = new Map(receipts.flatMap((receipt) => (receipt ? [[receipt.txHash, receipt]] : [])));
  const changes: Change[] = [];
  for (const group of groups(open)) {
    const sender = group[0]?.sender.toLowerCase() ?? "";
    const nonce = sender === signer.address.toLowerCase() ? account.nonce : (counts.get(sender) ?? 0n);
    changes.push(await changeOf(parts, group, receiptByHash, nonce, head.finalized));
  }
  if (changes.some(isWorthStoring)) {
    await inTransaction(ctx, async (tx) => {
      await keepLease(tx, network.id, owner);
      for (const change of changes) await storeChange(tx, parts, change, head);
      await countFailures(tx, network.id, changes.flatMap(({ failed }) => failed).length);
    });
  }
  for (const { mined, failed } of changes) {
    if (mined?.isNew) logMined(ctx, mined.row, mined.receipt, mined.events, failed);
  }
  return { pending: changes.flatMap(({ pending }) => pending), account };
}

/** Nonces of former keys of the network that still have something open. */
async function noncesOf(
  { node, signer }: ExecutorParts,
  open: readonly ExecutorTransaction[],
): Promise<Map<string, bigint>> {
  const senders = new Set(open.map(({ sender }) => sender.toLowerCase()));
  senders.delete(signer.address.toLowerCase());
  const entries = await Promise.all(
    [...senders].map(async (sender) => [sender, (await node.account(asHex(sender))).nonce] as const),
  );
  return new Map(entries);
}

async function changeOf(
  parts: ExecutorParts,
  group: readonly ExecutorTransaction[],
  receipts: ReadonlyMap<Hex, Receipt>,
  nextNonce: bigint,
  finalized: bigint,
): Promise<Change> {
  const change: Change = {
    mined: null,
    pending: [],
    lost: [],
    settled: [],
    released: [],
    failed: [],
    refused: [],
  };
  const winner = group.find(({ hash }) => receipts.has(asHex(hash)));
  const receipt = winner && receipts.get(asHex(winner.hash));
  if (winner && receipt) {
    const events = instalmentEvents(receipt.logs, asHex(winner.to));
    const isNew = winner.state !== "mined" || winner.blockHash !== receipt.blockHash;
    change.mined = { row: winner, receipt, events, isNew };
    change.lost = group.filter((row) => row !== winner);
    if (receipt.blockNumber <= finalized) change.settled = [...group];
    if (isNew) {
      change.failed = await failuresOf(parts, winner, receipt, events);
      change.released = releasedBy(group, winner, events, change.failed);
      change.refused = refusedIn(winner, events, change.failed);
    }
  } else if (nextNonce > (group[0]?.nonce ?? 0n)) {
    change.lost = [...group];
    change.settled = group.filter(({ lostAtBlock }) => lostAtBlock !== null && lostAtBlock <= finalized);
    if (group.some(({ state }) => state !== "lost")) change.released = carriedBy(group);
  } else {
    change.pending = [...group];
  }
  return change;
}

/**
 * What the contract refused in a mined transaction, with the reason as far as it can be told afterwards. It failed at
 * the time of its block: a retry waits from there (RC-15). Throws `ChainError` where that block was taken back
 * meanwhile; the next pass looks again.
 */
async function failuresOf(
  { chain, node }: ExecutorParts,
  row: ExecutorTransaction,
  { txHash, blockNumber, blockHash }: Receipt,
  events: readonly InstalmentEvent[],
): Promise<FailedAttempt[]> {
  if (!events.some(({ kind }) => kind === "failed")) return [];
  const [block] = await chain.blocks([blockNumber]);
  if (block?.hash !== blockHash) throw new ChainError(`block ${blockNumber} of ${txHash} was taken back`);
  const at = block.time;
  const failed: FailedAttempt[] = [];
  for (const event of events) {
    // After the first of a schedule the others could not be paid: they are due again and no failures of their own.
    if (event.kind !== "failed" || failed.some(({ digest }) => digest === event.digest)) continue;
    const carried = row.instalments.find((one) => one.digest === event.digest && one.index === event.index);
    if (!carried) continue;
    const known = verdictOfSelector(event.selector);
    // The transaction itself was let in: what sounds like a refusal of the executor is the token's.
    const verdict =
      (known?.kind === "executor" ? null : known) ??
      (await whyRefused(node, sentInstalment(row, carried), {
        ok: false,
        data: event.selector === "0x00000000" ? null : event.selector,
        message: "the token refused without a reason",
      }));
    if (verdict.kind !== "fails") continue;
    const { failure, words } = verdict;
    const { scheduleId, index } = carried;
    failed.push({
      scheduleId,
      digest: event.digest,
      index,
      failure,
      words,
      at,
      sent: { carried, txHash },
    });
  }
  return failed;
}

/** An instalment as it stands in the calldata of a transaction. */
function sentInstalment({ data, to }: ExecutorTransaction, carried: CarriedInstalment) {
  const { args } = decodeFunctionData({ abi: recurringAbi, data: asHex(data) });
  const [all] = args ?? [];
  const position = Array.isArray(all) ? all.find((one) => isSame(one, carried)) : undefined;
  if (!position) throw new Error(`instalment ${carried.instalmentId} is not in its transaction`);
  return { permit: position.permit, contract: asHex(to) };
}

function isSame(one: { index: number; paymentReference: Hex }, carried: CarriedInstalment): boolean {
  return one.index === carried.index && one.paymentReference === carried.paymentReference;
}

/** All that was claimed and is in no block: also what was refused only because of one before it. */
function releasedBy(
  group: readonly ExecutorTransaction[],
  winner: ExecutorTransaction,
  events: readonly InstalmentEvent[],
  failed: readonly FailedAttempt[],
): CarriedInstalment[] {
  const paid = new Set(events.flatMap((event) => (event.kind === "paid" ? [nameOf(event)] : [])));
  const refused = new Set(failed.map(nameOf));
  return carriedBy(group).filter((carried) => {
    const isOfWinner = winner.instalments.some((one) => nameOf(one) === nameOf(carried));
    return !isOfWinner || !(paid.has(nameOf(carried)) || refused.has(nameOf(carried)));
  });
}

function refusedIn(
  winner: ExecutorTransaction,
  events: readonly InstalmentEvent[],
  failed: readonly FailedAttempt[],
): CarriedInstalment[] {
  const schedules = new Set<string>(failed.map(({ digest }) => digest));
  const refused = new Set(events.flatMap((event) => (event.kind === "failed" ? [nameOf(event)] : [])));
  return winner.instalments.filter((one) => schedules.has(one.digest) && refused.has(nameOf(one)));
}

function carriedBy(group: readonly ExecutorTransaction[]): CarriedInstalment[] {
  const byName = new Map(group.flatMap((row) => row.instalments.map((one) => [nameOf(one), one] as const)));
  return [...byName.values()];
}

function nameOf({ digest, index }: { digest: string; index: number }): string {
  return `${digest}:${index}`;
}

function isWorthStoring({ mined, pending, lost, settled }: Change): boolean {
  return (
    mined?.isNew === true ||
    settled.length > 0 ||
    pending.some(({ state }) => state !== "pending") ||
    lost.some(({ state }) => state !== "lost")
  );
}

async function storeChange(tx: Tx, { book, network }: ExecutorParts, change: Change, head: ChainHead) {
  const { mined, pending, lost, settled, released, failed } = change;
  if (mined?.isNew) await noteMined(tx, mined.row.id, mined.receipt, mined.events, false);
  const again = pending.filter(({ state }) => state !== "pending");
  await notePending(tx, idsOf(again), head.latest.number);
  await noteLost(tx, idsOf(lost.filter(({ state }) => state !== "lost")), head.latest.number);
  await settleTransactions(tx, idsOf(settled));
  // Before the failures: while an instalment of a schedule is on its way, no time of a retry can be kept.
  await book.release(tx, released);
  for (const one of failed) await book.fail(tx, network.id, one);
  await book.countRefused(tx, network.id, change.refused);
}

function logMined(
  { log }: Ctx,
  row: ExecutorTransaction,
  receipt: Receipt,
  events: readonly InstalmentEvent[],
  failed: readonly FailedAttempt[],
): void {
  const paid = events.filter(({ kind }) => kind === "paid").length;
  const details = { network: row.network, txHash: row.hash, nonce: row.nonce.toString(), paid };
  if (receipt.succeeded && failed.length === 0) log.info(details, "executor transaction is mined");
  else
    log.warn({ ...details, failed: failed.length, succeeded: receipt.succeeded }, "instalments were refused");
}

function groups(open: readonly ExecutorTransaction[]): ExecutorTransaction[][] {
  const byNonce = new Map<string, ExecutorTransaction[]>();
  for (const row of open) {
    const key = `${row.sender}:${row.nonce}`;
    byNonce.set(key, [...(byNonce.get(key) ?? []), row]);
  }
  return [...byNonce.values()];
}

function idsOf(rows: readonly ExecutorTransaction[]): string[] {
  return rows.map(({ id }) => id);
}

function asHex(value: string): Hex {
  return `0x${value.slice(2)}`;
}
