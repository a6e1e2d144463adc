import { z } from "zod";
import type { Config } from "@/server/config";
import type { JsonSchema, OpenApi, Operation, Parameter } from "@/server/http/openapi/document";
import { EVENTS, type EventName, ORCHESTRATOR_EVENTS } from "@/server/webhooks/announcing/events";
import { placeholders } from "@/server/webhooks/announcing/placeholders";
import { EVENT_SUMMARIES } from "@/server/webhooks/schema";

type Settings = Pick<Config, "wire" | "urls">;

/** Names and addresses of an installation that changed nothing, for examples that are the same everywhere. */
export const EXAMPLE_SETTINGS: Settings = {
  wire: { headerPrefix: "x-service-", network: "service-network", tech: "service-tech" },
  urls: {
    api: "https://api.example",
    auth: "https://api.example",
    pay: "https://pay.example/pay",
    dashboard: "https://api.example/dashboard",
  },
};

const EXAMPLE_TIME = new Date("2027-01-05T12:00:00.000Z");

/** Tag of the events that only webhooks of an orchestrator hear. */
const OF_ORCHESTRATORS = "Of orchestrators";

/** Every event as OpenAPI describes a call that the service makes: headers, body and an example of it. */
export function describeWebhooks(settings: Settings): OpenApi["webhooks"] {
  const examples = placeholders(settings, {
    id: "01KE6W0000000000000000TEST",
    clientId: null,
    now: EXAMPLE_TIME,
  });
  const entries = Object.entries(EVENTS).map(([event, schema]) => {
    const name = event as EventName;
    const body = z.toJSONSchema(schema) as JsonSchema;
    const stamped = { event: name, timestamp: EXAMPLE_TIME.toISOString(), sequence: 42, ...examples[name] };
    return [name, { post: describeEvent(name, settings, withStamps(body), stamped) }] as const;
  });
  return Object.fromEntries(entries);
}

function describeEvent(name: EventName, { wire }: Settings, schema: JsonSchema, example: unknown): Operation {
  const isOfOrchestrators = ORCHESTRATOR_EVENTS.some((one) => one === name);
  return {
    operationId: name,
    summary: EVENT_SUMMARIES[name],
    tags: isOfOrchestrators ? [OF_ORCHESTRATORS] : [],
    security: [],
    parameters: deliveryHeaders(wire.headerPrefix),
    requestBody: { required: true, content: { "application/json": { schema, example } } },
    responses: {
      200: { description: "Any 2xx within 5 seconds: the event was taken", headers: {}, content: {} },
    },
  };
}

/** What the service itself puts on every event. */
function withStamps({ $schema, additionalProperties, ...body }: JsonSchema): JsonSchema {
  const stamps: Record<string, JsonSchema> = {
    event: { type: "string", description: "Name of the event." },
    timestamp: { type: "string", format: "date-time", description: "When it happened, ISO 8601." },
    sequence: { type: "integer", description: "1, 2, 3, … per account without gaps; null for tests." },
  };
  return {
    ...body,
    properties: { ...stamps, ...body.properties },
    required: ["event", "timestamp", ...(body.required ?? [])],
  };
}

/** The headers of one delivery (DL-01 to DL-05). */
function deliveryHeaders(prefix: string): Parameter[] {
  const header = (name: string, description: string, required = true): Parameter => ({
    name,
    in: "header",
    required,
    description,
    schema: { type: "string" },
  });
  return [
    header(`${prefix}signature`, "HMAC-SHA256 of the raw body with the webhook's secret, as lower-case hex."),
    header(`${prefix}delivery`, "ID of the delivery: the same over all its attempts. Handle each ID once."),
    header(`${prefix}retry-count`, "`0` on the first attempt."),
    header(`${prefix}test`, "`true` on test events, absent otherwise.", false),
    header("webhook-id", "The ID of the delivery, for libraries of Standard Webhooks."),
    header("webhook-timestamp", "When the attempt was made, in Unix seconds."),
    header("webhook-signature", "`v1,` and a signature in base64, for libraries of Standard Webhooks."),
  ];
}
