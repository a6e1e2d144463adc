import type { OperationId } from "@/server/auth/operations/operations";
import type { Overview } from "@/server/dashboard/overview-schema";
import { CHAIN_STATES } from "../network-status/chain-state";
import { paymentHref } from "../shared/payment-href";

/** Something that a merchant should look at, and where. */
export interface AttentionItem {
  id: string;
  tone: "warning" | "danger";
  /** The sentence; addresses in it are in `url`, which stands before it. */
  text: string;
  url?: string;
  href: string;
  /** What its page reads. Roles without it can do nothing about the item, and are not asked to. */
  operation: OperationId;
  /** What the link does, as "Open webhook log". */
  action: string;
}

/** Counts stop at this number. */
const MAX_COUNTED = 100;

export function deliveries(count: number): string {
  if (count >= MAX_COUNTED) return `${MAX_COUNTED} deliveries or more`;
  return count === 1 ? "1 delivery" : `${count} deliveries`;
}

/** What waits for whoever looks, as the second person. */
export function waitingItems(waiting: number): AttentionItem[] {
  if (waiting === 0) return [];
  return [
    {
      id: "approvals",
      tone: "warning",
      text:
        waiting === 1 ? "A change waits for your approval." : `${waiting} changes wait for your approval.`,
      href: "/dashboard/approvals",
      operation: "listApprovals",
      action: "Show what waits",
    },
  ];
}

/** What needs attention, the most pressing first: where money is not noticed, then who is not told, then single payments. */
export function attentionItems({ webhooks, chains, attention }: Overview): AttentionItem[] {
  const items: AttentionItem[] = [];
  for (const { network, name, state } of chains) {
    if (CHAIN_STATES[state].tone !== "danger") continue;
    items.push({
      id: `chain ${network}`,
      tone: "danger",
      text: `${name}: ${CHAIN_STATES[state].means}`,
      href: "/dashboard/network-status",
      operation: "getDashboardOverview",
      action: "Network status",
    });
  }
  for (const { id, url, isActive, consecutiveFailures, refusedDeliveries } of webhooks.endpoints) {
    if (!isActive || consecutiveFailures + refusedDeliveries === 0) continue;
    const failed = `did not take ${deliveries(consecutiveFailures)} in a row and got no further tries`;
    const refused = `has not taken ${deliveries(refusedDeliveries)}, which ${refusedDeliveries === 1 ? "is" : "are"} tried again`;
    items.push({
      id: `webhook ${id}`,
      tone: consecutiveFailures > 0 ? "danger" : "warning",
      url,
      text: `${[consecutiveFailures > 0 && failed, refusedDeliveries > 0 && refused].filter(Boolean).join("; it ")}.`,
      href: "/dashboard/webhooks",
      operation: "listAllWebhookDeliveries",
      action: "Open webhook log",
    });
  }
  const { partial, failed, held, blocked, schedules } = attention;
  const add = (count: number, item: Omit<AttentionItem, "tone" | "text"> & { one: string; many: string }) => {
    const { one, many, ...rest } = item;
    if (count > 0) items.push({ ...rest, tone: "warning", text: count === 1 ? one : `${count} ${many}` });
  };
  add(failed, {
    id: "failed",
    one: "A payment left the chain after it was confirmed.",
    many: "payments left the chain after they were confirmed.",
    href: "/dashboard/get-paid?status=failed",
    operation: "listDashboardPayments",
    action: "Show failed payments",
  });
  if (held.newest !== null) {
    add(held.requests, {
      id: "held",
      one: "Money for a payment request is held: it does not count yet.",
      many: "payment requests have held money: it does not count yet.",
      href: paymentHref("incoming", held.newest),
      operation: "getDashboardPayment",
      action: held.requests === 1 ? "Show why" : "Show the newest",
    });
  }
  add(partial, {
    id: "partial",
    one: "A payment request was paid in part.",
    many: "payment requests were paid in part.",
    href: "/dashboard/get-paid?status=partial",
    operation: "listDashboardPayments",
    action: "Show partial payments",
  });
  add(blocked, {
    id: "blocked",
    one: "A payout is blocked: screening rejected its recipient.",
    many: "payouts are blocked: screening rejected their recipients.",
    href: "/dashboard/pay?status=compliance_failed",
    operation: "listDashboardPayments",
    action: "Show blocked payouts",
  });
  add(schedules, {
    id: "schedules",
    one: "A schedule is late or was paused after failures.",
    many: "schedules are late or were paused after failures.",
    href: "/dashboard/recurring?health=late,paused",
    operation: "listDashboardSchedules",
    action: "Show schedules",
  });
  return items;
}
