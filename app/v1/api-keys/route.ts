import { z } from "zod";
import { requireOwnScopes } from "@/server/auth/operations/require-own-scopes";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { issueApiKey } from "@/server/platforms/api-keys/issue";
import { listApiKeys } from "@/server/platforms/api-keys/list";
import { ApiKeyIssued, ApiKeyRecord, IssueApiKeyBody } from "@/server/platforms/api-keys/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listApiKeys",
      summary: "List API keys, without their values",
      tags: ["API keys"],
      auth: ["session"],
      relaxedLimit: true,
      status: 200,
      returns: z.array(ApiKeyRecord),
      errors: [],
    },
    ({ ctx }) => listApiKeys(ctx),
  ),
  POST: route(
    {
      operationId: "createApiKey",
      waitsForApproval: true,
      summary: "Create an API key; its value is shown once",
      tags: ["API keys"],
      auth: ["session"],
      relaxedLimit: true,
      body: IssueApiKeyBody,
      status: 201,
      returns: ApiKeyIssued,
      errors: [],
      idempotent: true,
    },
    ({ ctx, body }) => {
      requireOwnScopes(ctx.caller, body.scopes);
      return issueApiKey(ctx, body);
    },
  ),
});
