import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { createOfframpLink } from "@/server/secure-payments/offramp/create";
import { CreateOfframpLinkBody } from "@/server/secure-payments/offramp/schema";
import { SecurePaymentCreated } from "@/server/secure-payments/wire/create-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "createOfframpPaymentLink",
      summary: "Create the page on which a payer passes the checks and pays a crypto-to-fiat request",
      tags: ["Secure Payments"],
      auth: ["apiKey", "clientId"],
      linkedNeedsPair: true,
      body: CreateOfframpLinkBody,
      status: 201,
      returns: SecurePaymentCreated,
      errors: [
        "offramp_not_granted",
        "not_supported_yet",
        "no_payable_amount",
        "request_not_found",
        "payer_not_found",
        "payment_details_not_found",
        "conflict",
      ],
      idempotent: true,
    },
    ({ ctx, body }) => createOfframpLink(ctx, body),
  ),
});
