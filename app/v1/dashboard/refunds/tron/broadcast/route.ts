import { relayRefund } from "@/server/dashboard/refunds/relay-refund";
import { RefundBroadcastBody } from "@/server/dashboard/refunds/relay-schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { TronBroadcast } from "@/server/secure-payments/wire/tron-broadcast-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "broadcastRefundTron",
      summary: "Send a transaction of a refund that a wallet on Tron signed",
      tags: ["Dashboard"],
      auth: ["apiKey", "session"],
      body: RefundBroadcastBody,
      status: 200,
      returns: TronBroadcast,
      errors: [
        "request_not_found",
        "not_found",
        "refund_not_sendable",
        "signed_transaction_mismatch",
        "unsupported_network",
        "relay_failed",
      ],
    },
    ({ ctx, body }) => relayRefund(ctx, body),
  ),
});
