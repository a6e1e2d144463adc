import type { NotificationEvent } from "@/db/notification-kinds";
import type { Tx } from "@/server/context";
import { enqueueNotices, type Notice } from "@/server/notification-outbox/enqueue";
import type { EventName, NewEvent, OrchestratorEventName } from "@/server/webhooks/announcing/events";

/** As what members are told of an event outside the dashboard, or why they are not. */
type Telling = NotificationEvent | { notTold: string };

const IS_VARIANT = { notTold: "the event that it is a variant of is told" };
const FOR_PROGRAMS = { notTold: "is about a step of one payer, and of use to programs alone" };

/** Every event of a platform's webhooks. One without a row does not compile. */
const TOLD_AS: Record<Exclude<EventName, OrchestratorEventName>, Telling> = {
  "payment.confirmed": "payment.confirmed",
  "payment.partial": "payment.partial",
  "payment.failed": "payment.failed",
  "payment.refunded": "payment.refunded",
  "payment.confirmed.client_id": IS_VARIANT,
  "payment.partial.client_id": IS_VARIANT,
  "payment.confirmed.checkout": IS_VARIANT,
  "payment.partial.checkout": IS_VARIANT,
  "payment.processing": FOR_PROGRAMS,
  "request.recurring": FOR_PROGRAMS,
  "compliance.updated": FOR_PROGRAMS,
  "payment_detail.updated": FOR_PROGRAMS,
  "secure_payment.user_event": FOR_PROGRAMS,
  "secure_payment.access_rejected": FOR_PROGRAMS,
  "webhook.disabled": { notTold: "the audit log has it for every webhook, and tells it" },
};

/** What of a payload a message may say. Payers, their wallets and what is known of customers are not among it. */
const FACTS = ["requestId", "reference", "amount", "refundAmount", "currency", "failureReason"] as const;

/** Has members told of events that are new, in the transaction of their events. Tests are not told. */
export async function tellMembers(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  await enqueueNotices(
    tx,
    events.flatMap((event) => noticeOf(event) ?? []),
  );
}

function noticeOf({ platformId, name, payload, dedupeKey, isTest }: NewEvent): Notice | null {
  const telling = TOLD_AS[name];
  if (typeof telling !== "string" || dedupeKey === null || isTest) return null;
  const said: Record<string, unknown> = { ...payload };
  const facts = Object.fromEntries(
    FACTS.flatMap((fact) => (typeof said[fact] === "string" ? [[fact, said[fact]]] : [])),
  );
  return { platformId, event: telling, facts, dedupeKey };
}
