import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { sendInvoice } from "@/server/invoices/mailing/send";
import { Invoice, InvoicePath } from "@/server/invoices/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "sendInvoice",
      summary: "Mail an issued invoice to its customer",
      tags: ["Invoices"],
      auth: ["session"],
      params: InvoicePath,
      status: 200,
      returns: Invoice,
      errors: ["not_found", "conflict", "mail_unavailable", "too_many_requests"],
    },
    ({ ctx, params }) => sendInvoice(ctx, params.id),
  ),
});
