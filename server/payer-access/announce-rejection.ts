import { asc, eq, sql } from "drizzle-orm";
import {
  accessRejections,
  requests,
  securePaymentRequests,
  webhookDeliveries,
  webhookEvents,
} from "@/db/schema";
import { walletKey } from "@/server/chains/wallets/wallet-text";
import type { Tx } from "@/server/context";
import type { LinkWithPolicy } from "@/server/payer-access/visiting-wallets";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";

/** So long a repeated attempt of one wallet at one link is not announced again (events.md §3.10, rule 4). */
const SUPPRESSION_MS = 600_000;

/**
 * Announces that a wallet outside the allowlist tried a link, unless it was announced in the last ten minutes
 * and some endpoint has it or may still get it (rules 4 and 5). Two attempts at once are announced once.
 */
export async function announceRejection(
  tx: Tx,
  link: Pick<LinkWithPolicy, "id" | "platformId" | "clientIdId">,
  wallet: string,
): Promise<void> {
  const walletAddress = walletKey(wallet);
  const announcedAt = tx.now();
  if (!(await claim(tx, link.id, walletAddress, announcedAt))) return;
  const [request] = await tx.db
    .select({ requestId: requests.requestId })
    .from(securePaymentRequests)
    .innerJoin(requests, eq(requests.id, securePaymentRequests.requestId))
    .where(eq(securePaymentRequests.securePaymentId, link.id))
    .orderBy(asc(securePaymentRequests.position))
    .limit(1);
  if (!request) throw new Error(`link ${link.id} has no request`);
  const dedupeKey = `${link.id}:rejected:${walletAddress}:${announcedAt.getTime()}`;
  await enqueueEvents(tx, [
    {
      platformId: link.platformId,
      clientIdId: link.clientIdId,
      name: "secure_payment.access_rejected",
      payload: {
        requestId: request.requestId.slice(2),
        attemptedPayerWalletAddress: walletAddress,
      },
      dedupeKey,
    },
  ]);
  const event = sql<string>`(select ${webhookEvents.id} from ${webhookEvents}
    where ${webhookEvents.dedupeKey} = ${dedupeKey})`;
  await tx.db.update(accessRejections).set({ eventId: event }).where(isAbout(link.id, walletAddress));
}

/** True when this attempt is the one to announce; the row then carries its time. */
async function claim(tx: Tx, linkId: string, walletAddress: string, announcedAt: Date): Promise<boolean> {
  const before = new Date(announcedAt.getTime() - SUPPRESSION_MS).toISOString();
  const ofEvent = sql`from ${webhookDeliveries} where ${webhookDeliveries.eventId} = ${accessRejections.eventId}`;
  const allFailed = sql`(exists (select 1 ${ofEvent})
    and not exists (select 1 ${ofEvent} and ${webhookDeliveries.state} <> 'failed'))`;
  const claimed = await tx.db
    .insert(accessRejections)
    .values({ securePaymentId: linkId, walletAddress, announcedAt, eventId: null })
    .onConflictDoUpdate({
      target: [accessRejections.securePaymentId, accessRejections.walletAddress],
      set: { announcedAt, eventId: null },
      setWhere: sql`${accessRejections.announcedAt} <= ${before}::timestamptz or ${allFailed}`,
    })
    .returning({ walletAddress: accessRejections.walletAddress });
  return claimed.length > 0;
}

function isAbout(linkId: string, walletAddress: string) {
  return sql`${eq(accessRejections.securePaymentId, linkId)} and ${eq(accessRejections.walletAddress, walletAddress)}`;
}
