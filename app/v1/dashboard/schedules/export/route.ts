import { exportSchedules } from "@/server/dashboard/schedules/export";
import { SchedulesExportQuery } from "@/server/dashboard/schedules/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "exportDashboardSchedules",
      summary: "Download the recurring payouts that fit the filters as CSV",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      query: SchedulesExportQuery,
      status: 200,
      returns: undefined,
      download: "text/csv",
      errors: [],
    },
    ({ ctx, query, stillAllowed }) => exportSchedules(ctx, query, stillAllowed),
  ),
});
