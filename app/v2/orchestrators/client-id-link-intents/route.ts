import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { pagesQuery } from "@/server/lib/paging";
import { createLinkIntent, listLinkIntents } from "@/server/platforms/orchestrators/intents";
import {
  CreateLinkIntentBody,
  LinkIntentCreated,
  LinkIntentList,
} from "@/server/platforms/orchestrators/intents-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listLinkIntents",
      summary: "List your onboarding links and what became of them",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      query: z.object(pagesQuery),
      status: 200,
      returns: LinkIntentList,
      errors: [],
    },
    ({ ctx, query }) => listLinkIntents(ctx, query),
  ),
  POST: route(
    {
      operationId: "createLinkIntent",
      summary: "Create an onboarding link for one platform",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      body: CreateLinkIntentBody,
      status: 201,
      returns: LinkIntentCreated,
      errors: [],
      idempotent: true,
    },
    ({ ctx, body }) => createLinkIntent(ctx, body),
  ),
});
