import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { createSecurePayout } from "@/server/secure-payments/creating/create-payout";
import { CreateSecurePayoutBody, SecurePaymentCreated } from "@/server/secure-payments/wire/create-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createSecurePayout",
      waitsForApproval: true,
      summary: "Create a link for one outgoing payment",
      tags: ["Secure Payments"],
      auth: ["apiKey", "clientId", "orchestrator", "session"],
      linkedNeedsPair: true,
      walletSessionOnly: true,
      body: CreateSecurePayoutBody,
      status: 201,
      returns: SecurePaymentCreated,
      errors: [
        "payouts_not_allowed",
        "destination_mismatch",
        "wallet_platform_needed",
        "unsupported_network",
      ],
      idempotent: true,
    },
    ({ ctx, body }) => createSecurePayout(ctx, body),
  ),
});
