import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { PaymentsFound, SearchPaymentsQuery } from "@/server/payments/searching/schema";
import { searchPayments } from "@/server/payments/searching/search";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "searchPayments",
      summary: "Search payments",
      tags: ["Payments"],
      auth: ["apiKey", "clientId"],
      query: SearchPaymentsQuery,
      status: 200,
      returns: PaymentsFound,
      errors: [],
      validation: "fields_with_status",
    },
    ({ ctx, query }) => searchPayments(ctx, query),
  ),
});
