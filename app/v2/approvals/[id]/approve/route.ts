import { approve } from "@/server/auth/approvals/approve";
import { Approval, ApprovalPath, ApproveBody } from "@/server/auth/approvals/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "approveApproval",
      summary: "Approve what somebody else asked for, which does it",
      tags: ["Approvals"],
      auth: ["session"],
      relaxedLimit: true,
      params: ApprovalPath,
      body: ApproveBody,
      status: 200,
      returns: Approval,
      errors: ["not_found", "forbidden", "proof_refused", "approval_over", "unavailable"],
    },
    ({ ctx, params, body }) => approve(ctx, params.id, body),
  ),
});
