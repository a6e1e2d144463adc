import type { INVOICE_MAIL_STATES } from "@/db/schema";
import type { InvoiceState } from "@/server/invoices/state";

export type MailState = (typeof INVOICE_MAIL_STATES)[number];

/** What can happen to an e-mail that waits. */
export const MAIL_EVENTS = [
  /** The mail server took it. */
  "taken",
  /** The mail server cannot take it now. */
  "not_now",
  /** The mail server will never take it. */
  "refused",
  /** It has waited too long. */
  "time_passed",
  /** The invoice may not be sent any more. */
  "obstructed",
] as const;
export type MailEvent = (typeof MAIL_EVENTS)[number];

/** Rows are where an e-mail is, columns are what happened, cells are where it goes; where there is none it stays. */
const MAIL_TABLE: Record<MailState, Partial<Record<MailEvent, MailState>>> = {
  queued: {
    taken: "sent",
    // not_now: it is tried again.
    refused: "failed",
    time_passed: "failed",
    obstructed: "failed",
  },
  sent: {},
  failed: {},
};

/** Where `event` takes an e-mail, or null when it stays where it is. */
export function nextMailState(from: MailState, event: MailEvent): MailState | null {
  return MAIL_TABLE[from][event] ?? null;
}

/** What is known of whom an invoice is for. */
export const CUSTOMER_STANDINGS = ["with_address", "without_address", "erased"] as const;
export type CustomerStanding = (typeof CUSTOMER_STANDINGS)[number];

/** Why an invoice is not sent, in words. */
export const OBSTACLES = {
  not_issued: "the invoice is a draft",
  no_address: "the customer has no e-mail address",
  customer_erased: "the customer is erased",
  cancelled: "the invoice is cancelled; its credit note can be sent",
} as const;
export type Obstacle = keyof typeof OBSTACLES;

/** Rows are where an invoice or a credit note is, columns are whom it is for; null is that it may be sent. */
const MAY_BE_SENT: Record<InvoiceState, Record<CustomerStanding, Obstacle | null>> = {
  draft: { with_address: "not_issued", without_address: "not_issued", erased: "not_issued" },
  issued: { with_address: null, without_address: "no_address", erased: "customer_erased" },
  cancelled: { with_address: "cancelled", without_address: "cancelled", erased: "cancelled" },
};

/** What keeps an invoice from being sent: asked at the press, and again immediately before it is sent. */
export function obstacleOf(invoice: InvoiceState, customer: { email?: string } | null): Obstacle | null {
  const standing = customer === null ? "erased" : customer.email ? "with_address" : "without_address";
  return MAY_BE_SENT[invoice][standing];
}
