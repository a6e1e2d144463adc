import { getApprovalPolicy, setApprovalPolicy } from "@/server/auth/approvals/policy";
import { ApprovalPolicyBody, ApprovalPolicyRead } from "@/server/auth/approvals/schema";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getApprovalPolicy",
      summary: "Get what needs a second person",
      tags: ["Approvals"],
      auth: ["session"],
      relaxedLimit: true,
      status: 200,
      returns: ApprovalPolicyRead,
      errors: [],
    },
    ({ ctx }) => getApprovalPolicy(ctx),
  ),
  PUT: route(
    {
      operationId: "putApprovalPolicy",
      summary: "Set what needs a second person; while anything does, this does too",
      tags: ["Approvals"],
      auth: ["session"],
      relaxedLimit: true,
      body: ApprovalPolicyBody,
      waitsForApproval: true,
      status: 200,
      returns: ApprovalPolicyRead,
      errors: [],
    },
    ({ ctx, body }) => setApprovalPolicy(ctx, body),
  ),
});
