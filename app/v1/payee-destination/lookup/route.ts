import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { lookUpOwnDestination } from "@/server/payee-destinations/own";
import { DestinationQuery, DestinationRecord } from "@/server/payee-destinations/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "lookupPayeeDestination",
      summary: "Read one destination of the signed-in wallet",
      tags: ["Payee Destinations"],
      auth: ["session"],
      walletSessionOnly: true,
      query: DestinationQuery,
      status: 200,
      returns: DestinationRecord,
      errors: ["not_found"],
    },
    ({ ctx, query }) => lookUpOwnDestination(ctx, query.destinationId),
  ),
});
