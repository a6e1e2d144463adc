import type { NotificationEvent } from "@/db/notification-kinds";
import type { AuditAction, AuditDetails } from "@/server/audit/action";

/** An entry of the audit log that people are told of. */
interface Told {
  /** What happened, in plain words. */
  title: string;
  /** As which event it is told outside the dashboard. */
  event: NotificationEvent;
  /** Only entries that fit; left out, every one. */
  when?: (details: AuditDetails) => boolean;
}

/**
 * What the owners of an account are told of: whoever signs in as a member from elsewhere, what would let somebody take
 * money or stay, and what waits for them or waited in vain.
 */
export const ALARMS: Partial<Record<AuditAction, Told>> = {
  "session.created": {
    title: "Somebody signed in from a new device",
    event: "security.sign_in",
    when: ({ isNewDevice }) => isNewDevice === true,
  },
  "payee_destination.created": { title: "A destination was set up", event: "security.destination" },
  "payee_destination.updated": { title: "The destination was changed", event: "security.destination" },
  "payee_destination.activated": { title: "A destination was switched on", event: "security.destination" },
  "payee_destination.deactivated": { title: "A destination was switched off", event: "security.destination" },
  "api_key.created": { title: "An API key was made", event: "security.key" },
  "api_key.rotated": { title: "An API key was replaced", event: "security.key" },
  "client_id.created": { title: "A client ID was made", event: "security.key" },
  "orchestrator_key.created": { title: "A partner key was made", event: "security.key" },
  "orchestrator_key.rotated": { title: "A partner key was replaced", event: "security.key" },
  "member_invitation.created": { title: "Somebody was invited", event: "security.member" },
  "member.created": { title: "A new member joined", event: "security.member" },
  "member.updated": { title: "A member has another role", event: "security.member" },
  "member.deleted": { title: "A member left or was removed", event: "security.member" },
  "passkey.created": { title: "A member added a passkey", event: "security.member" },
  "wallet.created": { title: "A member signs in with another wallet too", event: "security.member" },
  "passkey.rejected": { title: "A passkey may have been copied", event: "security.member" },
  "approval.created": { title: "A change waits for a second person", event: "approval.requested" },
  "approval.expired": {
    title: "A change waited for a second person until its time was over",
    event: "approval.expired",
  },
  "recovery.started": { title: "The operator gives this account another owner", event: "security.recovery" },
  "recovery.stopped": { title: "A recovery was stopped", event: "security.recovery" },
  "recovery.finished": { title: "The account has another owner, by recovery", event: "security.recovery" },
  "recovery.expired": { title: "A recovery was given up", event: "security.recovery" },
};

/** What is no alarm and is told outside the dashboard to those who chose it. */
const TOLD_OUTSIDE: Partial<Record<AuditAction, Told>> = {
  "approval.approved": { title: "A change was approved and is done", event: "approval.decided" },
  "approval.refused": { title: "A change was refused", event: "approval.decided" },
  "approval.withdrawn": {
    title: "A change was withdrawn by whoever asked for it",
    event: "approval.decided",
  },
  "approval.fallen": {
    title: "A change cannot be approved any more: what it was about has changed",
    event: "approval.decided",
  },
  "webhook_endpoint.disabled": {
    title: "A webhook was switched off because its deliveries failed",
    event: "webhook.disabled",
  },
};

/** Whether the owners are told of an entry in the dashboard. */
export function isAlarming(action: AuditAction, details: AuditDetails): boolean {
  const alarm = ALARMS[action];
  return alarm !== undefined && (alarm.when?.(details) ?? true);
}

/** As what an entry is told outside the dashboard; null where it is not. */
export function toldOutside(action: AuditAction, details: AuditDetails): Omit<Told, "when"> | null {
  const told = ALARMS[action] ?? TOLD_OUTSIDE[action];
  return told !== undefined && (told.when?.(details) ?? true) ? told : null;
}
