import type { chainCursors, chainObservations } from "@/db/schema";
import { networkById } from "@/server/chains/networks";
import { providersOf, type Quorum } from "@/server/chains/quorum";

type Cursor = typeof chainCursors.$inferSelect;
type Observation = typeof chainObservations.$inferSelect;

/** A watcher passes at least every few seconds, also on a quiet chain, and its nodes are looked at as often. */
const PASS_SECONDS = 60;
/** How far behind the head, in the chain's own time, payments are still announced in reasonable time. */
const LAG_SECONDS = 300;
/** A real chain has a new block within this time, or within so many block times where those are long. */
const HEAD_SECONDS = 300;
const HEAD_BLOCKS = 25;

export const WATCHER_STATES = [
  "ok",
  "missing",
  "stale",
  "behind",
  "halted",
  "failing",
  "no_node",
  "no_quorum",
  "old_head",
] as const;
export type WatcherState = (typeof WATCHER_STATES)[number];

/** What is known of the watcher of one network. */
export interface WatcherSigns {
  cursor: Cursor | undefined;
  observation: Observation | undefined;
  /** Whether blocks come by themselves: development nodes make them with transactions only. */
  isLive: boolean;
  /** How many providers of nodes have to agree; absent where one node is enough. */
  quorum?: Quorum | undefined;
}

/** The state of a watcher and, where it is not `ok`, what that means, in words without addresses or keys. */
export function watcherState(
  { cursor, observation, isLive, quorum }: WatcherSigns,
  now: Date,
): { state: WatcherState; reason: string | null } {
  const wrong = (state: WatcherState, reason: string) => ({ state, reason });
  const age = (at: Date | null | undefined) => (at ? (now.getTime() - at.getTime()) / 1000 : Infinity);
  const failing = isFailing({ cursor, observation }) ? observation : undefined;
  if (cursor?.haltedReason) return wrong("halted", cursor.haltedReason);
  if (failing && (!cursor?.lastPassAt || age(cursor.lastPassAt) > PASS_SECONDS)) {
    return wrong("failing", `no pass has ended well since ${sinceWhen(failing)}: ${failing.failure}`);
  }
  if (!cursor?.lastPassAt) return wrong("missing", "no pass has ended well yet");
  if (age(cursor.lastPassAt) > PASS_SECONDS)
    return wrong("stale", `the last pass was at ${cursor.lastPassAt.toISOString()}: does a worker run?`);
  if (!observation || age(observation.lookedAt) > PASS_SECONDS)
    return wrong("stale", "no worker looks at its nodes");
  if (age(observation.answeredAt) > PASS_SECONDS) return wrong("no_node", "no node tells its newest block");
  const alive = quorum && aliveProviders(observation, quorum);
  if (quorum && alive !== undefined && alive < quorum.needed) {
    const rule = `payments are seen and count once ${quorum.needed} do`;
    return wrong(
      "no_quorum",
      `${alive} of ${new Set(quorum.providers).size} providers of nodes tell: ${rule}`,
    );
  }
  const { blockTimeMs } = networkById(cursor.network) ?? { blockTimeMs: 0 };
  if (isLive && age(observation.headTime) > Math.max(HEAD_SECONDS, (HEAD_BLOCKS * blockTimeMs) / 1000)) {
    const headTime = observation.headTime?.toISOString();
    return wrong("old_head", `the newest block of all nodes is ${observation.headBlock}, of ${headTime}`);
  }
  const lag = lagBlocks(cursor, observation);
  if ((lag * blockTimeMs) / 1000 > LAG_SECONDS) return wrong("behind", `${lag} blocks behind the head`);
  return { state: "ok", reason: null };
}

/** Providers with a node that answers for this chain and is not contradicted by the others. */
function aliveProviders({ nodes }: Observation, quorum: Quorum): number {
  const telling = nodes.flatMap((state, i) => (state === "ok" || state === "behind" ? [i + 1] : []));
  return providersOf(telling, quorum);
}

/** Whether a pass has failed since the last one that ended well. */
function isFailing({ cursor, observation }: Omit<WatcherSigns, "isLive" | "quorum">): boolean {
  if (!observation?.failedAt) return false;
  return !cursor?.lastPassAt || observation.failedAt > cursor.lastPassAt;
}

function sinceWhen({ failingSince }: Observation): string {
  return failingSince?.toISOString() ?? "an unknown time";
}

/** Blocks between the newest block of any node and what the ledger has processed. */
export function lagBlocks(
  cursor: Pick<Cursor, "headBlock" | "nextBlock">,
  observation: Pick<Observation, "headBlock"> | undefined,
): number {
  const behind = (head: bigint) => Number(head - cursor.nextBlock) + 1;
  return Math.max(0, behind(cursor.headBlock), behind(observation?.headBlock ?? cursor.headBlock));
}
