import { getDashboardPayer } from "@/server/dashboard/payers/get";
import { DashboardPayerDetail, DashboardPayerPath } from "@/server/dashboard/payers/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getDashboardPayer",
      summary: "Get a payer with its bank accounts, masked, and its payments",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      params: DashboardPayerPath,
      status: 200,
      returns: DashboardPayerDetail,
      errors: ["payer_not_found"],
    },
    ({ ctx, params }) => getDashboardPayer(ctx, params.userId),
  ),
});
