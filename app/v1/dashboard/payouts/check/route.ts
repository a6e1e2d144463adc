import { checkPayouts } from "@/server/dashboard/recipients/check-payouts";
import { CheckPayoutsBody, PayoutsChecked } from "@/server/dashboard/recipients/check-payouts-schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "checkPayouts",
      summary: "Check rows of a payout list without creating anything",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      body: CheckPayoutsBody,
      status: 200,
      returns: PayoutsChecked,
      errors: ["payouts_not_allowed", "wallet_platform_needed"],
    },
    ({ ctx, body }) => checkPayouts(ctx, body),
  ),
});
