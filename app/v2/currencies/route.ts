import { listCurrencies } from "@/server/currencies/list";
import { ListCurrenciesAnswer, ListCurrenciesQuery } from "@/server/currencies/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listCurrencies",
      summary: "List currencies, or find one",
      tags: ["Currencies"],
      auth: ["apiKey", "clientId", "session"],
      query: ListCurrenciesQuery,
      status: 200,
      returns: ListCurrenciesAnswer,
      errors: ["token_not_found"],
    },
    ({ query }) => listCurrencies(query),
  ),
});
