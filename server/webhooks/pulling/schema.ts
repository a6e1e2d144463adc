import { z } from "zod";

/** The most that one call waits, seconds. */
export const MAX_WAIT_S = 30;
const MAX_LIMIT = 100;

const whole = (name: string, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,16}$/.test(text) && Number(text) <= most,
      `${name} must be a whole number up to ${most}`,
    )
    .optional();

/** Strings, as a query carries them. */
export const EventsQuery = z.object({
  after: whole("after", Number.MAX_SAFE_INTEGER).describe(
    "The `next` of the answer before, or the `sequence` of the last event that was handled; left out, from the first one.",
  ),
  limit: whole("limit", MAX_LIMIT)
    .refine((text) => text === undefined || Number(text) > 0, "limit must be at least 1")
    .describe("How many events at most."),
  wait: whole("wait", MAX_WAIT_S).describe(
    "How many seconds to wait for an event where there is none yet; left out, it answers at once.",
  ),
});
export type EventsQuery = z.infer<typeof EventsQuery>;

const PulledEvent = z
  .object({
    id: z
      .string()
      .describe("What happened once has one ID, also after a backup was restored: skip an ID that you know."),
    body: z
      .looseObject({
        event: z.string().describe("Name of the event."),
        timestamp: z.iso.datetime(),
        sequence: z.int().describe("Its number: the events of an account are counted without gaps."),
      })
      .describe("What webhooks send for the event, with all its fields."),
  })
  .meta({ id: "PulledEvent" });

export const PulledEvents = z
  .object({
    epoch: z
      .string()
      .describe(
        "Changes when the database was restored: numbers may be given again then, so read again from the first event.",
      ),
    earliest: z
      .int()
      .nullable()
      .describe("The first event of the account that can still be read; null before there is one."),
    next: z.int().describe("What to read after in the next call."),
    events: z.array(PulledEvent).describe("In the order in which they happened, none left out."),
  })
  .meta({ id: "PulledEvents" });
export type PulledEvents = z.infer<typeof PulledEvents>;
