import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import type { TestApi } from "@/server/testing/api";
import { PATIENCE_MS } from "@/server/testing/patience";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import { createWebhookSender } from "@/server/webhooks/sending/deliver";

export interface SentWebhooks {
  receiver: WebhookReceiver;
  /** The secret of the endpoint. */
  secret: string;
  /** Until nothing is on its way. */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** Has the webhooks of an account sent to a receiver. The API needs `WEBHOOK_ALLOW_LOOPBACK`. */
export async function sendWebhooksOf(api: TestApi, platformId: string): Promise<SentWebhooks> {
  const receiver = await startWebhookReceiver();
  const { secret } = await inTransaction(api.app.context(systemCaller(platformId)), (tx) =>
    createEndpoint(tx, { platformId, clientIdId: null, url: receiver.url }),
  );
  // An answer that is late would be asked for again.
  const sender = createWebhookSender(api.app, { timeoutMs: PATIENCE_MS, leaseMs: 3 * PATIENCE_MS });
  await sender.start();
  const stop = async () => {
    await sender.stop();
    await receiver.close();
  };
  return { receiver, secret, idle: () => sender.idle(), stop };
}
