import { inTransaction } from "@/server/context";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { completeAgreement, readCompliance } from "@/server/payers/compliance";
import { erasePayer } from "@/server/payers/personal-data";
import {
  PayerCompliance,
  PayerErased,
  PayerPath,
  PayerUpdated,
  UpdatePayerBody,
} from "@/server/payers/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "getPayerCompliance",
      summary: "Read where the checks of a payer stand",
      tags: ["Payer"],
      auth: ["apiKey"],
      params: PayerPath,
      status: 200,
      returns: PayerCompliance,
      errors: ["payer_not_found"],
    },
    ({ ctx, params }) => readCompliance(ctx, params.clientUserId),
  ),
  PATCH: route(
    {
      operationId: "updatePayerAgreement",
      summary: "Report that a payer has agreed to the terms of the provider",
      tags: ["Payer"],
      auth: ["apiKey"],
      params: PayerPath,
      body: UpdatePayerBody,
      status: 200,
      returns: PayerUpdated,
      errors: ["offramp_not_granted", "not_supported_yet", "payer_not_found", "unavailable"],
    },
    ({ ctx, params, body }) => completeAgreement(ctx, params.clientUserId, body),
  ),
  DELETE: route(
    {
      operationId: "erasePayer",
      summary: "Erase what is kept of a payer",
      tags: ["Payer"],
      auth: ["apiKey"],
      params: PayerPath,
      status: 200,
      returns: PayerErased,
      errors: ["payer_not_found", "conflict"],
    },
    async ({ ctx, params }) => {
      await inTransaction(ctx, (tx) => erasePayer(tx, params.clientUserId));
      return { erased: true };
    },
  ),
});
