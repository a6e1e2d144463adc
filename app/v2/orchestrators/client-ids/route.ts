import { z } from "zod";
import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { pagesQuery } from "@/server/lib/paging";
import { linkDirectly, listLinks } from "@/server/platforms/orchestrators/links";
import {
  ClientIdLinked,
  ClientIdLinkList,
  LinkClientIdBody,
} from "@/server/platforms/orchestrators/links-schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listLinkedClientIds",
      summary: "List the client IDs that are linked to you",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      query: z.object(pagesQuery),
      status: 200,
      returns: ClientIdLinkList,
      errors: [],
    },
    ({ ctx, query }) => listLinks(ctx, query),
  ),
  POST: route(
    {
      operationId: "linkClientId",
      summary: "Link a client ID that was never linked",
      tags: ["Orchestrators"],
      auth: ["orchestratorKey"],
      orchestratorOfSession: true,
      body: LinkClientIdBody,
      status: 201,
      returns: ClientIdLinked,
      errors: ["approval_needed", "not_found", "forbidden", "conflict"],
      idempotent: true,
    },
    ({ ctx, body }) => linkDirectly(ctx, body),
  ),
});
