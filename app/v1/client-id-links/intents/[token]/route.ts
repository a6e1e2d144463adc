import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { completeLinkIntent } from "@/server/onboarding/complete";
import { CompleteLinkIntentBody, LinkIntentCompleted, LinkIntentRead } from "@/server/onboarding/schema";
import { readLinkIntent } from "@/server/onboarding/terms";

const params = z.object({ token: z.string().describe("Token of the invitation: the last part of its URL.") });
const refusals = ["link_intent_not_found", "link_intent_used", "link_intent_expired"] as const;

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "validateLinkIntent",
      summary: "Read what an onboarding link asks you to agree to",
      tags: ["Hosted Onboarding"],
      auth: ["session"],
      params,
      status: 200,
      returns: LinkIntentRead,
      errors: refusals,
    },
    ({ ctx, params }) => readLinkIntent(ctx, params.token),
  ),
  POST: route(
    {
      operationId: "completeLinkIntent",
      summary: "Agree: create the client ID and link it",
      tags: ["Hosted Onboarding"],
      auth: ["session"],
      walletSessionOnly: true,
      params,
      body: CompleteLinkIntentBody,
      status: 201,
      returns: LinkIntentCompleted,
      errors: ["approval_needed", ...refusals, "no_active_destination", "conflict"],
      idempotent: true,
    },
    ({ ctx, params, body }) => completeLinkIntent(ctx, params.token, body),
  ),
});
