import { listPayers } from "@/server/dashboard/payers/list";
import { PayerList, PayersQuery } from "@/server/dashboard/payers/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listDashboardPayers",
      summary: "List, filter and search the account's payers with their checks",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      query: PayersQuery,
      status: 200,
      returns: PayerList,
      errors: [],
    },
    ({ ctx, query }) => listPayers(ctx, query),
  ),
});
