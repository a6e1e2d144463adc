import { eq } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { Tx } from "@/server/context";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import { type ConfirmationTiers, plain } from "@/server/platforms/confirmations/schema";

/** Sets how deep payments of new links to a destination have to be, in place of what the account says; null for that. */
export async function setDestinationConfirmationTiers(
  tx: Tx,
  { id, destinationId, platformId }: Pick<DestinationRow, "id" | "destinationId" | "platformId">,
  tiers: ConfirmationTiers | null,
): Promise<void> {
  const own = eq(payeeDestinations.id, id);
  const [was] = await tx.db
    .select({ tiers: payeeDestinations.confirmationTiers })
    .from(payeeDestinations)
    .where(own)
    .for("no key update");
  await tx.db.update(payeeDestinations).set({ confirmationTiers: tiers }).where(own);
  await recordAudit(tx, {
    action: "payee_destination.updated",
    subject: destinationId,
    ...(platformId === null ? {} : { platformId }),
    details: { confirmationTiers: plain(tiers) },
    before: { confirmationTiers: plain(was?.tiers) },
    after: { confirmationTiers: plain(tiers) },
  });
}
