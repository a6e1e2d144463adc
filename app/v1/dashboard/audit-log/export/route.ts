import { exportAuditLog } from "@/server/dashboard/account/export-audit-log";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "exportAuditLog",
      summary: "Download the audit log as CSV, with its hashes",
      tags: ["Dashboard"],
      auth: ["session"],
      status: 200,
      returns: undefined,
      download: "text/csv",
      errors: [],
    },
    ({ ctx, stillAllowed }) => exportAuditLog(ctx, stillAllowed),
  ),
});
