import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { setSandboxOfframp } from "@/server/requests/offramp-transfers/sandbox";
import { SandboxOfframpBody, SandboxOfframpSet } from "@/server/requests/offramps/schema";
import { RequestPath } from "@/server/requests/read-schema";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "setSandboxOfframp",
      summary: "Let the sandbox end the way of a payment to a bank account",
      tags: ["Sandbox"],
      auth: ["apiKey"],
      params: RequestPath,
      body: SandboxOfframpBody,
      status: 200,
      returns: SandboxOfframpSet,
      errors: ["offramp_not_granted", "not_supported_yet", "request_not_found", "unavailable"],
    },
    ({ ctx, params, body }) => setSandboxOfframp(ctx, params.requestId, body, settleLinks),
  ),
});
