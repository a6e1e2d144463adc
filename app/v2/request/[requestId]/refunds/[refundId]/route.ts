import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { getRefund, withdrawRefund } from "@/server/requests/refunds/list";
import { Refund, RefundPath, RefundPrepared, RefundQuery } from "@/server/requests/refunds/schema";

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
  DELETE: route(
    {
      operationId: "withdrawRefund",
      summary: "Give up a refund that was not sent",
      tags: ["Requests"],
      auth: ["apiKey", "session"],
      params: RefundPath,
      status: 200,
      returns: Refund,
      errors: ["request_not_found", "not_found", "refund_not_sendable"],
    },
    ({ ctx, params }) => withdrawRefund(ctx, params),
  ),
});
