import { and, eq, inArray } from "drizzle-orm";
import { requests } from "@/db/schema";
import type { Tx } from "@/server/context";
import { nextStatus, type RequestEvent, type RequestStatus } from "@/server/requests/state";

export interface Move {
  id: string;
  from: RequestStatus;
  event: RequestEvent;
}

/** Thrown when another transaction moved a request between our read and our write. */
export class StatusConflict extends Error {
  override readonly name = "StatusConflict";
}

/**
 * The one writer of `status`: looks up the cell and updates rows that still have the status that was read.
 * A row that does not is a conflict, never an overwrite. Paid requests stop listening (RS-07).
 */
export async function transitionRequests(tx: Tx, moves: readonly Move[]): Promise<void> {
  const groups = new Map<string, { from: RequestStatus; to: RequestStatus; ids: string[] }>();
  for (const { id, from, event } of moves) {
    const to = nextStatus(from, event);
    if (!to) continue;
    const group = groups.get(`${from}>${to}`);
    if (group) group.ids.push(id);
    else groups.set(`${from}>${to}`, { from, to, ids: [id] });
  }
  for (const { from, to, ids } of groups.values()) {
    const moved = await tx.db
      .update(requests)
      .set({
        status: to,
        detectionSource: to === "created" ? null : tx.config.wire.network,
        ...(to === "paid" ? { isListening: false } : {}),
      })
      .where(and(inArray(requests.id, ids), eq(requests.status, from)))
      .returning({ id: requests.id });
    if (moved.length !== ids.length) throw new StatusConflict(`${ids.length - moved.length} requests moved`);
  }
}
