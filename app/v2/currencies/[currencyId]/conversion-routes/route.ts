import { listConversionRoutes } from "@/server/currencies/conversion-routes";
import {
  ConversionRoutesAnswer,
  ConversionRoutesPath,
  ConversionRoutesQuery,
} from "@/server/currencies/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listConversionRoutes",
      summary: "List the payment currencies for an invoice currency",
      tags: ["Currencies"],
      auth: ["apiKey", "clientId", "session"],
      params: ConversionRoutesPath,
      query: ConversionRoutesQuery,
      status: 200,
      returns: ConversionRoutesAnswer,
      errors: ["token_not_found"],
    },
    ({ ctx, params, query }) => listConversionRoutes(ctx, params.currencyId, query),
  ),
});
