import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { invoiceXml } from "@/server/invoices/invoice-xml";
import { EInvoiceQuery, InvoicePath } from "@/server/invoices/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getInvoiceXml",
      summary: "Download an issued invoice as an e-invoice (EN 16931)",
      tags: ["Invoices"],
      auth: ["apiKey", "session"],
      params: InvoicePath,
      query: EInvoiceQuery,
      status: 200,
      returns: undefined,
      download: "application/xml",
      errors: ["not_found", "conflict", "e_invoice_incomplete"],
    },
    ({ ctx, params, query }) => invoiceXml(ctx, params.id, query.profile),
  ),
});
