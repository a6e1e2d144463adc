import { sql } from "drizzle-orm";
import { orchestrators, platforms } from "@/db/schema";
import { recordAudit } from "@/server/audit/record";
import type { Tx } from "@/server/context";

/**
 * Moves the webhook sequence of every account and of every orchestrator on by `count`, after a restore: the numbers
 * that were given out since the backup are not given out again for something else. Returns how many accounts there are.
 */
export async function skipSequence(tx: Tx, count: number): Promise<number> {
  const rows = await tx.db
    .update(platforms)
    .set({ webhookSequence: sql`${platforms.webhookSequence} + ${count}` })
    .returning({ id: platforms.id });
  for (const { id } of rows) {
    await recordAudit(tx, {
      action: "platform.updated",
      subject: id,
      platformId: id,
      details: { skippedSequenceNumbers: count },
    });
  }
  const partners = await tx.db
    .update(orchestrators)
    .set({ webhookSequence: sql`${orchestrators.webhookSequence} + ${count}` })
    .returning({ id: orchestrators.id, ownerPlatformId: orchestrators.ownerPlatformId });
  for (const { id, ownerPlatformId } of partners) {
    await recordAudit(tx, {
      action: "orchestrator.updated",
      subject: id,
      platformId: ownerPlatformId,
      details: { skippedSequenceNumbers: count },
    });
  }
  return rows.length;
}
