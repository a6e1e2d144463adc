import { exportHistory } from "@/server/dashboard/books/export-history";
import { ExportHistory, ExportHistoryQuery } from "@/server/dashboard/books/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listExports",
      summary: "List the files of the books that were downloaded, the newest first",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      query: ExportHistoryQuery,
      status: 200,
      returns: ExportHistory,
      errors: [],
    },
    ({ ctx, query }) => exportHistory(ctx, query),
  ),
});
