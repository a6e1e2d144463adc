import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { setSandboxBankAccount } from "@/server/payers/sandbox";
import { SandboxBankAccountBody, SandboxBankAccountPath } from "@/server/payers/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "setSandboxPaymentDetails",
      summary: "Let the sandbox decide about a bank account",
      tags: ["Sandbox"],
      auth: ["apiKey"],
      params: SandboxBankAccountPath,
      body: SandboxBankAccountBody,
      status: 200,
      returns: SandboxBankAccountBody,
      errors: ["offramp_not_granted", "not_supported_yet", "payment_details_not_found"],
    },
    ({ ctx, params, body }) => setSandboxBankAccount(ctx, params.paymentDetailsId, body),
  ),
});
