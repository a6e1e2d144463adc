import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { receivedByDay } from "@/server/ledger/overview/received";
import { MonthsQuery, Received } from "@/server/ledger/overview/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listReceivedByDay",
      summary: "Read what was received by day, network and currency, with its worth at the stored price",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      query: MonthsQuery,
      status: 200,
      returns: Received,
      errors: [],
    },
    ({ ctx, query }) => receivedByDay(ctx, query),
  ),
});
