import { listPayments } from "@/server/dashboard/list-payments";
import { PaymentList, PaymentsQuery } from "@/server/dashboard/payments-schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listDashboardPayments",
      summary: "List, filter, sort and search the account's payments",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      relaxedLimit: true,
      query: PaymentsQuery,
      status: 200,
      returns: PaymentList,
      errors: [],
    },
    ({ ctx, query }) => listPayments(ctx, query),
  ),
});
