import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { SigningData, SigningDataQuery } from "@/server/payee-destinations/schema";
import { createSigningData } from "@/server/payee-destinations/signed-action";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getPayeeDestinationSigningData",
      summary: "Get what a wallet signs to add or deactivate a destination",
      tags: ["Payee Destinations"],
      auth: ["clientId"],
      query: SigningDataQuery,
      status: 200,
      returns: SigningData,
      errors: [],
    },
    ({ ctx, query }) => createSigningData(ctx, query),
  ),
});
