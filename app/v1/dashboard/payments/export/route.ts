import { exportPayments } from "@/server/dashboard/export-payments";
import { ExportQuery } from "@/server/dashboard/payments-schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "exportDashboardPayments",
      summary: "Download the payments that fit the filters as CSV",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      query: ExportQuery,
      status: 200,
      returns: undefined,
      download: "text/csv",
      errors: [],
    },
    ({ ctx, query, stillAllowed }) => exportPayments(ctx, query, stillAllowed),
  ),
});
