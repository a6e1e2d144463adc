import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { createBatchPayout } from "@/server/payouts/create-batch";
import { BatchPayoutCreated, CreateBatchPayoutBody } from "@/server/payouts/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createBatchPayout",
      summary: "Pay up to 200 payees or requests of one network in one transaction",
      tags: ["Payouts"],
      auth: ["apiKey", "clientId"],
      linkedNeedsPair: false,
      body: CreateBatchPayoutBody,
      status: 201,
      returns: BatchPayoutCreated,
      errors: [
        "payouts_not_allowed",
        "approval_needed",
        "destination_mismatch",
        "batch_too_large",
        "tron_batch_unsupported",
        "networks_differ",
        "request_not_found",
        "payer_not_approved",
        "no_payable_amount",
        "not_supported_yet",
        "unsupported_network",
        "chain_unavailable",
        "price_unavailable",
      ],
      idempotent: true,
    },
    ({ ctx, body }) => createBatchPayout(ctx, body),
  ),
});
