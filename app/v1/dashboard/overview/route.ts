import { getOverview } from "@/server/dashboard/overview/overview";
import { Overview, OverviewQuery } from "@/server/dashboard/overview-schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getDashboardOverview",
      summary: "See what was received, what is open and what is unwell",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      query: OverviewQuery,
      status: 200,
      returns: Overview,
      errors: [],
    },
    ({ ctx, query }) => getOverview(ctx, query),
  ),
});
