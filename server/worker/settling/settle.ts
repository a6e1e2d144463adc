import type { Tx } from "@/server/context";
import { settleInstalments } from "@/server/recurring-payouts/instalments/settle";
import { endQuarantine, quarantine } from "@/server/requests/settling/quarantine";
import { settleRequests } from "@/server/requests/settling/settle";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";
import { isAboutRows } from "@/server/worker/attempt";

/** Requests of one attempt. */
const CHUNK = 2_000;

/**
 * What follows from changed transfers: the status of their requests, then that of the links that ask for them
 * and of the schedules they are instalments of. A
 * request for which this fails is quarantined, with all that the attempt wrote undone, and the others go on.
 */
export async function settle(tx: Tx, requestIds: Iterable<string>): Promise<void> {
  const ids = [...new Set(requestIds)].sort();
  for (let i = 0; i < ids.length; i += CHUNK) await settleChunk(tx, ids.slice(i, i + CHUNK));
}

/** Tries a quarantined request again. Returns whether it is settled now. */
export async function settleAgain(tx: Tx, requestId: string): Promise<boolean> {
  const failure = await attempt(tx, [requestId], (inner) => endQuarantine(inner, requestId));
  if (failure) await report(tx, requestId, failure.error);
  return failure === null;
}

async function settleChunk(tx: Tx, ids: readonly string[]): Promise<void> {
  const failure = await attempt(tx, ids);
  if (!failure) return;
  for (const id of ids) {
    const own = ids.length === 1 ? failure : await attempt(tx, [id]);
    if (own) await report(tx, id, own.error);
  }
}

/** Settles all of these or, leaving nothing behind, none. Throws what has nothing to do with them. */
async function attempt(
  tx: Tx,
  ids: readonly string[],
  before: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<{ error: unknown } | null> {
  if (ids.length === 0) return null;
  try {
    await tx.db.transaction(async (db) => {
      const inner = { ...tx, db };
      await before(inner);
      await settleRequests(inner, ids);
      await settleLinks(inner, ids);
      await settleInstalments(inner, ids);
    });
    return null;
  } catch (error) {
    if (!isAboutRows(error)) throw error;
    return { error };
  }
}

async function report(tx: Tx, requestId: string, error: unknown): Promise<void> {
  const { network, failures, retryAt } = await quarantine(tx, requestId, error);
  tx.log.error(
    { err: error, network, requestId, failures, retryAt },
    "request cannot be settled: quarantined",
  );
}
