import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";
import { deactivateOwnDestination } from "@/server/payee-destinations/own";
import { DestinationQuery } from "@/server/payee-destinations/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  PATCH: route(
    {
      operationId: "deactivateMyPayeeDestination",
      waitsForApproval: true,
      summary: "Stop being paid at a destination",
      tags: ["Payee Destinations"],
      auth: ["session"],
      walletSessionOnly: true,
      body: DestinationQuery,
      status: 200,
      returns: Done,
      errors: ["not_found"],
    },
    ({ ctx, body }) => deactivateOwnDestination(ctx, body.destinationId),
  ),
});
