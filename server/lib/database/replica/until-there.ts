import type { Connection } from "@/db/builder-over";
import { clock } from "@/server/lib/clock";
import type { Required } from "@/server/lib/database/replica/beats";
import { countOn, stateOf } from "@/server/lib/database/replica/servers";

/** A replica beside its primary is there within a few milliseconds; for more it is not worth waiting. */
const WAIT_MS = 100;
const LOOK_AGAIN_MS = 5;

/** Reads go elsewhere: this server does not have what was asked for. */
export class NotThere extends Error {
  override readonly name = "NotThere";
}

/**
 * Resolves once the server of this very connection has what is required; a balancer or a pooler may have given another one
 * than the last time. Throws `NotThere` where it is not the replica of the cluster, or does not come there in a moment.
 */
export async function untilThere(sql: Connection, cluster: string, required: Required): Promise<void> {
  for (const end = clock.elapsedMs() + WAIT_MS; ; await clock.wait(LOOK_AGAIN_MS)) {
    const state = await stateOf(sql);
    if (!state.isReplica || state.cluster !== cluster) throw new NotThere("this is not the replica");
    if (state.position >= required.position && (await countOn(sql)) >= required.count) return;
    if (clock.elapsedMs() > end) throw new NotThere("the replica lags behind");
  }
}
