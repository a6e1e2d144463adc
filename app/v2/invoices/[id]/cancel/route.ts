import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { cancelInvoice } from "@/server/invoices/issue";
import { CancelBody, Invoice, InvoicePath } from "@/server/invoices/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "cancelInvoice",
      summary: "Take an invoice back by a credit note",
      tags: ["Invoices"],
      auth: ["apiKey", "session"],
      params: InvoicePath,
      body: CancelBody,
      status: 200,
      returns: Invoice,
      errors: ["not_found", "conflict"],
    },
    ({ ctx, params, body }) => cancelInvoice(ctx, params.id, body.reason),
  ),
});
