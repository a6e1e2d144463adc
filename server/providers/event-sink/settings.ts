import { z } from "zod";

/** Where events are published, beside webhooks. */
export const EventSinkEnvironment = {
  EVENT_SINK: z
    .url({ protocol: /^(?:nats|tls)$/ })
    .optional()
    .meta({
      description:
        "NATS server with JetStream that gets every event of every account: `nats://user:password@nats.example.com:4222`, `tls://…` with encryption. Only workers use it",
      unset: "events go out as webhooks only",
    }),
  EVENT_SINK_SUBJECT: z
    .string()
    .regex(/^[\w-]+(?:\.[\w-]+)*$/, "words of letters, digits, - and _ with dots between them")
    .default("quittance.events")
    .meta({ description: "what subjects begin with; the ID of the account follows after a dot" }),
};

/** Of the bus that events are published to. */
export interface EventSinkSettings {
  url: string;
  subject: string;
}

/** Null where there is none. */
export function eventSinkSettings(
  env: z.infer<z.ZodObject<typeof EventSinkEnvironment>>,
): EventSinkSettings | null {
  return env.EVENT_SINK ? { url: env.EVENT_SINK, subject: env.EVENT_SINK_SUBJECT } : null;
}
