import { alarms, auditLog } from "@/db/schema";
import type { AuditAction, AuditDetails } from "@/server/audit/action";
import { isAlarming, toldOutside } from "@/server/audit/alarms";
import type { Tx } from "@/server/context";
import { newId } from "@/server/lib/ids";
import { enqueueNotices } from "@/server/notification-outbox/enqueue";

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
 * Writes down who did what to which record and from where, in the transaction that does it, and has people told where it concerns them. When that commits the entry gets its place in the chain of its account
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
  if (isAlarming(action, details)) {
    await tx.db.insert(alarms).values({ entryId: entry.id, platformId: entry.platformId, at });
  }
  await tellOutside(tx, { ...entry, action, subject, details });
}

/** What a message says of an entry: what happened, and of which of its details it is safe and useful to tell. */
async function tellOutside(
  tx: Tx,
  {
    id,
    platformId,
    action,
    subject,
    details,
  }: AuditEntry & { id: string; platformId: string; details: AuditDetails },
): Promise<void> {
  const told = toldOutside(action, details);
  if (told === null) return;
  const facts: Record<string, string> = { title: told.title, subject };
  for (const name of ["label", "role", "what", "device"] as const) {
    const value = details[name];
    if (typeof value === "string") facts[name] = value;
  }
  await enqueueNotices(tx, [{ platformId, event: told.event, facts, dedupeKey: id }]);
}
