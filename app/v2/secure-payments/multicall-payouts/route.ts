import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { createMulticall } from "@/server/secure-payments/creating/create-multicall";
import { CreateMulticallBody, MulticallCreated } from "@/server/secure-payments/wire/multicall-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createMulticallPayout",
      summary: "Combine payout links into one multicall",
      tags: ["Secure Payments"],
      auth: ["apiKey", "clientId", "orchestrator", "session"],
      linkedNeedsPair: true,
      walletSessionOnly: true,
      body: CreateMulticallBody,
      status: 201,
      returns: MulticallCreated,
      errors: [
        "multicall_validation_failed",
        "payouts_not_allowed",
        "wallet_platform_needed",
        "networks_differ",
        "tron_batch_unsupported",
        "batch_too_large",
        "not_supported_yet",
      ],
      idempotent: true,
    },
    ({ ctx, body }) => createMulticall(ctx, body),
  ),
});
