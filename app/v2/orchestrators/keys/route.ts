import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { issueKey, listKeys } from "@/server/platforms/orchestrators/keys";
import {
  IssueOrchestratorKeyBody,
  OrchestratorKeyIssued,
  OrchestratorKeyList,
} from "@/server/platforms/orchestrators/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listOrchestratorKeys",
      summary: "List the keys of an orchestrator, without their values",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      status: 200,
      returns: OrchestratorKeyList,
      errors: [],
    },
    ({ ctx }) => listKeys(ctx),
  ),
  POST: route(
    {
      operationId: "createOrchestratorKey",
      waitsForApproval: true,
      summary: "Create another key; its value is shown once",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      body: IssueOrchestratorKeyBody,
      status: 201,
      returns: OrchestratorKeyIssued,
      errors: [],
      idempotent: true,
    },
    ({ ctx, body }) => issueKey(ctx, body),
  ),
});
