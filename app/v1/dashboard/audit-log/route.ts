import { AuditLog, AuditQuery } from "@/server/dashboard/account/audit-schema";
import { readAuditLog } from "@/server/dashboard/account/read-audit-log";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listAuditLog",
      summary: "List who changed what of the account",
      tags: ["Dashboard"],
      auth: ["session"],
      relaxedLimit: true,
      isUnlogged: true,
      query: AuditQuery,
      status: 200,
      returns: AuditLog,
      errors: [],
    },
    ({ ctx, query }) => readAuditLog(ctx, query),
  ),
});
