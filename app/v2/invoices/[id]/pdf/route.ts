import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { invoicePdf } from "@/server/invoices/invoice-paper";
import { InvoicePath } from "@/server/invoices/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getInvoicePdf",
      summary: "Download an issued invoice as PDF",
      tags: ["Invoices"],
      auth: ["apiKey", "session"],
      params: InvoicePath,
      status: 200,
      returns: undefined,
      download: "application/pdf",
      errors: ["not_found", "conflict"],
    },
    ({ ctx, params }) => invoicePdf(ctx, params.id),
  ),
});
