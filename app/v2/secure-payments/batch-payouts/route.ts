import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { createSecureBatchPayout } from "@/server/secure-payments/creating/create-batch-payout";
import {
  CreateSecureBatchPayoutBody,
  SecurePaymentCreated,
} from "@/server/secure-payments/wire/create-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createSecureBatchPayout",
      summary: "Merge pending payout links into one that pays them together",
      tags: ["Secure Payments"],
      auth: ["apiKey", "clientId", "session"],
      linkedNeedsPair: true,
      walletSessionOnly: true,
      body: CreateSecureBatchPayoutBody,
      status: 201,
      returns: SecurePaymentCreated,
      errors: [
        "payouts_not_allowed",
        "wallet_platform_needed",
        "networks_differ",
        "tron_batch_unsupported",
        "batch_too_large",
        "not_supported_yet",
      ],
      idempotent: true,
    },
    ({ ctx, body }) => createSecureBatchPayout(ctx, body),
  ),
});
