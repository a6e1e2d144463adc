import { alarms, auditLog } from "@/db/schema";
import type { AuditAction, AuditDetails } from "@/server/audit/action";
import { isAlarming } from "@/server/audit/alarms";
import type { Tx } from "@/server/context";
import { newId } from "@/server/lib/ids";

export type { AuditAction, AuditDetails };

export interface AuditEntry {
  action: AuditAction;
  /** ID of the record that was changed. */
  subject: string;
  /** Whose it is; the caller's account unless told otherwise. */
  platformId?: string;
  details?: AuditDetails;
  /** What stood there, by name, where the change puts something in its place or takes it away. */
  before?: AuditDetails;
  /** What stands there now. */
  after?: AuditDetails;
}

/**
 * Writes down who did what to which record and from where, in the transaction that does it, and has the owners of the account
 * told where it concerns them. When that commits the entry gets its place in the chain of its account
 * (`docs/decisions/audit-log.md`).
 */
export async function recordAudit(
  tx: Tx,
  { action, subject, platformId, details = {}, before, after }: AuditEntry,
): Promise<void> {
  const { caller } = tx;
  const at = tx.now();
  const entry = { id: newId(at), platformId: platformId ?? caller.platformId, at };
  await tx.db.insert(auditLog).values({
    ...entry,
    action,
    subject,
    actorKind: caller.kind,
    actorPlatformId: caller.platformId,
    credentialId: caller.credentialId,
    requestId: tx.requestId,
    ip: caller.ip,
    origin: caller.origin,
    details,
    personId: caller.personId,
    role: caller.role,
    before,
    after,
    approvalId: tx.approvalId ?? null,
  });
  if (!isAlarming(action, details)) return;
  await tx.db.insert(alarms).values({ entryId: entry.id, platformId: entry.platformId, at });
}
