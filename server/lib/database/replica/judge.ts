import type { Beats } from "@/server/lib/database/replica/beats";
import type { ServerState } from "@/server/lib/database/replica/servers";

export interface SeenReplica extends ServerState {
  count: bigint;
}

/** Why a server is not read from, in words for the log; null where it may be. */
export type Refusal = string | null;

/**
 * Whether a server is the replica of this primary, as far as can be told. `primary` was asked after the replica, so that
 * an honest one cannot be before it. What it says of its position is compared with rows: the count that was written on the
 * primary has to be there at that position.
 */
export function judge(seen: SeenReplica, primary: ServerState, beats: Beats): Refusal {
  if (seen.cluster !== primary.cluster) return "it belongs to another cluster";
  if (!seen.isReplica) return "it is no replica";
  if (seen.timeline > primary.timeline) return "it follows another primary";
  if (seen.position > primary.position) return "it says to be ahead of the primary";
  if (beats.missing(seen)) return "it lacks rows of the position that it says to have reached";
  return null;
}
