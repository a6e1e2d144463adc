import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { StillOpen, StillOpenQuery } from "@/server/ledger/overview/schema";
import { stillOpen } from "@/server/ledger/overview/still-open";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getStillOpen",
      summary: "Count what is still open in a period of the books: without a price, unmatched, not final",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      query: StillOpenQuery,
      status: 200,
      returns: StillOpen,
      errors: [],
    },
    ({ ctx, query }) => stillOpen(ctx, query),
  ),
});
