import { withdrawApproval } from "@/server/auth/approvals/decide";
import { Approval, ApprovalPath } from "@/server/auth/approvals/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "withdrawApproval",
      summary: "Take back what you asked for",
      tags: ["Approvals"],
      auth: ["session"],
      relaxedLimit: true,
      params: ApprovalPath,
      status: 200,
      returns: Approval,
      errors: ["not_found", "forbidden", "approval_over"],
    },
    ({ ctx, params }) => withdrawApproval(ctx, params.id),
  ),
});
