import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { DestinationRecord, SignedDestinationAction, WalletQuery } from "@/server/payee-destinations/schema";
import { addSignedDestination } from "@/server/payee-destinations/signed-action";
import { getActiveDestination } from "@/server/payee-destinations/visible";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getActivePayeeDestination",
      summary: "Read where a wallet is paid",
      tags: ["Payee Destinations"],
      auth: ["clientId"],
      query: WalletQuery,
      status: 200,
      returns: DestinationRecord.nullable(),
      errors: [],
    },
    ({ ctx, query }) => getActiveDestination(ctx, query.walletAddress),
  ),
  POST: route(
    {
      operationId: "createPayeeDestination",
      summary: "Add the destination a wallet signed for",
      tags: ["Payee Destinations"],
      auth: ["clientId"],
      linkedNeedsPair: false,
      body: SignedDestinationAction,
      status: 201,
      returns: DestinationRecord,
      errors: ["approval_needed"],
      idempotent: true,
    },
    ({ ctx, body }) => addSignedDestination(ctx, body),
  ),
});
