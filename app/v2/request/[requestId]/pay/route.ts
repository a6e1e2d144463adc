import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { PayCalldata, PayQuery, RequestParams } from "@/server/requests/paying/calldata-schema";
import { preparePayment } from "@/server/requests/prepare-payment";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getRequestPayCalldata",
      summary: "Get the transactions that pay a request",
      tags: ["Requests"],
      auth: ["apiKey", "clientId"],
      params: RequestParams,
      query: PayQuery,
      status: 200,
      returns: PayCalldata,
      errors: [
        "request_not_found",
        "payer_not_approved",
        "no_payable_amount",
        "deposit_not_offered",
        "not_supported_yet",
        "unsupported_network",
        "chain_unavailable",
        "price_unavailable",
        "crosschain_unsupported_token",
        "crosschain_amount_too_low",
        "crosschain_no_route",
        "crosschain_unavailable",
        "offramp_not_granted",
        "payer_not_found",
        "payment_details_not_found",
        "not_found",
        "conflict",
        "forbidden",
      ],
      validation: "fields",
    },
    ({ ctx, params, query }) => preparePayment(ctx, params.requestId, query, settleLinks),
  ),
});
