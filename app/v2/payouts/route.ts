import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { createPayout } from "@/server/payouts/create";
import { CreatePayoutBody, PayoutCreated } from "@/server/payouts/schema";
import { createRecurringPayout } from "@/server/recurring-payouts/creating/create";
import { RecurringPayoutCreated } from "@/server/recurring-payouts/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createPayout",
      summary:
        "Create an outgoing payment and get the transactions that make it, or a schedule of payments and its permit",
      tags: ["Payouts"],
      auth: ["apiKey", "clientId"],
      linkedNeedsPair: false,
      body: CreatePayoutBody,
      status: 201,
      returns: z.union([PayoutCreated, RecurringPayoutCreated]),
      errors: [
        "payouts_not_allowed",
        "approval_needed",
        "destination_mismatch",
        "not_supported_yet",
        "unsupported_network",
        "chain_unavailable",
        "price_unavailable",
      ],
      idempotent: true,
    },
    ({ ctx, body }) => {
      const { recurrence } = body;
      return recurrence ? createRecurringPayout(ctx, { ...body, recurrence }) : createPayout(ctx, body);
    },
  ),
});
