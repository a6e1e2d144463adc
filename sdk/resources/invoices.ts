import type { Methods } from "@/sdk/resources/methods";

/** Invoices and the credit notes that take them back. */
export function invoicesOf({ operation }: Methods) {
  return {
    /** Lists invoices and credit notes, the newest first. */
    list: operation("get", "/v2/invoices", "query"),
    /** Writes the draft of an invoice. */
    create: operation("post", "/v2/invoices", "body"),
    /** Reads an invoice or a credit note. */
    get: operation("get", "/v2/invoices/{id}", "nothing"),
    /** Writes a draft anew, all of it. */
    update: operation("put", "/v2/invoices/{id}", "body"),
    /** Throws a draft away. */
    remove: operation("delete", "/v2/invoices/{id}", "nothing"),
    /** Issues a draft: it gets its number, and nothing of it changes any more. */
    issue: operation("post", "/v2/invoices/{id}/issue", "nothing"),
    /** Sends an issued invoice to its customer by e-mail, once for each press of a member. */
    send: operation("post", "/v2/invoices/{id}/send", "nothing"),
    /** Takes an issued invoice back by a credit note, which is the answer. */
    cancel: operation("post", "/v2/invoices/{id}/cancel", "body"),
    /** Erases whom an invoice is for. */
    eraseCustomer: operation("delete", "/v2/invoices/{id}/customer", "nothing"),
    /** Reads who issues the invoices, and how they are numbered. */
    issuer: operation("get", "/v2/invoice-issuer", "nothing"),
    /** Says who issues them. */
    setIssuer: operation("put", "/v2/invoice-issuer", "body"),
  };
}
