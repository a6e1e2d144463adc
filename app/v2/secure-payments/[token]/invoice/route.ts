import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { invoiceOfLink } from "@/server/invoices/of-link";
import { TokenPath } from "@/server/secure-payments/wire/link-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getInvoiceOfLink",
      summary: "Download the invoice of a link as its payer",
      tags: ["Secure Payments"],
      auth: ["clientId"],
      payerPage: true,
      params: TokenPath,
      status: 200,
      returns: undefined,
      download: "application/pdf",
      errors: ["secure_payment_not_found", "not_found"],
    },
    ({ ctx, params }) => invoiceOfLink(ctx, params.token),
  ),
});
