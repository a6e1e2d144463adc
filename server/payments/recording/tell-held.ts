import { inArray } from "drizzle-orm";
import { requests } from "@/db/schema";
import type { Tx } from "@/server/context";
import { enqueueNotices } from "@/server/notification-outbox/enqueue";

/**
 * Has members told that money of a wallet that was not approved is held for these requests (row IDs): once a day for each
 * request, because dust costs a stranger next to nothing.
 */
export async function tellHeld(tx: Tx, requestIds: readonly string[]): Promise<void> {
  if (requestIds.length === 0) return;
  const rows = await tx.db
    .select({
      id: requests.id,
      platformId: requests.platformId,
      requestId: requests.requestId,
      reference: requests.reference,
    })
    .from(requests)
    .where(inArray(requests.id, [...new Set(requestIds)]));
  const day = tx.now().toISOString().slice(0, 10);
  await enqueueNotices(
    tx,
    rows.map(({ id, platformId, requestId, reference }) => ({
      platformId,
      event: "payment.held" as const,
      facts: { requestId: requestId.slice(2), ...(reference === null ? {} : { reference }) },
      dedupeKey: `${id}:held:${day}`,
    })),
  );
}
