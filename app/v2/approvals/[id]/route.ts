import { getApproval } from "@/server/auth/approvals/decide";
import { ApprovalPath, ApprovalRead } from "@/server/auth/approvals/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getApproval",
      summary: "Get an approval, and what you sign to approve it",
      tags: ["Approvals"],
      auth: ["session"],
      relaxedLimit: true,
      params: ApprovalPath,
      status: 200,
      returns: ApprovalRead,
      errors: ["not_found"],
    },
    ({ ctx, params }) => getApproval(ctx, params.id),
  ),
});
