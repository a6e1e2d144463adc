import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { CALLDATA_ERRORS } from "@/server/secure-payments/calldata/calldata-errors";
import { prepareSecurePayment } from "@/server/secure-payments/calldata/prepare-payment";
import { TokenPath } from "@/server/secure-payments/wire/link-schema";
import { AnyCalldata } from "@/server/secure-payments/wire/multicall-schema";
import { VisitQuery } from "@/server/secure-payments/wire/read-schema";

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
      errors: [...CALLDATA_ERRORS, "no_payable_amount", "offramp_not_granted", "conflict"],
    },
    ({ ctx, params, query }) => prepareSecurePayment(ctx, params.token, query),
  ),
});
