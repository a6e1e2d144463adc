import { endpoint } from "@/server/http/endpoint";
import { route } from "@/server/http/route";
import { readEvents } from "@/server/webhooks/pulling/read-events";
import { EventsQuery, MAX_WAIT_S, PulledEvents } from "@/server/webhooks/pulling/schema";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = endpoint({
  GET: route(
    {
      operationId: "listEvents",
      summary: "Read the account's events in order, or wait for the next one",
      tags: ["Webhooks"],
      auth: ["apiKey", "session"],
      scopedByClientId: true,
      isBackground: true,
      relaxedLimit: true,
      isUnlogged: true,
      query: EventsQuery,
      waitsSeconds: MAX_WAIT_S,
      status: 200,
      returns: PulledEvents,
      errors: ["not_found"],
    },
    ({ ctx, query, request, stillAllowed }) =>
      readEvents(ctx, query, { signal: request.signal, stillAllowed }),
  ),
});
