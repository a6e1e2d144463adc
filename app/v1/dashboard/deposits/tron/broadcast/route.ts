import { relayCollection } from "@/server/dashboard/deposits/relay-collection";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { TronBroadcast, TronBroadcastBody } from "@/server/secure-payments/wire/tron-broadcast-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "broadcastDepositCollectionTron",
      summary: "Send a collection of deposits that a wallet on Tron signed",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      body: TronBroadcastBody,
      status: 200,
      returns: TronBroadcast,
      errors: ["signed_transaction_mismatch", "unsupported_network", "relay_failed"],
    },
    ({ ctx, body }) => relayCollection(ctx, body),
  ),
});
