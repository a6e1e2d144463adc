import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { monthlyBalances } from "@/server/ledger/overview/monthly-balances";
import { MonthlyBalances, MonthsQuery } from "@/server/ledger/overview/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listMonthlyBalances",
      summary: "Read what each wallet held, got and gave, month by month and by currency",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      query: MonthsQuery,
      status: 200,
      returns: MonthlyBalances,
      errors: [],
    },
    ({ ctx, query }) => monthlyBalances(ctx, query),
  ),
});
