import { auditLog } from "@/db/schema";
import type { Tx } from "@/server/context";
import { newId } from "@/server/lib/ids";

type Subject =
  | "api_key"
  | "approval"
  | "approval_policy"
  | "branding"
  | "chain"
  | "client_id"
  | "device_authorization"
  | "held_payment"
  | "fee_config"
  | "orchestrator"
  | "orchestrator_key"
  | "orchestrator_link"
  | "orchestrator_link_intent"
  | "member"
  | "member_invitation"
  | "passkey"
  | "payee_destination"
  | "payer"
  | "payer_bank_account"
  | "platform"
  | "recurring_payment"
  | "refund"
  | "refund_link"
  | "request"
  | "secure_payment"
  | "session"
  | "user"
  | "webhook_endpoint";

type Change =
  | "activated"
  | "approved"
  | "approved"
  | "cancelled"
  | "created"
  | "deactivated"
  | "deleted"
  | "disabled"
  | "enabled"
  | "erased"
  | "expired"
  | "extended"
  | "fallen"
  | "paused"
  | "quarantined"
  | "rejected"
  | "refused"
  | "released"
  | "replayed"
  | "rescanned"
  | "resumed"
  | "revoked"
  | "rotated"
  | "tested"
  | "updated"
  | "withdrawn";

export type AuditAction = `${Subject}.${Change}`;

type Plain = string | number | boolean | null;
/** Names, addresses and settings. Never a key, a secret, a token or a password. */
export type AuditDetails = Record<string, Plain | readonly Plain[] | Record<string, Plain>>;

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
 * Writes down who did what to which record and from where, in the transaction that does it. When that commits the entry
 * gets its place in the chain of its account (`docs/decisions/audit-log.md`).
 */
export async function recordAudit(
  tx: Tx,
  { action, subject, platformId, details = {}, before, after }: AuditEntry,
): Promise<void> {
  const { caller } = tx;
  await tx.db.insert(auditLog).values({
    id: newId(tx.now()),
    platformId: platformId ?? caller.platformId,
    at: tx.now(),
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
}
