import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { recordPlan } from "@/server/secure-payments/intents/multicall-plan";
import { TokenPath } from "@/server/secure-payments/wire/link-schema";
import { MulticallPlan, MulticallPlanKept } from "@/server/secure-payments/wire/multicall-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "recordMulticallIntent",
      summary: "Note the transactions of a multicall that a payer is about to send",
      tags: ["Secure Payments"],
      auth: ["clientId"],
      payerPage: true,
      params: TokenPath,
      body: MulticallPlan,
      takesKeysAnywhere: true,
      status: 200,
      returns: MulticallPlanKept,
      errors: ["secure_payment_not_found"],
    },
    ({ ctx, params, body }) => recordPlan(ctx, params.token, body),
  ),
});
