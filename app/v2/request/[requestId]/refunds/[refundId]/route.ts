import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { getRefund } from "@/server/requests/refunds/list";
import { RefundPath, RefundPrepared, RefundQuery } from "@/server/requests/refunds/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getRefund",
      summary: "Get the transactions of a prepared refund once more",
      tags: ["Requests"],
      auth: ["apiKey", "clientId", "session"],
      params: RefundPath,
      query: RefundQuery,
      status: 200,
      returns: RefundPrepared,
      errors: [
        "request_not_found",
        "not_found",
        "refund_not_sendable",
        "unsupported_network",
        "chain_unavailable",
      ],
    },
    ({ ctx, params, query }) => getRefund(ctx, params, query),
  ),
});
