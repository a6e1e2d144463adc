import { exportPayments } from "@/server/dashboard/export-payments";
import { HistoryExportQuery } from "@/server/dashboard/payments-schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "exportDashboardRequests",
      summary: "Download the history of incoming or outgoing payments as CSV",
      tags: ["Dashboard"],
      auth: ["session"],
      query: HistoryExportQuery,
      status: 200,
      returns: undefined,
      download: "text/csv",
      errors: [],
    },
    ({ ctx, query, stillAllowed }) => exportPayments(ctx, { ...query, sort: "-created" }, stillAllowed),
  ),
});
