import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { relayPayment } from "@/server/secure-payments/intents/relay-payment";
import { TokenPath } from "@/server/secure-payments/wire/link-schema";
import { TronBroadcast, TronBroadcastBody } from "@/server/secure-payments/wire/tron-broadcast-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "broadcastSecurePaymentTron",
      summary: "Send a transaction that a payer on Tron signed",
      tags: ["Secure Payments"],
      auth: ["clientId"],
      payerPage: true,
      params: TokenPath,
      body: TronBroadcastBody,
      status: 200,
      returns: TronBroadcast,
      errors: [
        "signed_transaction_mismatch",
        "secure_payment_not_found",
        "secure_payment_not_payable",
        "payer_not_approved",
        "unsupported_network",
        "networks_differ",
        "batch_too_large",
        "relay_failed",
        "price_unavailable",
      ],
    },
    ({ ctx, params, body }) => relayPayment(ctx, params.token, body),
  ),
});
