import { NOTIFICATION_EVENTS, type NotificationEvent } from "@/db/notification-kinds";
import type { Role } from "@/db/roles";
import type { OperationId } from "@/server/auth/operations/operations";
import { roleHas } from "@/server/auth/operations/role-has";

/** Where the dashboard shows what a message tells of: who may not look there is not told either. */
const SHOWN_BY: Record<NotificationEvent, OperationId> = {
  "payment.confirmed": "getDashboardPayment",
  "payment.partial": "getDashboardPayment",
  "payment.failed": "getDashboardPayment",
  "payment.held": "getDashboardPayment",
  "payment.refunded": "getDashboardPayment",
  "webhook.disabled": "listWebhooks",
  "month.ready": "getPeriod",
  "approval.requested": "listApprovals",
  "approval.decided": "listApprovals",
  "approval.expired": "listApprovals",
  "security.sign_in": "listAlarms",
  "security.destination": "listAlarms",
  "security.key": "listAlarms",
  "security.member": "listAlarms",
  "security.recovery": "listAlarms",
};

/** Whether a role may be told of an event; nobody is told of one that this version does not know. */
export function mayRead(role: Role, event: string): boolean {
  const known = NOTIFICATION_EVENTS.find((one) => one === event);
  return known !== undefined && roleHas(role, SHOWN_BY[known]);
}
