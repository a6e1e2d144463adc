import type { NotificationEvent } from "@/db/notification-kinds";
import { writtenAmount } from "@/server/lib/sentences/written-amount";
import { shownFact } from "@/server/lib/shown-fact";

type Facts = Record<string, string>;

interface Words {
  /** What happened, in our own words alone. */
  title(facts: Facts): string;
  /** What more is known; parts that are not known or not safe to show are left out. */
  details(facts: Facts): (string | null)[];
  /** Where in the dashboard it is shown, after the dashboard's own address. */
  path(facts: Facts): string;
}

const payment = (title: string): Words => ({
  title: () => title,
  details: (facts) => [shownFact(facts.reference), amountOf(facts), shownFact(facts.failureReason)],
  path: ({ requestId }) => (isId(requestId) ? `/get-paid/${requestId}` : "/get-paid"),
});
/** Of an entry of the audit log, whose title is ours (`server/audit/alarms.ts`). */
const recorded = (path: string): Words => ({
  title: ({ title }) => title ?? "Something changed in the account",
  details: (facts) => [
    shownFact(facts.what),
    shownFact(facts.label),
    shownFact(facts.role),
    shownFact(facts.device),
  ],
  path: () => path,
});
const approval: Words = {
  ...recorded("/approvals"),
  path: ({ subject }) => (isId(subject) ? `/approvals/${subject}` : "/approvals"),
};

const WORDS: Record<NotificationEvent, Words> = {
  "payment.confirmed": payment("A request was paid"),
  "payment.partial": payment("A request was paid in part"),
  "payment.failed": payment("A payment failed"),
  "payment.held": payment("A payment is held: its wallet was not approved"),
  "payment.refunded": payment("A payment was sent back"),
  "webhook.disabled": recorded("/webhooks"),
  "month.ready": {
    title: () => "A month waits to be closed",
    details: ({ month, differences }) => [
      shownFact(month),
      differences === "0" ? "no differences" : `differences to explain: ${shownFact(differences) ?? "some"}`,
    ],
    path: () => "/books",
  },
  "approval.requested": approval,
  "approval.decided": approval,
  "approval.expired": approval,
  "security.sign_in": recorded("/alarms"),
  "security.destination": recorded("/alarms"),
  "security.key": recorded("/alarms"),
  "security.member": recorded("/alarms"),
  "security.recovery": recorded("/alarms"),
};

/** What happened, as one member reads it. */
export interface Told {
  title: string;
  details: string;
  path: string;
}

/** A message in words. The path holds no secret: whoever follows it signs in. */
export function inWords(event: NotificationEvent, facts: Facts): Told {
  const { title, details, path } = WORDS[event];
  const known = details(facts).filter((part) => part !== null);
  return { title: title(facts), details: known.join(" · "), path: path(facts) };
}

function amountOf({ amount, refundAmount, currency }: Facts): string | null {
  const figures = amount ?? refundAmount;
  const symbol = shownFact(currency);
  return figures === undefined || symbol === null ? null : shownFact(writtenAmount(figures, symbol));
}

function isId(text: string | undefined): boolean {
  return text !== undefined && /^[0-9A-Za-z]{1,100}$/.test(text);
}
