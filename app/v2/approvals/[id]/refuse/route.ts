import { refuseApproval } from "@/server/auth/approvals/decide";
import { Approval, ApprovalPath, RefuseBody } from "@/server/auth/approvals/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "refuseApproval",
      summary: "Refuse what somebody else asked for",
      tags: ["Approvals"],
      auth: ["session"],
      relaxedLimit: true,
      params: ApprovalPath,
      body: RefuseBody,
      status: 200,
      returns: Approval,
      errors: ["not_found", "forbidden", "approval_over"],
    },
    ({ ctx, params, body }) => refuseApproval(ctx, params.id, body),
  ),
});
