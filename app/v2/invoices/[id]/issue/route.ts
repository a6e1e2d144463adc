import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { issueInvoice } from "@/server/invoices/issue";
import { Invoice, InvoicePath } from "@/server/invoices/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "issueInvoice",
      summary: "Issue an invoice: give it its number",
      tags: ["Invoices"],
      auth: ["apiKey", "session"],
      params: InvoicePath,
      status: 200,
      returns: Invoice,
      errors: ["not_found", "conflict"],
    },
    ({ ctx, params }) => issueInvoice(ctx, params.id),
  ),
});
