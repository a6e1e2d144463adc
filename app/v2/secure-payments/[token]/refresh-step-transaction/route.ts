import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { RefreshStepBody, refreshStep } from "@/server/secure-payments/calldata/refresh-step";
import { TokenPath } from "@/server/secure-payments/link-schema";
import { AnyCalldata } from "@/server/secure-payments/multicall/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "refreshSecurePaymentStep",
      summary: "Get the transactions of a payment from another network at a fresh price",
      tags: ["Secure Payments"],
      auth: ["clientId"],
      payerPage: true,
      params: TokenPath,
      body: RefreshStepBody,
      status: 200,
      returns: AnyCalldata,
      errors: [
        "secure_payment_not_found",
        "secure_payment_not_payable",
        "secure_payment_completed",
        "secure_payment_confirming",
        "secure_payment_in_progress",
        "payer_not_approved",
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
    ({ ctx, params, body }) => refreshStep(ctx, params.token, body),
  ),
});
