import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { recordIntent } from "@/server/secure-payments/intents/record-intent";
import { IntentBody, IntentRecorded } from "@/server/secure-payments/wire/intent-schema";
import { TokenPath } from "@/server/secure-payments/wire/link-schema";
import { MulticallReceipt, MulticallReceiptKept } from "@/server/secure-payments/wire/multicall-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  POST: route(
    {
      operationId: "recordSecurePaymentIntent",
      summary: "Note the transaction a payer has sent",
      tags: ["Secure Payments"],
      auth: ["clientId"],
      payerPage: true,
      params: TokenPath,
      body: z.union([MulticallReceipt, IntentBody]),
      takesKeysAnywhere: true,
      status: 200,
      returns: z.union([MulticallReceiptKept, IntentRecorded]),
      errors: [
        "secure_payment_not_found",
        "secure_payment_not_payable",
        "secure_payment_completed",
        "secure_payment_in_progress",
        "payer_not_approved",
        "not_supported_yet",
        "unsupported_network",
        "networks_differ",
        "chain_unavailable",
      ],
    },
    ({ ctx, params, body }) => recordIntent(ctx, params.token, body),
  ),
});
