import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { forwardUserEvent } from "@/server/secure-payments/page/user-event";
import { UserEventBody, UserEventReceived } from "@/server/secure-payments/page/user-event-schema";
import { TokenPath } from "@/server/secure-payments/wire/link-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "recordSecurePaymentUserEvent",
      summary: "Pass a step of the payer on to the merchant",
      tags: ["Secure Payments"],
      auth: ["clientId"],
      payerPage: true,
      params: TokenPath,
      body: UserEventBody,
      status: 202,
      returns: UserEventReceived,
      errors: ["secure_payment_not_found"],
    },
    ({ ctx, params, body }) => forwardUserEvent(ctx, params.token, body),
  ),
});
