import { and, eq, inArray } from "drizzle-orm";
import { securePayments } from "@/db/schema";
import type { Tx } from "@/server/context";
import { type LinkEvent, type LinkStatus, nextLinkStatus } from "@/server/secure-payments/state";

export interface LinkMove {
  id: string;
  from: LinkStatus;
  event: LinkEvent;
}

/** Thrown when another transaction moved a link between our read and our write. */
export class LinkConflict extends Error {
  override readonly name = "LinkConflict";
}

/**
 * The one writer of a link's `status`: looks up the cell and updates rows that still have the status that was
 * read. A row that does not is a conflict, never an overwrite. `changes` go into the same update.
 */
export async function transitionLinks(
  tx: Pick<Tx, "db" | "now">,
  moves: readonly LinkMove[],
  changes: { mergedIntoId?: string } = {},
): Promise<void> {
  const groups = new Map<string, { from: LinkStatus; to: LinkStatus; ids: string[] }>();
  for (const { id, from, event } of moves) {
    const to = nextLinkStatus(from, event);
    if (!to) continue;
    const group = groups.get(`${from}>${to}`);
    if (group) group.ids.push(id);
    else groups.set(`${from}>${to}`, { from, to, ids: [id] });
  }
  for (const { from, to, ids } of groups.values()) {
    const moved = await tx.db
      .update(securePayments)
      .set({ status: to, completedAt: to === "completed" ? tx.now() : null, ...changes })
      .where(and(inArray(securePayments.id, ids), eq(securePayments.status, from)))
      .returning({ id: securePayments.id });
    if (moved.length !== ids.length) throw new LinkConflict(`${ids.length - moved.length} links moved`);
  }
}
