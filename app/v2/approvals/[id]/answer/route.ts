import { takeAnswer } from "@/server/auth/approvals/decide";
import { ApprovalAnswer, ApprovalPath } from "@/server/auth/approvals/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "takeApprovalAnswer",
      summary: "Take the answer of what you asked for and somebody approved, once",
      tags: ["Approvals"],
      auth: ["session"],
      relaxedLimit: true,
      params: ApprovalPath,
      status: 200,
      returns: ApprovalAnswer,
      errors: ["not_found"],
    },
    ({ ctx, params }) => takeAnswer(ctx, params.id),
  ),
});
