import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { getSecurePayment } from "@/server/secure-payments/reading/get";
import { TokenPath } from "@/server/secure-payments/wire/link-schema";
import { AnyRead } from "@/server/secure-payments/wire/multicall-schema";
import { ReadQuery } from "@/server/secure-payments/wire/read-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getSecurePayment",
      summary: "Read a link as its payer",
      tags: ["Secure Payments"],
      auth: ["clientId"],
      payerPage: true,
      params: TokenPath,
      query: ReadQuery,
      status: 200,
      returns: AnyRead,
      errors: [
        "secure_payment_not_found",
        "secure_payment_not_payable",
        "secure_payment_completed",
        "secure_payment_in_progress",
        "not_supported_yet",
        "unsupported_network",
        "batch_too_large",
        "chain_unavailable",
        "price_unavailable",
      ],
    },
    ({ ctx, params, query }) => getSecurePayment(ctx, params.token, query),
  ),
});
