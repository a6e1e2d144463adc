export {
  createDispatcher,
  type Dispatcher,
  type DispatcherOptions,
  type Handlers,
  type Outcome,
} from "@/sdk/webhooks/dispatcher";
export { WebhookError, type WebhookProblem } from "@/sdk/webhooks/error";
export type { Delivery, WebhookBody, WebhookEventName } from "@/sdk/webhooks/event";
export type { Gap } from "@/sdk/webhooks/gaps";
export type { WebhookHeaders } from "@/sdk/webhooks/headers";
export { type SignOptions, sign } from "@/sdk/webhooks/sign";
export type { RawBody } from "@/sdk/webhooks/signature";
export { type UnwrapOptions, unwrap } from "@/sdk/webhooks/unwrap";
