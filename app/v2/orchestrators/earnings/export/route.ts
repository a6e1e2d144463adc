import { exportFees } from "@/server/dashboard/orchestrators/export-fees";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "exportOrchestratorFees",
      summary: "Download every fee that reached you as CSV",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      status: 200,
      returns: undefined,
      download: "text/csv",
      errors: ["not_found"],
    },
    ({ ctx, stillAllowed }) => exportFees(ctx, stillAllowed),
  ),
});
