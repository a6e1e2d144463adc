import { ExportParams } from "@/server/dashboard/books/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { repeatExport } from "@/server/ledger/exports/history/repeat-export";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "repeatExport",
      summary: "Download a file of the books that was downloaded before, to the byte",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      params: ExportParams,
      status: 200,
      returns: undefined,
      download: "text/csv",
      errors: ["not_found", "conflict"],
    },
    ({ ctx, params, stillAllowed }) => repeatExport(ctx, params.id, stillAllowed),
  ),
});
