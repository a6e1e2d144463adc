import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { registerPayer } from "@/server/payers/register";
import { CreatePayerBody, PayerCreated } from "@/server/payers/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "submitPayerCompliance",
      summary: "Begin the identity check and the agreement of a payer",
      tags: ["Payer"],
      auth: ["apiKey"],
      body: CreatePayerBody,
      status: 200,
      returns: PayerCreated,
      errors: ["offramp_not_granted", "not_supported_yet", "unavailable", "not_found"],
      idempotent: true,
    },
    ({ ctx, body }) => registerPayer(ctx, body),
  ),
});
