import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { lookUpPayoutDestination } from "@/server/payee-destinations/payout-lookup";
import { PayoutLookup, WalletQuery } from "@/server/payee-destinations/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "lookupPayoutDestination",
      summary: "Read where any wallet is paid",
      tags: ["Payee Destinations"],
      auth: ["session"],
      walletSessionOnly: true,
      query: WalletQuery,
      status: 200,
      returns: PayoutLookup.nullable(),
      errors: [],
    },
    ({ ctx, query }) => lookUpPayoutDestination(ctx, query.walletAddress),
  ),
});
