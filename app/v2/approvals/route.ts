import { listApprovals } from "@/server/auth/approvals/decide";
import { ApprovalList, ApprovalsQuery } from "@/server/auth/approvals/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listApprovals",
      summary: "List what waits for a second person, or what was decided",
      tags: ["Approvals"],
      auth: ["session"],
      relaxedLimit: true,
      query: ApprovalsQuery,
      status: 200,
      returns: ApprovalList,
      errors: [],
    },
    ({ ctx, query }) => listApprovals(ctx, query),
  ),
});
