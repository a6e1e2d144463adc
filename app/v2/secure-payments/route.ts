import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { createSecurePayment } from "@/server/secure-payments/creating/create";
import { lookUpSecurePayment } from "@/server/secure-payments/reading/look-up";
import { CreateSecurePaymentBody, SecurePaymentCreated } from "@/server/secure-payments/wire/create-schema";
import { LookupQuery, SecurePaymentLookup } from "@/server/secure-payments/wire/lookup-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "findSecurePaymentByRequest",
      summary: "Find the link that pays a request",
      tags: ["Secure Payments"],
      auth: ["session"],
      walletSessionOnly: true,
      query: LookupQuery,
      status: 200,
      returns: SecurePaymentLookup,
      errors: ["secure_payment_not_found"],
    },
    ({ ctx, query }) => lookUpSecurePayment(ctx, query.requestId),
  ),
  POST: route(
    {
      operationId: "createSecurePayment",
      summary: "Create a link for one incoming payment or several",
      tags: ["Secure Payments"],
      auth: ["apiKey", "clientId", "orchestrator", "session"],
      linkedNeedsPair: true,
      walletSessionOnly: true,
      body: CreateSecurePaymentBody,
      status: 201,
      returns: SecurePaymentCreated,
      errors: [
        "wallet_platform_needed",
        "destination_mismatch",
        "no_active_destination",
        "unsupported_network",
        "tron_batch_unsupported",
        "batch_too_large",
      ],
      idempotent: true,
    },
    ({ ctx, body }) => createSecurePayment(ctx, body),
  ),
});
