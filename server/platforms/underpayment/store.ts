import { eq } from "drizzle-orm";
import { platforms } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { Tx } from "@/server/context";
import type { UnderpaymentPolicy } from "@/server/platforms/underpayment/schema";

/** Sets what new requests of an account tolerate; null for nothing. Those that exist keep what they were made with. */
export async function setUnderpayment(
  tx: Tx,
  platformId: string,
  policy: UnderpaymentPolicy | null,
): Promise<void> {
  const own = eq(platforms.id, platformId);
  const [was] = await tx.db
    .select({ underpayment: platforms.underpayment })
    .from(platforms)
    .where(own)
    .for("no key update");
  await tx.db.update(platforms).set({ underpayment: policy }).where(own);
  await recordAudit(tx, {
    action: "platform.updated",
    subject: platformId,
    platformId,
    details: { underpayment: policy },
    before: { underpayment: was?.underpayment ? { ...was.underpayment } : null },
    after: { underpayment: policy },
  });
}
