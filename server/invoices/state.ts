import type { INVOICE_STATES } from "@/db/schema";

export type InvoiceState = (typeof INVOICE_STATES)[number];

/** What can happen to an invoice. */
export type InvoiceEvent =
  /** It gets its number, and nothing of it changes any more. */
  | "issue"
  /** A credit note takes it back. It keeps its number. */
  | "cancel"
  /** It is written anew. */
  | "edit"
  /** It is thrown away; it had no number. */
  | "remove";

/** Rows are where an invoice is, columns are what happens, cells are where it goes. */
const invoiceTable: Record<InvoiceState, Partial<Record<InvoiceEvent, InvoiceState | "removed">>> = {
  draft: { edit: "draft", issue: "issued", remove: "removed" },
  issued: { cancel: "cancelled" },
  cancelled: {},
};

/** Where `event` takes an invoice, or null where it must not happen. */
export function nextInvoiceState(from: InvoiceState, event: InvoiceEvent): InvoiceState | "removed" | null {
  return invoiceTable[from][event] ?? null;
}
