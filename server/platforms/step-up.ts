import { eq } from "drizzle-orm";
import { platforms } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { Tx } from "@/server/context";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";

/** Sets whether every session of an account confirms its changes, in every process at once. */
export async function setStepUpForEverySession(tx: Tx, platformId: string, isOn: boolean): Promise<void> {
  await tx.db.update(platforms).set({ hasStepUpForEverySession: isOn }).where(eq(platforms.id, platformId));
  announceCredentialChange(tx);
  await recordAudit(tx, {
    action: "platform.updated",
    subject: platformId,
    details: { stepUpForEverySession: isOn },
  });
}
