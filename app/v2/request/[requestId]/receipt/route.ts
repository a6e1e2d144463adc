import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { PaperQuery } from "@/server/papers/schema";
import { receiptPdf } from "@/server/quittances/receipt-paper";
import { RequestPath } from "@/server/requests/read-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getReceiptPdf",
      summary: "Download the receipt of a paid request as PDF",
      tags: ["Requests"],
      auth: ["apiKey", "clientId", "session"],
      isAlsoPublic: true,
      params: RequestPath,
      query: PaperQuery,
      status: 200,
      returns: undefined,
      download: "application/pdf",
      errors: ["request_not_found"],
    },
    ({ ctx, params, query }) => receiptPdf(ctx, params.requestId, query.lang ?? "en"),
  ),
});
