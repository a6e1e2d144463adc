import type { ChainHead } from "@/server/chains/adapter";
import { SERVER_FACTS } from "@/server/chains/server-facts";
import type { FeeOracle } from "@/server/chains/transaction-node";
import { type Ctx, inTransaction } from "@/server/context";
import { bumped, feesFor, isTooExpensive } from "@/server/executor/fees";
import type { ExecutorParts } from "@/server/executor/parts";
import { paidIn } from "@/server/executor/rehearse";
import { broadcast, refusalIn, sendEmpty, sendReplacement } from "@/server/executor/send";
import { type ExecutorTransaction, noteGivenUp } from "@/server/executor/transactions";
import { refusalTrouble, type Trouble, tooExpensive } from "@/server/executor/trouble";
import { keepLease } from "@/server/executor/wallet";

/** A transaction that was in no block for so long is replaced by one that pays more, where its network names no number of blocks. */
const STUCK_AFTER_MS = 30_000;

/** Replacements after which an operator is called. */
const MANY_ATTEMPTS = 3;

interface Now {
  owner: string;
  head: ChainHead;
  oracle: FeeOracle;
}

/**
 * Goes after what is not mined yet: gives to the nodes what they do not have, and replaces what blocks leave out.
 * Only the newest transaction of the lowest nonce of this key is replaced, since everything else waits for it. Blocks
 * count and no clock does: on a chain that stands still nothing is stuck.
 */
export async function pursue(
  ctx: Ctx,
  parts: ExecutorParts,
  now: Now,
  pending: readonly ExecutorTransaction[],
): Promise<Trouble | null> {
  const newest = newestOfEach(pending);
  let trouble: Trouble | null = null;
  for (const row of newest) {
    const isLowest = row === lowestOwn(parts, newest);
    if (!isOwn(parts, row)) {
      trouble = (await pursueFormer(ctx, parts, now, row)) ?? trouble;
    } else if (isLowest && isToBeReplaced(parts, now, row)) {
      trouble = (await replace(ctx, parts, now, row)) ?? trouble;
    } else if (!(await parts.node.isKnown(hexOf(row.hash)))) {
      // Since it was stored somebody may have stopped a schedule: then it is not sent, as far as that can be helped.
      const isStopped = isLowest && !(await isStillWanted(ctx, parts, row));
      trouble = isStopped
        ? ((await replace(ctx, parts, now, row)) ?? trouble)
        : (refusalTrouble((await broadcast(ctx, parts, row)).kind) ?? trouble);
    }
  }
  const tried = lowestOwn(parts, newest);
  if (trouble || !tried || tried.attempt < MANY_ATTEMPTS) return trouble;
  return {
    state: "stuck",
    reason: `nonce ${tried.nonce} is not mined after ${tried.attempt} transactions, the last is ${tried.hash}`,
  };
}

/**
 * What a former key has sent can be sent again and not replaced, because only that key could sign it. Where blocks leave
 * it out its instalments are due again: should it be mined all the same, the contract pays none of them twice.
 */
async function pursueFormer(
  ctx: Ctx,
  parts: ExecutorParts,
  now: Now,
  row: ExecutorTransaction,
): Promise<Trouble | null> {
  if (row.instalments.length > 0 && isToBeReplaced(parts, now, row)) {
    await inTransaction(ctx, async (tx) => {
      await keepLease(tx, row.network, now.owner);
      await parts.book.release(tx, row.instalments);
      await noteGivenUp(tx, row.network, row);
    });
    ctx.log.warn(
      { network: row.network, txHash: row.hash, instalments: row.instalments.length },
      "a transaction of a former key was given up: its instalments are due again",
    );
    return null;
  }
  if (row.instalments.length === 0 || (await parts.node.isKnown(hexOf(row.hash)))) return null;
  const isStopped = !(await isStillWanted(ctx, parts, row));
  return isStopped ? null : refusalTrouble((await broadcast(ctx, parts, row)).kind);
}

function isToBeReplaced({ network }: ExecutorParts, { head }: Now, row: ExecutorTransaction): boolean {
  const refusal = refusalIn(row)?.kind;
  if (refusal === "underpriced" || refusal === "replacement_underpriced") return true;
  const { stuckAfterBlocks } = SERVER_FACTS[network.id].gas;
  const patience = stuckAfterBlocks ?? BigInt(Math.ceil(STUCK_AFTER_MS / network.blockTimeMs));
  return head.latest.number - row.signedAtBlock >= patience;
}

/** A call that would pay nothing any more, or that somebody has stopped, gives way to an empty transaction, so that its nonce becomes free. */
async function replace(
  ctx: Ctx,
  parts: ExecutorParts,
  { owner, head, oracle }: Now,
  last: ExecutorTransaction,
): Promise<Trouble | null> {
  const { network, maxFee, node, signer } = parts;
  const now = feesFor(network.id, oracle, maxFee, refusalIn(last)?.minimumTip);
  const fees = bumped({ maxFee: last.maxFee, maxPriorityFee: last.maxPriorityFee }, now, maxFee);
  if (isTooExpensive(fees)) {
    // It may be mined as it is once gas costs less.
    if (!(await node.isKnown(hexOf(last.hash)))) await broadcast(ctx, parts, last);
    return tooExpensive(fees);
  }
  const sending = { owner, head, nonce: last.nonce, fees };
  const call = { from: signer.address, to: hexOf(last.to), data: hexOf(last.data), gas: last.gasLimit, fees };
  const isUseful =
    last.instalments.length > 0 && (await isStillWanted(ctx, parts, last)) && (await paidIn(node, call)) > 0;
  const answer = isUseful
    ? await sendReplacement(ctx, parts, last, sending)
    : await sendEmpty(ctx, parts, sending);
  return refusalTrouble(answer.kind);
}

async function isStillWanted(ctx: Ctx, { book }: ExecutorParts, { instalments }: ExecutorTransaction) {
  const schedules = [...new Set(instalments.map(({ scheduleId }) => scheduleId))];
  return schedules.length === 0 || (await book.stillActive(ctx, schedules)).size === schedules.length;
}

function newestOfEach(pending: readonly ExecutorTransaction[]): ExecutorTransaction[] {
  return pending.filter(
    (row, i) => pending[i + 1]?.nonce !== row.nonce || pending[i + 1]?.sender !== row.sender,
  );
}

function lowestOwn(parts: ExecutorParts, newest: readonly ExecutorTransaction[]) {
  return newest.find((row) => isOwn(parts, row));
}

function isOwn({ signer }: ExecutorParts, { sender }: ExecutorTransaction): boolean {
  return sender.toLowerCase() === signer.address.toLowerCase();
}

function hexOf(value: string): `0x${string}` {
  return `0x${value.slice(2)}`;
}
