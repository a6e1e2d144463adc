import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { exportAndRecord } from "@/server/ledger/exports/history/record-export";
import { ExportQuery } from "@/server/ledger/exports/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "exportBooks",
      summary: "Download a month of the journal for an accounting program",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      query: ExportQuery,
      status: 200,
      returns: undefined,
      download: "text/csv",
      errors: ["conflict"],
    },
    ({ ctx, query, stillAllowed }) => exportAndRecord(ctx, query, stillAllowed),
  ),
});
