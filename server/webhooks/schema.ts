import { z } from "zod";
import { pagingQuery } from "@/server/lib/paging";
import { storableText } from "@/server/lib/text";
import { EVENTS, ORCHESTRATOR_EVENTS } from "@/server/webhooks/announcing/events";
import { RETRY_SCHEDULES } from "@/server/webhooks/retry";

/** The closed list of events (events.md §1, TD-06). */
const EventType = z.object(EVENTS).keyof().meta({ id: "WebhookEventType" });

/** The events that webhooks of an account can hear (SC-03), which one of them may choose from. */
const ChosenEvent = EventType.exclude(ORCHESTRATOR_EVENTS).meta({ id: "WebhookChosenEvent" });
const ChosenEvents = z
  .array(ChosenEvent)
  .min(1)
  .max(ChosenEvent.options.length)
  .refine((names) => new Set(names).size === names.length, "an event is named twice");

/** When each event is announced, in one sentence. */
export const EVENT_SUMMARIES: Readonly<Record<keyof typeof EVENTS, string>> = {
  "payment.confirmed":
    "A request is paid in full; one that goes to a bank account, once the account has the money.",
  "payment.partial": "A payment arrived and the request still asks for more.",
  "payment.failed":
    "A payment failed: an instalment, a payment from a Safe or to a bank account, or one the chain dropped.",
  "payment.refunded": "Money went back to the payer.",
  "payment.processing": "A payment to a bank account came a step further.",
  "request.recurring": "A recurring invoice made its next request.",
  "compliance.updated": "The check of a payer, or the payer's agreement, changed.",
  "payment_detail.updated": "The status of a bank account changed.",
  "secure_payment.user_event":
    "A payer came a step further on the payment page. It never says that something was paid.",
  "secure_payment.access_rejected": "A wallet that is not allowed tried to see or pay a link.",
  "payment.confirmed.client_id": "With `payment.confirmed`, for a request that was created with a client ID.",
  "payment.partial.client_id": "With `payment.partial`, for a request that was created with a client ID.",
  "payment.confirmed.checkout": "With `payment.confirmed`, for a request of a payment link.",
  "payment.partial.checkout": "With `payment.partial`, for a request of a payment link.",
  "webhook.disabled":
    "The service switched off another webhook of the account, because it kept failing or said 410.",
  "client_id.linked": "A platform agreed to an orchestrator's invitation.",
  "kyt.screening.completed": "A screening provider decided about a payer of a linked platform.",
};

/** A client ID by its public value. */
const ClientIdRef = storableText.min(1).max(100);

/** `standard` is four attempts in 21 seconds, and what a webhook has unless told otherwise; `extended` ten in three days. */
const RetryScheduleName = z.enum(RETRY_SCHEDULES).meta({ id: "WebhookRetrySchedule" });

/** `POST /v1/webhook`. Without a client ID, here or in `x-client-id`, the webhook hears the whole account. */
export const CreateWebhookBody = z.object({
  url: storableText.meta({ format: "uri", description: "HTTPS URL that events are sent to." }),
  clientId: ClientIdRef.optional().describe(
    "Client ID whose events it is to hear; left out, those of the whole account.",
  ),
  retrySchedule: RetryScheduleName.optional(),
  events: ChosenEvents.nullable().optional(),
});
export type CreateWebhookBody = z.infer<typeof CreateWebhookBody>;

/** The only answer besides a rotation that holds the secret (SC-08). */
export const WebhookCreated = z.object({ id: z.string(), secret: z.string() }).meta({ id: "WebhookCreated" });
export type WebhookCreated = z.infer<typeof WebhookCreated>;

