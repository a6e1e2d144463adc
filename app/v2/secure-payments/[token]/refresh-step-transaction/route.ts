import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { CALLDATA_ERRORS } from "@/server/secure-payments/calldata/calldata-errors";
import { RefreshStepBody, refreshStep } from "@/server/secure-payments/calldata/refresh-step";
import { TokenPath } from "@/server/secure-payments/wire/link-schema";
import { AnyCalldata } from "@/server/secure-payments/wire/multicall-schema";

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
      errors: CALLDATA_ERRORS,
    },
    ({ ctx, params, body }) => refreshStep(ctx, params.token, body),
  ),
});
