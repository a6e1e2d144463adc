import { countPayments } from "@/server/dashboard/count-payments";
import { CountsQuery, PaymentCounts } from "@/server/dashboard/payments-schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "countDashboardPayments",
      summary: "Count the account's payments by status, under the filters of their list",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      query: CountsQuery,
      status: 200,
      returns: PaymentCounts,
      errors: [],
    },
    ({ ctx, query }) => countPayments(ctx, query),
  ),
});
