import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { Done } from "@/server/lib/done";
import { DestinationRecord, SignedDestinationAction } from "@/server/payee-destinations/schema";
import { deactivateSignedDestination } from "@/server/payee-destinations/signed-action";
import { getDestination } from "@/server/payee-destinations/visible";

/** Percent-encoded in the URL, because it holds `@`, `:` and `#` (IA-11). */
const params = z.object({ destinationId: z.string() });

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getPayeeDestination",
      summary: "Read a destination",
      tags: ["Payee Destinations"],
      auth: ["clientId"],
      params,
      status: 200,
      returns: DestinationRecord,
      errors: ["validation_failed", "not_found"],
    },
    ({ ctx, params }) => getDestination(ctx, params.destinationId),
  ),
  DELETE: route(
    {
      operationId: "deactivatePayeeDestination",
      summary: "Deactivate the destination a wallet signed for",
      tags: ["Payee Destinations"],
      auth: ["clientId"],
      params,
      body: SignedDestinationAction,
      status: 200,
      returns: Done,
      errors: ["approval_needed"],
    },
    ({ ctx, params, body }) => deactivateSignedDestination(ctx, params.destinationId, body),
  ),
});
