import { eq } from "drizzle-orm";
import { platforms } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { Tx } from "@/server/context";
import { type ConfirmationTiers, plain } from "@/server/platforms/confirmations/schema";

/** Sets how deep payments of an account's new requests have to be; null for as deep as the operator says of each network. */
export async function setConfirmationTiers(
  tx: Tx,
  platformId: string,
  tiers: ConfirmationTiers | null,
): Promise<void> {
  const own = eq(platforms.id, platformId);
  const [was] = await tx.db
    .select({ tiers: platforms.confirmationTiers })
    .from(platforms)
    .where(own)
    .for("no key update");
  await tx.db.update(platforms).set({ confirmationTiers: tiers }).where(own);
  await recordAudit(tx, {
    action: "platform.updated",
    subject: platformId,
    platformId,
    details: { confirmationTiers: plain(tiers) },
    before: { confirmationTiers: plain(was?.tiers) },
    after: { confirmationTiers: plain(tiers) },
  });
}
