import { recordAudit } from "@/server/audit/record";
import type { BlockRef, ChainAdapter } from "@/server/chains/adapter";
import { type Ctx, inTransaction } from "@/server/context";
import { readDepositsAgain } from "@/server/crosschain/read-again";
import type { AuditDifference } from "@/server/payments/audit";
import { dropFeeLegsAbove } from "@/server/payments/recording/fee-legs";
import type { Cursor } from "@/server/payments/watching/cursor";
import { orphanTransfersAbove } from "@/server/payments/watching/finality";
import { stopParts } from "@/server/payments/watching/parts";
import { takeBackAhead } from "@/server/payments/watching/recorded-ahead";
import { cursorOf, lockCursor, reanchor } from "@/server/payments/watching/repair";
import { reorganiseSafes } from "@/server/secure-payments/safe/track";
import { CannotRepair, planRescan, rescan } from "@/server/worker/repairs/rescan";
import { settle } from "@/server/worker/settling/settle";

/** How far below the block that changed a resume begins to read again, unless told otherwise. */
export const RESUME_BLOCKS = 2_000n;

/** What it takes to let a halted chain go on. */
export interface ResumePlan {
  reason: string;
  /** Blocks that were final here and are read again, both ends included. */
  from: bigint;
  to: bigint;
  /** The block of the node that is taken for final then. */
  anchor: BlockRef;
  head: bigint;
  differences: AuditDifference[];
}

/**
 * Says what a resume of a halted chain would change; null when it is not halted. `from` must lie below the block at
 * which the chains part. Writes nothing. Throws `CannotRepair` when it does not, as far as payments tell.
 */
export async function planResume(
  ctx: Ctx,
  chain: ChainAdapter,
  options: { from?: bigint },
): Promise<ResumePlan | null> {
  const network = chain.network.id;
  const cursor = await cursorOf(ctx, network);
  if (!cursor) throw new CannotRepair(`${network} has never been watched`);
  if (cursor.haltedReason === null) return null;
  const { finalized, latest } = await chain.head();
  const to = cursor.finalizedBlock;
  if (finalized < to)
    throw new CannotRepair(`block ${to} is not final on the node; wait for it, or ask another node`);
  const from = firstBlock(cursor, options.from);
  const [anchor] = await chain.blocks([to]);
  if (!anchor) throw new CannotRepair(`the node lacks block ${to}`);
  const differences = await planRescan(ctx, chain, { from, to });
  return { reason: cursor.haltedReason, from, to, anchor, head: latest.number, differences };
}

/**
 * Accepts the node's chain as the one that holds: rescans what was final, takes its block for final, orphans what
 * stood above until the ordinary pass finds it again, has payments from other networks looked for again at both ends and
 * transactions of Safes from there on, and lets the watcher go on.
 */
export async function resume(ctx: Ctx, chain: ChainAdapter, plan: ResumePlan): Promise<void> {
  const network = chain.network.id;
  await rescan(ctx, chain, { from: plan.from, to: plan.to });
  await inTransaction(ctx, async (tx) => {
    const cursor = await lockCursor(tx, network);
    if (!cursor || cursor.haltedReason === null) return;
    const mayBeAhead = await stopParts(tx, network, plan.to + 1n);
    const ahead = mayBeAhead ? await takeBackAhead(tx, network, plan.to + 1n, plan.head) : [];
    const orphaned = await orphanTransfersAbove(tx, network, plan.to, plan.head);
    await dropFeeLegsAbove(tx, network, plan.to);
    await reanchor(tx, network, plan.anchor, plan.head);
    const bridged = await readDepositsAgain(tx, network, plan.from);
    await reorganiseSafes(tx, network, plan.from - 1n);
    await settle(tx, [...ahead, ...orphaned, ...bridged.map(({ requestId }) => requestId)]);
    await recordAudit(tx, {
      action: "chain.resumed",
      subject: network,
      details: {
        reason: plan.reason,
        from: plan.from.toString(),
        anchor: plan.anchor.number.toString(),
        anchorHash: plan.anchor.hash,
      },
    });
  });
}

function firstBlock({ startBlock, finalizedBlock }: Cursor, from: bigint | undefined): bigint {
  const first = from ?? finalizedBlock - RESUME_BLOCKS + 1n;
  if (first > finalizedBlock) throw new CannotRepair(`--from must be ${finalizedBlock} at most`);
  return first < startBlock ? startBlock : first;
}
