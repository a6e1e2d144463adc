import { eq } from "drizzle-orm";
import { payeeDestinations } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { Tx } from "@/server/context";
import type { DestinationRow } from "@/server/payee-destinations/describe";
import type { UnderpaymentPolicy } from "@/server/platforms/underpayment/schema";

/** Sets what new requests to a destination tolerate, in place of what the account says; null for what the account says. */
export async function setDestinationUnderpayment(
  tx: Tx,
  { id, destinationId, platformId }: Pick<DestinationRow, "id" | "destinationId" | "platformId">,
  policy: UnderpaymentPolicy | null,
): Promise<void> {
  const own = eq(payeeDestinations.id, id);
  const [was] = await tx.db
    .select({ underpayment: payeeDestinations.underpayment })
    .from(payeeDestinations)
    .where(own)
    .for("no key update");
  await tx.db.update(payeeDestinations).set({ underpayment: policy }).where(own);
  await recordAudit(tx, {
    action: "payee_destination.updated",
    subject: destinationId,
    ...(platformId === null ? {} : { platformId }),
    details: { underpayment: policy },
    before: { underpayment: was?.underpayment ? { ...was.underpayment } : null },
    after: { underpayment: policy },
  });
}
