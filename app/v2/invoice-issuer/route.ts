import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { putIssuer, readIssuer } from "@/server/invoices/issuer";
import { InvoiceIssuer } from "@/server/invoices/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getInvoiceIssuer",
      summary: "Read who issues the invoices, and how they are numbered",
      tags: ["Invoices"],
      auth: ["apiKey", "session"],
      status: 200,
      returns: InvoiceIssuer.nullable(),
      errors: [],
    },
    ({ ctx }) => readIssuer(ctx),
  ),
  PUT: route(
    {
      operationId: "putInvoiceIssuer",
      summary: "Say who issues the invoices, and how they are numbered",
      tags: ["Invoices"],
      auth: ["session"],
      body: InvoiceIssuer,
      status: 200,
      returns: InvoiceIssuer,
      errors: [],
    },
    ({ ctx, body }) => putIssuer(ctx, body),
  ),
});
