import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { listRequestLog } from "@/server/request-log/list";
import { RequestLog, RequestLogQuery } from "@/server/request-log/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listRequestLog",
      summary: "List the calls made with the account's credentials",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      isUnlogged: true,
      query: RequestLogQuery,
      status: 200,
      returns: RequestLog,
      errors: [],
    },
    ({ ctx, query }) => listRequestLog(ctx, query),
  ),
});
