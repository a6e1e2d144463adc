import { FeePlan, FeePreviewBody } from "@/server/fees/plan-schema";
import { previewFees } from "@/server/fees/preview";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "previewSecurePaymentFees",
      summary: "See what a payment would cost, and who bears it",
      tags: ["Secure Payments"],
      auth: ["apiKey", "clientId", "orchestrator", "session"],
      body: FeePreviewBody,
      status: 200,
      returns: FeePlan,
      errors: [],
    },
    ({ ctx, body }) => previewFees(ctx, body),
  ),
});
