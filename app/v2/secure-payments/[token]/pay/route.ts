import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { prepareSecurePayment } from "@/server/secure-payments/calldata/prepare-payment";
import { TokenPath } from "@/server/secure-payments/link-schema";
import { AnyCalldata } from "@/server/secure-payments/multicall/schema";
import { VisitQuery } from "@/server/secure-payments/reading/read-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getSecurePaymentCalldata",
      summary: "Get the transactions that pay a link",
      tags: ["Secure Payments"],
      auth: ["clientId"],
      payerPage: true,
      params: TokenPath,
      query: VisitQuery,
      status: 200,
      returns: AnyCalldata,
      errors: [
        "secure_payment_not_found",
        "secure_payment_not_payable",
        "secure_payment_completed",
        "secure_payment_confirming",
        "secure_payment_in_progress",
        "payer_not_approved",
        "no_payable_amount",
        "conflict",
        "not_supported_yet",
        "unsupported_network",
        "networks_differ",
        "tron_batch_unsupported",
        "batch_too_large",
        "chain_unavailable",
        "price_unavailable",
        "crosschain_unsupported_token",
        "crosschain_amount_too_low",
        "crosschain_no_route",
        "crosschain_unavailable",
      ],
    },
    ({ ctx, params, query }) => prepareSecurePayment(ctx, params.token, query),
  ),
});
