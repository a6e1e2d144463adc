import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { createInvoice } from "@/server/invoices/drafts";
import { listInvoices } from "@/server/invoices/read";
import { Invoice, InvoiceBody, InvoicesListed, InvoicesQuery } from "@/server/invoices/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listInvoices",
      summary: "List invoices and credit notes",
      tags: ["Invoices"],
      auth: ["apiKey", "session"],
      query: InvoicesQuery,
      status: 200,
      returns: InvoicesListed,
      errors: [],
    },
    ({ ctx, query }) => listInvoices(ctx, query),
  ),
  POST: route(
    {
      operationId: "createInvoice",
      summary: "Write the draft of an invoice",
      tags: ["Invoices"],
      auth: ["apiKey", "session"],
      body: InvoiceBody,
      status: 201,
      returns: Invoice,
      errors: [],
    },
    ({ ctx, body }) => createInvoice(ctx, body),
  ),
});
