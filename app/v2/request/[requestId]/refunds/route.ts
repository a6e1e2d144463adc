import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { RequestPath } from "@/server/requests/read-schema";
import { listRefunds } from "@/server/requests/refunds/list";
import { prepareRefund } from "@/server/requests/refunds/prepare";
import { CreateRefundBody, RefundPrepared, RefundsListed } from "@/server/requests/refunds/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listRefunds",
      summary: "List what was sent back of a request",
      tags: ["Requests"],
      auth: ["apiKey", "clientId", "session"],
      params: RequestPath,
      status: 200,
      returns: RefundsListed,
      errors: ["request_not_found"],
    },
    ({ ctx, params }) => listRefunds(ctx, params.requestId),
  ),
  POST: route(
    {
      operationId: "prepareRefund",
      waitsForApproval: true,
      summary: "Prepare the transactions that send money back to a payer",
      tags: ["Requests"],
      // A client ID is public: whoever has it could keep the money of a request from being sent back.
      auth: ["apiKey", "session"],
      params: RequestPath,
      body: CreateRefundBody,
      status: 201,
      returns: RefundPrepared,
      errors: [
        "request_not_found",
        "refund_not_possible",
        "refund_receiver_unknown",
        "refund_exceeds_received",
        "refund_address_rejected",
        "unsupported_network",
        "chain_unavailable",
        "unavailable",
      ],
      idempotent: true,
    },
    ({ ctx, params, body }) => prepareRefund(ctx, params.requestId, body),
  ),
});
