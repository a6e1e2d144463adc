import type { chainCursors } from "@/db/schema";
import { networkById } from "@/server/chains/networks";

type Cursor = typeof chainCursors.$inferSelect;

/** A watcher passes at least every few seconds, also on a quiet chain. */
const PASS_SECONDS = 60;
/** How far behind the head, in the chain's own time, payments are still announced in reasonable time. */
const LAG_SECONDS = 300;

export type WatcherState = "ok" | "missing" | "stale" | "behind" | "halted";

/** What one row of `chain_cursors` says about its watcher. */
export function watcherState(cursor: Cursor | undefined, now: Date): WatcherState {
  if (!cursor?.lastPassAt) return "missing";
  if (cursor.haltedReason !== null) return "halted";
  if (now.getTime() - cursor.lastPassAt.getTime() > PASS_SECONDS * 1000) return "stale";
  return lagSeconds(cursor) > LAG_SECONDS ? "behind" : "ok";
}

/** Blocks between the head and what the ledger has processed. */
export function lagBlocks(cursor: Pick<Cursor, "headBlock" | "nextBlock">): number {
  const lag = Number(cursor.headBlock - cursor.nextBlock) + 1;
  return Math.max(0, lag);
}

/** The same in the chain's own time. */
export function lagSeconds(cursor: Pick<Cursor, "network" | "headBlock" | "nextBlock">): number {
  return (lagBlocks(cursor) * (networkById(cursor.network)?.blockTimeMs ?? 0)) / 1000;
}
