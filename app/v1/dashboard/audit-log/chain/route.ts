import { exportAuditChain } from "@/server/dashboard/account/export-audit-log";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "exportAuditChain",
      summary: "Download the audit log as JSON, with all that proves that it is whole",
      tags: ["Dashboard"],
      auth: ["session"],
      status: 200,
      returns: undefined,
      download: "application/json",
      errors: [],
    },
    ({ ctx, stillAllowed }) => exportAuditChain(ctx, stillAllowed),
  ),
});
