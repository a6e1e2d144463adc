import { countSchedules } from "@/server/dashboard/schedules/page";
import { ScheduleCounts, SchedulesCountsQuery } from "@/server/dashboard/schedules/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "countDashboardSchedules",
      summary: "Count the account's recurring payouts by how they are doing, under the filters of their list",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      query: SchedulesCountsQuery,
      status: 200,
      returns: ScheduleCounts,
      errors: [],
    },
    ({ ctx, query }) => countSchedules(ctx, query),
  ),
});
