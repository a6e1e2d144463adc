import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { eraseCustomer } from "@/server/invoices/customer";
import { InvoicePath } from "@/server/invoices/schema";
import { Done } from "@/server/lib/done";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  DELETE: route(
    {
      operationId: "eraseInvoiceCustomer",
      summary: "Erase whom an invoice is for",
      tags: ["Invoices"],
      auth: ["session"],
      params: InvoicePath,
      status: 200,
      returns: Done,
      errors: ["not_found"],
    },
    ({ ctx, params }) => eraseCustomer(ctx, params.id),
  ),
});
