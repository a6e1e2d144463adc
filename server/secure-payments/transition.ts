import { and, eq, inArray } from "drizzle-orm";
import { securePaymentRequests, securePayments } from "@/db/schema";
import type { Tx } from "@/server/context";
import { followLink, type LinkNews } from "@/server/requests/follow-link";
import { type LinkEvent, type LinkStatus, nextLinkStatus } from "@/server/secure-payments/state";

export interface LinkMove {
  id: string;
  from: LinkStatus;
  event: LinkEvent;
}

/** Thrown when another transaction moved a link between our read and our write. */
class LinkConflict extends Error {
  override readonly name = "LinkConflict";
}

/**
 * The one writer of a link's `status`: looks up the cell and updates rows that still have the status that was
 * read. A row that does not is a conflict, never an overwrite. `changes` go into the same update.
 */
export async function transitionLinks(
  tx: Pick<Tx, "db" | "now">,
  moves: readonly LinkMove[],
  changes: { mergedIntoId?: string; expiresAt?: Date } = {},
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
    await copyEndToRequests(tx, ids, to);
  }
}

/** What its lists have to know of a link's end; whether it was paid the request knows by itself. */
const ENDS: Partial<Record<LinkStatus, LinkNews>> = {
  pending: { linkEnd: null },
  expired: { linkEnd: "expired" },
  compliance_failed: { linkEnd: "compliance_failed" },
};

async function copyEndToRequests(
  tx: Pick<Tx, "db">,
  linkIds: readonly string[],
  to: LinkStatus,
): Promise<void> {
  const news = ENDS[to];
  if (news) await followLink(tx, await requestsOf(tx, linkIds), news);
}

/** Row IDs of the requests that these links pay. */
export async function requestsOf(tx: Pick<Tx, "db">, linkIds: readonly string[]): Promise<string[]> {
  const rows = await tx.db
    .selectDistinct({ id: securePaymentRequests.requestId })
    .from(securePaymentRequests)
    .where(inArray(securePaymentRequests.securePaymentId, [...linkIds]));
  return rows.map((row) => row.id);
}
