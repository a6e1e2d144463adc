import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { removeInvoice, updateInvoice } from "@/server/invoices/drafts";
import { getInvoice } from "@/server/invoices/read";
import { Invoice, InvoiceBody, InvoicePath } from "@/server/invoices/schema";
import { Done } from "@/server/lib/done";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getInvoice",
      summary: "Read an invoice or a credit note",
      tags: ["Invoices"],
      auth: ["apiKey", "session"],
      params: InvoicePath,
      status: 200,
      returns: Invoice,
      errors: ["not_found"],
    },
    ({ ctx, params }) => getInvoice(ctx, params.id),
  ),
  PUT: route(
    {
      operationId: "updateInvoice",
      summary: "Write the draft of an invoice anew",
      tags: ["Invoices"],
      auth: ["apiKey", "session"],
      params: InvoicePath,
      body: InvoiceBody,
      status: 200,
      returns: Invoice,
      errors: ["not_found", "conflict"],
    },
    ({ ctx, params, body }) => updateInvoice(ctx, params.id, body),
  ),
  DELETE: route(
    {
      operationId: "removeInvoice",
      summary: "Throw the draft of an invoice away",
      tags: ["Invoices"],
      auth: ["apiKey", "session"],
      params: InvoicePath,
      status: 200,
      returns: Done,
      errors: ["not_found", "conflict"],
    },
    ({ ctx, params }) => removeInvoice(ctx, params.id),
  ),
});
