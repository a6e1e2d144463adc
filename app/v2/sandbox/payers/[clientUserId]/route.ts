import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { setSandboxPayer } from "@/server/payers/sandbox";
import { PayerCompliance, PayerPath, SandboxPayerBody } from "@/server/payers/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "setSandboxPayer",
      summary: "Let the sandbox decide the checks of a payer",
      tags: ["Sandbox"],
      auth: ["apiKey"],
      params: PayerPath,
      body: SandboxPayerBody,
      status: 200,
      returns: PayerCompliance,
      errors: ["offramp_not_granted", "not_supported_yet", "payer_not_found", "unavailable"],
    },
    ({ ctx, params, body }) => setSandboxPayer(ctx, params.clientUserId, body),
  ),
});
