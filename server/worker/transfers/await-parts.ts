import type { ChainAdapter, ChainHead } from "@/server/chains/adapter";
import { type Ctx, inTransaction } from "@/server/context";
import { type Cursor, moveCursor } from "@/server/payments/watching/cursor";
import { isCatchingUp, partsOfNetwork, partsWanted, splitNetwork } from "@/server/payments/watching/parts";
import type { WatcherMemory } from "@/server/worker/transfers/memory";
import { WORTH_SPLITTING } from "@/server/worker/transfers/work-ahead";

/** How far the watcher of a network may go now; `wait` while workers record what comes next. */
export type Reach = "wait" | { upTo?: bigint; isSplit: boolean };

/**
 * Brings the parts of a network in line with its setting, and keeps the watcher behind those that workers record. A part that
 * nobody records, or whose worker has committed nothing for a while, holds it up no longer: it records that part itself.
 */
export async function reachOf(
  ctx: Ctx,
  chain: ChainAdapter,
  head: ChainHead,
  cursor: Cursor,
  memory: WatcherMemory,
): Promise<Reach> {
  const network = chain.network.id;
  const left = head.finalized - cursor.nextBlock + 1n;
  if (!isCatchingUp(cursor) || left < 1n) {
    memory.hasCalledParts = false;
    return { isSplit: false };
  }
  const wanted = partsWanted(ctx.config, network);
  const rows = await partsOfNetwork(ctx.db, network);
  const isAsWanted = wanted === 1 ? rows.length === 0 || isEnding(rows, cursor) : isSplitInto(rows, wanted);
  if (!isAsWanted) {
    await inTransaction(ctx, async (tx) => splitNetwork(tx, await moveCursor(tx, cursor, {}), wanted));
    memory.hasCalledParts = true;
    return "wait";
  }
  if (wanted === 1) return { isSplit: rows.length > 0 };
  const held = rows.flatMap(({ part, isHeld }) => (isHeld ? [part.nextBlock] : []));
  if (held.length === 0 && left >= WORTH_SPLITTING && !memory.hasCalledParts) {
    // Once in a catch-up workers get a moment to take their parts.
    await inTransaction(ctx, async (tx) => {
      await moveCursor(tx, cursor, {});
      tx.wake("watcher_parts");
    });
    memory.hasCalledParts = true;
    return "wait";
  }
  const [first] = held.toSorted((a, b) => (a < b ? -1 : 1));
  if (first === undefined) return { isSplit: true };
  return first > cursor.nextBlock ? { upTo: first - 1n, isSplit: true } : "wait";
}

type Rows = Awaited<ReturnType<typeof partsOfNetwork>>;

function isSplitInto(rows: Rows, parts: number): boolean {
  return rows.length === parts && rows.every(({ part }) => part.parts === parts);
}

/** Split no more, with something recorded ahead that the watcher has not come to yet. */
function isEnding(rows: Rows, { nextBlock }: Pick<Cursor, "nextBlock">): boolean {
  return rows.some(({ part }) => part.parts === 1 && part.recordedTo >= nextBlock);
}
