import { and, desc, eq, inArray } from "drizzle-orm";
import { requests, securePaymentRequests, securePayments } from "@/db/schema";
import type { Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import type { RequestRow } from "@/server/requests/draft";
import { findRequest } from "@/server/requests/find";
import { lockRequests } from "@/server/requests/follow-link";
import type { LinkRow } from "@/server/secure-payments/link";
import { requestsOf } from "@/server/secure-payments/transition";

/** The link that asks for a request, and all that it asks for, locked until the commit. */
export interface LockedLink {
  link: LinkRow;
  requests: RequestRow[];
}

/**
 * Locks the newest link that asks for a request of the caller. Throws the same 404 for an unknown and a foreign request,
 * and 409 for one without a link.
 */
export async function lockLinkOfRequest(tx: Tx, requestId: string): Promise<LockedLink> {
  const request = await findRequest(tx, requestId);
  const [found] = await tx.db
    .select({ id: securePayments.id })
    .from(securePaymentRequests)
    .innerJoin(securePayments, eq(securePayments.id, securePaymentRequests.securePaymentId))
    .where(
      and(
        eq(securePaymentRequests.requestId, request.id),
        eq(securePayments.platformId, tx.caller.platformId),
      ),
    )
    .orderBy(desc(securePayments.id))
    .limit(1);
  if (!found) throw new ApiError("conflict", "This payment has no link");
  const ids = await requestsOf(tx, [found.id]);
  // Requests before links, as whoever settles them.
  await lockRequests(tx, ids);
  const [link] = await tx.db
    .select()
    .from(securePayments)
    .where(eq(securePayments.id, found.id))
    .for("update");
  if (!link) throw new Error("a link that was found is missing");
  return { link, requests: await tx.db.select().from(requests).where(inArray(requests.id, ids)) };
}
