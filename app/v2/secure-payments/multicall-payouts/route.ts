import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { createBundle } from "@/server/secure-payments/multicall/create-multicall";
import { BundleCreated, CreateBundleBody } from "@/server/secure-payments/multicall/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createMulticallPayout",
      summary: "Bundle payout links to be paid together",
      tags: ["Secure Payments"],
      auth: ["apiKey", "clientId", "orchestrator", "session"],
      linkedNeedsPair: true,
      walletSessionOnly: true,
      body: CreateBundleBody,
      status: 201,
      returns: BundleCreated,
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
    ({ ctx, body }) => createBundle(ctx, body),
  ),
});
