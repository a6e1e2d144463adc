import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { UnvaluedList, UnvaluedQuery } from "@/server/ledger/worth/schema";
import { listUnvalued } from "@/server/ledger/worth/unvalued";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listUnvalued",
      summary: "List the entries of the books without a price, the earliest first",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      query: UnvaluedQuery,
      status: 200,
      returns: UnvaluedList,
      errors: [],
    },
    ({ ctx, query }) => listUnvalued(ctx, query.after),
  ),
});
