import { and, eq, isNull } from "drizzle-orm";
import { memberships } from "@/db/schema";
import { type AuditEntry, recordAudit } from "@/server/audit/record";
import type { Tx } from "@/server/context";

/** Writes something about a person's credential down in every account that they belong to: it opens all of them. */
export async function recordInAccounts(tx: Tx, personId: string, entry: AuditEntry): Promise<void> {
  const accounts = await tx.db
    .select({ platformId: memberships.platformId })
    .from(memberships)
    .where(and(eq(memberships.personId, personId), isNull(memberships.endedAt)));
  for (const { platformId } of accounts) await recordAudit(tx, { ...entry, platformId });
}