export const WebhookRecord = z
  .object({
    id: z.string(),
    url: z.string().describe("URL that events are sent to."),
    isActive: z.boolean(),
    retrySchedule: RetryScheduleName,
    events: z.array(z.string()).nullable().describe("Events that it hears; null for all of them."),
    /** First of the attempts that failed since the last one that succeeded; null while it is well. */
    failingSince: z
      .string()
      .nullable()
      .describe(
        "First of the attempts that failed since the last one that succeeded; null while it is well.",
      ),
    /** When the service switched it off by itself; null once its owner switched it on again. */
    disabledAt: z
      .string()
      .nullable()
      .describe("When the service switched it off by itself; null once its owner switched it on again."),
    /** `gone`: it answered 410. `failing`: every attempt of several days failed. */
    disabledReason: z
      .enum(["gone", "failing"])
      .nullable()
      .describe(
        "`gone`: it answered 410. `failing`: every attempt of several days failed. Null while it is on.",
      ),
    /** Whose events it hears; null for the whole account. */
    clientId: z.string().nullable().describe("Client ID whose events it hears; null for the whole account."),
    createdAt: z.string(),
    /** End of the time in which the secret before the last rotation still signs beside the new one. */
    previousSecretUntil: z
      .string()
      .nullable()
      .describe(
        "Until when the secret before the last rotation signs beside the new one; null for no longer.",
      ),
  })
  .meta({ id: "Webhook" });
export type WebhookRecord = z.infer<typeof WebhookRecord>;

/** `PUT /v1/webhook/{webhookId}`: a body that names nothing, or none, switches to the other side (D-06). */
export const UpdateWebhookBody = z.object({
  isActive: z.boolean().optional(),
  retrySchedule: RetryScheduleName.optional(),
  events: ChosenEvents.nullable().optional(),
});
export type UpdateWebhookBody = z.infer<typeof UpdateWebhookBody>;

export const SecretRotated = z
  .object({
    id: z.string(),
    secret: z.string(),
    previousSecretUntil: z
      .string()
      .describe(
        "Until when the secret before the last rotation signs beside the new one; null for no longer.",
      ),
  })
  .meta({ id: "WebhookSecretRotated" });
export type SecretRotated = z.infer<typeof SecretRotated>;

/** `POST /v1/webhook/test` (TD-01 to TD-03). */
export const TestWebhookBody = z.object({
  eventType: EventType.describe("Event to be sent as a test."),
  clientId: ClientIdRef.optional(),
  webhookId: storableText
    .max(100)
    .optional()
    .describe("The one webhook that the test is for, whatever events it chose. Left out, all of the scope."),
});
export type TestWebhookBody = z.infer<typeof TestWebhookBody>;

/** How many deliveries were handed to the sender, and how many could not be (E-D8). */
export const TestSent = z
  .object({
    sent: z.int().describe("Webhooks that the event is on its way to."),
    failed: z.int().describe("Webhooks whose URL is no longer allowed."),
  })
  .meta({ id: "WebhookTestSent" });
export type TestSent = z.infer<typeof TestSent>;

/** `POST /v2/orchestrators/webhooks`. */
export const CreateOrchestratorWebhookBody = z.object({
  url: storableText.meta({ format: "uri", description: "HTTPS URL that events are sent to." }),
  retrySchedule: RetryScheduleName.optional(),
});
export type CreateOrchestratorWebhookBody = z.infer<typeof CreateOrchestratorWebhookBody>;

/** A webhook of an orchestrator, and the one answer that holds its secret. */
export const OrchestratorWebhook = z.object({ webhook: WebhookRecord });
export type OrchestratorWebhook = z.infer<typeof OrchestratorWebhook>;
export const OrchestratorWebhookCreated = z.object({ webhook: WebhookRecord, secret: z.string() });
export type OrchestratorWebhookCreated = z.infer<typeof OrchestratorWebhookCreated>;
export const OrchestratorWebhookList = z.object({
  webhooks: z.array(WebhookRecord).describe("The webhooks."),
});
export type OrchestratorWebhookList = z.infer<typeof OrchestratorWebhookList>;

