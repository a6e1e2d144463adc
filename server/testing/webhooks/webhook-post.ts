import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { type WebhookClient, webhookClient } from "@/server/testing/webhooks/webhook-client";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import { RETRY_DELAYS_MS } from "@/server/webhooks/retry";
import { createWebhookSender, type WebhookSender } from "@/server/webhooks/sending/deliver";

/** The API, a merchant who is signed in, a real sender on a clock of its own, and a real receiver. */
export interface WebhookPost {
  api: TestApi;
  clock: ManualClock;
  session: TestSession;
  webhooks: WebhookClient;
  sender: WebhookSender;
  receiver: WebhookReceiver;
  /** A webhook client of the merchant, signed in again, however late it is. */
  signInAgain(): Promise<WebhookClient>;
  /** Enqueues so many `payment.confirmed` events of the merchant. */
  announce(count?: number): Promise<void>;
  /** Sends what is due, and all repetitions. */
  exhaust(): Promise<void>;
  close(): Promise<void>;
}

const DAY_MS = 24 * 3_600_000;
/**
 * IDs carry their time and do not go back a little within a process, so each post opens later than those before, and at
 * a time to which no other test moves a clock.
 */
let opening = Date.now() + 1_000 * DAY_MS;
const APART_MS = 7 * DAY_MS;

export async function startWebhookPost(): Promise<WebhookPost> {
  opening += APART_MS;
  const clock = new ManualClock(opening);
  const [api, receiver] = await Promise.all([
    startTestApi({ WEBHOOK_ALLOW_LOOPBACK: "true", RATE_LIMITS: "off" }, { now: clock.now }),
    startWebhookReceiver(),
  ]);
  const session = await aSession(api);
  const { platformId } = session;
  const sender = createWebhookSender(api.app, { clock });
  await sender.start();
  return {
    api,
    clock,
    session,
    webhooks: webhookClient(session.bearer),
    sender,
    receiver,
    signInAgain: async () => webhookClient((await aSession(api, { wallet: session.wallet })).bearer),
    announce: (count = 1) =>
      inTransaction(api.app.context(systemCaller(platformId)), (tx) =>
        enqueueEvents(
          tx,
          Array.from({ length: count }, () => aConfirmedPayment(platformId)),
        ),
      ),
    exhaust: async () => {
      await sender.idle();
      for (const wait of RETRY_DELAYS_MS.standard) {
        clock.advance(wait);
        await sender.idle();
      }
    },
    close: async () => {
      // Together: the sender stops once its attempts have ended, and those at a receiver that hangs end with it.
      await Promise.all([sender.stop(), receiver.close()]);
      await api.close();
    },
  };
}
