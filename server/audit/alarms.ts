import type { AuditAction, AuditDetails } from "@/server/audit/action";

/**
 * What the owners of an account are told of: whoever signs in as a member from elsewhere, and what would let somebody take
 * money or stay, and what waits for them or waited in vain. With `true` every such entry; else those that fit.
 */
const ALARMING: Partial<Record<AuditAction, true | ((details: AuditDetails) => boolean)>> = {
  "session.created": ({ isNewDevice }) => isNewDevice === true,
  "payee_destination.created": true,
  "payee_destination.updated": true,
  "payee_destination.activated": true,
  "payee_destination.deactivated": true,
  "api_key.created": true,
  "api_key.rotated": true,
  "client_id.created": true,
  "orchestrator_key.created": true,
  "orchestrator_key.rotated": true,
  "member_invitation.created": true,
  "member.created": true,
  "member.updated": true,
  "member.deleted": true,
  "passkey.created": true,
  "passkey.rejected": true,
  "approval.created": true,
  "approval.expired": true,
  "recovery.started": true,
  "recovery.stopped": true,
  "recovery.finished": true,
  "recovery.expired": true,
};

/** Whether the owners are told of an entry. */
export function isAlarming(action: AuditAction, details: AuditDetails): boolean {
  const rule = ALARMING[action] ?? false;
  return typeof rule === "function" ? rule(details) : rule;
}
