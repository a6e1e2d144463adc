import type { App } from "@/server/boot";
import {
  createWebhookSender,
  type SenderOptions,
  type WebhookSender,
} from "@/server/webhooks/sending/deliver";

/** The worker's part that sends webhooks. */
export function webhookSender(app: App, options?: SenderOptions): WebhookSender {
  return createWebhookSender(app, options);
}
