import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { putMapping, readMapping } from "@/server/ledger/exports/mapping";
import { AccountMapping, AccountMappingBody } from "@/server/ledger/exports/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getAccountMapping",
      summary: "Read what the accounting program calls the accounts of the journal",
      tags: ["Books"],
      auth: ["apiKey", "session"],
      status: 200,
      returns: AccountMapping,
      errors: [],
    },
    async ({ ctx }) => ({ accounts: await readMapping(ctx) }),
  ),
  PUT: route(
    {
      operationId: "putAccountMapping",
      summary: "Say what the accounting program calls the accounts of the journal",
      tags: ["Books"],
      auth: ["session"],
      body: AccountMappingBody,
      status: 200,
      returns: AccountMapping,
      errors: [],
    },
    ({ ctx, body }) => putMapping(ctx, body),
  ),
});
