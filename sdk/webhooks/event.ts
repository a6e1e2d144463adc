import type { webhooks } from "@/sdk/generated/api";

/** The name of an event. */
export type WebhookEventName = keyof webhooks;

/** What is told of one event, with its name in `event`. */
export type WebhookBody<Name extends WebhookEventName = WebhookEventName> = {
  [N in Name]: webhooks[N]["post"]["requestBody"]["content"]["application/json"];
}[Name];

/** A delivery that was proven to come from the service. */
export interface Delivery<Name extends WebhookEventName = WebhookEventName> {
  /** The same over all attempts of one delivery: handle each once. Nobody but the service could have chosen it. */
  deliveryId: string;
  /** `switch (body.event)` tells the events apart. A service that is newer than this client may have others. */
  body: WebhookBody<Name>;
  /** It tells of nothing that happened: somebody tries the webhook out. */
  isTest: boolean;
  /** When this attempt was made; null where only the body is signed. */
  sentAt: Date | null;
}