/** `POST /v2/orchestrators/webhooks/test` (TD-07). */
export const TestOrchestratorWebhookBody = z.object({
  eventType: z
    .enum(ORCHESTRATOR_EVENTS)
    .meta({ id: "OrchestratorWebhookEventType" })
    .describe("Event to be sent as a test."),
});
export type TestOrchestratorWebhookBody = z.infer<typeof TestOrchestratorWebhookBody>;

const DELIVERY_STATES = ["pending", "succeeded", "failed"] as const;

export const DeliveriesQuery = z.object({
  limit: pagingQuery.limit,
  /** `nextCursor` of the page before. */
  cursor: z
    .string()
    .regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, "cursor must be one that an answer gave")
    .optional(),
  state: z.enum(DELIVERY_STATES).optional().describe("Only deliveries in this state."),
  event: EventType.optional(),
  /** Deliveries made at this time or later. */
  since: z.iso.datetime().optional().describe("Only deliveries made at this time or later."),
  /** Deliveries made before this time. */
  until: z.iso.datetime().optional().describe("Only deliveries made before this time."),
});
export type DeliveriesQuery = z.infer<typeof DeliveriesQuery>;

/** Deliveries of the whole account; `webhookId` narrows them to one endpoint. */
export const AllDeliveriesQuery = DeliveriesQuery.extend({ webhookId: z.string().optional() });
export type AllDeliveriesQuery = z.infer<typeof AllDeliveriesQuery>;

/** One try of a delivery. All tries of one delivery send the same bytes. */
const Attempt = z.object({
  /** From 1. */
  number: z.int().describe("Number of the attempt, from 1."),
  startedAt: z.string().describe("When the attempt was made."),
  durationMs: z.int().describe("How long the attempt took, in milliseconds."),
  /** Null when no answer came. */
  statusCode: z.int().nullable().describe("The HTTP status; null when no answer came."),
  error: z.string().nullable(),
  /** First 4 kB of the answer. */
  responseBody: z.string().nullable().describe("The first 4 kB of the answer; null when none came."),
});

export const DeliveryRecord = z
  .object({
    id: z.string(),
    webhookId: z.string(),
    event: z.string(),
    /** Of the event, per account; null for tests. */
    sequence: z.int().nullable().describe("1, 2, 3, … per account without gaps; null for tests."),
    state: z.enum(DELIVERY_STATES),
    isTest: z.boolean().describe("Whether it was sent as a test."),
    createdAt: z.string(),
    /** Of a pending delivery. */
    nextAttemptAt: z.string().nullable().describe("When it is tried again; null when it is not."),
    /** Why it failed, or why it is tried again. */
    error: z.string().nullable(),
    /** The delivery that this one repeats. */
    replayOf: z.string().nullable().describe("The delivery that this one repeats; null for a first one."),
    /** Exactly what was signed and sent, as text. */
    requestBody: z.string().describe("Exactly what was signed and sent, as text."),
    attempts: z.array(Attempt),
  })
  .meta({ id: "WebhookDelivery" });
export type DeliveryRecord = z.infer<typeof DeliveryRecord>;

/** Newest first. */
export const DeliveryList = z.object({
  deliveries: z.array(DeliveryRecord).describe("The deliveries, newest first."),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
});
export type DeliveryList = z.infer<typeof DeliveryList>;

export const DeliveryReplayed = z
  .object({
    id: z.string(),
    replayOf: z.string().describe("The delivery that this one repeats; null for a first one."),
  })
  .meta({ id: "WebhookDeliveryReplayed" });
export type DeliveryReplayed = z.infer<typeof DeliveryReplayed>;

export const ReplayFailedBody = z.object({
  since: z.iso.datetime().describe("Deliveries that failed at this time or later are made again."),
});

/** `hasMore` asks for another call. */
export const FailedReplayed = z
  .object({
    replayed: z.int().describe("How many deliveries were made again."),
    hasMore: z.boolean().describe("Whether another call is needed for the rest."),
  })
  .meta({ id: "WebhookFailedReplayed" });
export type FailedReplayed = z.infer<typeof FailedReplayed>;
