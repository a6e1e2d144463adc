import type { InvoiceState } from "@/server/invoices/state";
import type { RequestStatus } from "@/server/requests/state";

/** Where the request of an invoice stands: its status, or that its link is over before anything was paid. */
export type RequestStanding = RequestStatus | "link_over";

/** What that means for the invoice. */
export type PaymentOfInvoice =
  /** There is nothing to pay yet: it is a draft. */
  | "not_issued"
  | "due"
  /** Something is on its way or was paid, and not all. */
  | "in_part"
  | "paid"
  /** It is still owed, and its link does not ask for it any more. */
  | "due_without_link"
  /** It was paid and sent back: the books want a credit note. */
  | "to_correct"
  /** It is cancelled, and nothing was paid. */
  | "void"
  /** It is cancelled, and its money is here: it has to be sent back, or invoiced anew. */
  | "to_refund";

/** Rows are where an invoice is, columns are where its request is. */
const PAYMENTS: Record<InvoiceState, Record<RequestStanding, PaymentOfInvoice>> = {
  draft: {
    created: "not_issued",
    link_over: "not_issued",
    processing: "not_issued",
    partially_paid: "not_issued",
    paid: "not_issued",
    failed: "not_issued",
    refunded: "not_issued",
  },
  issued: {
    created: "due",
    link_over: "due_without_link",
    processing: "in_part",
    partially_paid: "in_part",
    paid: "paid",
    // A payment to a bank account that came back: the customer still owes it.
    failed: "due",
    refunded: "to_correct",
  },
  cancelled: {
    created: "void",
    link_over: "void",
    processing: "to_refund",
    partially_paid: "to_refund",
    paid: "to_refund",
    failed: "void",
    refunded: "void",
  },
};

/** What is to be said of the payment of an invoice. */
export function paymentOfInvoice(state: InvoiceState, request: RequestStanding): PaymentOfInvoice {
  return PAYMENTS[state][request];
}

/** Whether an invoice may be issued for a request: not where nobody can pay it, or where it was paid back already. */
const ISSUABLE: Record<RequestStanding, boolean> = {
  created: true,
  processing: true,
  partially_paid: true,
  paid: true,
  link_over: false,
  failed: false,
  refunded: false,
};

export function canIssueFor(request: RequestStanding): boolean {
  return ISSUABLE[request];
}
