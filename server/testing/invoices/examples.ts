import type { InvoiceBody } from "@/server/invoices/schema";

/** An invoice over one line, of no payment request. */
export const INVOICE: InvoiceBody = {
  requestId: null,
  currency: "EUR",
  prices: "net",
  language: "en",
  lines: [{ description: "Work", quantity: "1", unitPrice: "100", taxRate: "19" }],
  deliveredOn: null,
  dueOn: null,
  notes: "",
  customer: { name: "Buyer", country: "FR" },
};

/** Who issues it, counting from 1; invoices and credit notes have numbers of one range. */
export const ISSUER = {
  details: { name: "Acme", country: "DE" },
  invoicePattern: "INV-",
  creditNotePattern: "INV-",
  firstNumber: 1,
  timeZone: "UTC",
};
