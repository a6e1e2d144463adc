import { eq } from "drizzle-orm";
import { webhookAttempts, webhookDeliveries } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { chainsOf } from "@/server/chains/adapter";
import { readConfig } from "@/server/config";
import { type Ctx, inTransaction, type Tx } from "@/server/context";
import { createPlatform } from "@/server/platforms/create-platform";
import { ManualClock } from "@/server/testing/manual-clock";
import { createTestDatabase } from "@/server/testing/postgres/database";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import type { NewEvent } from "@/server/webhooks/announcing/events";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import type { RetrySchedule } from "@/server/webhooks/retry";
import {
  createWebhookSender,
  type SenderOptions,
  type WebhookSender,
} from "@/server/webhooks/sending/deliver";

/** A database with one platform, and everything that makes and sends its webhooks. */
export interface WebhookWorld {
  app: App;
  ctx: Ctx;
  clock: ManualClock;
  platformId: string;
  commit<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  platform(): Promise<string>;
  endpoint(
    url: string,
    scope?: { platformId?: string; clientIdId?: string; retrySchedule?: RetrySchedule },
  ): Promise<{ id: string; secret: string }>;
  /** Enqueues so many `payment.confirmed` events. */
  announce(count?: number, event?: Partial<ConfirmedEvent>): Promise<void>;
  /** A sender on this app (or another one on the same database), stopped with the world. */
  sender(options?: SenderOptions & { app?: App }): Promise<WebhookSender>;
  /** Another process's view of the same database. */
  secondApp(): App;
  deliveries(): Promise<(typeof webhookDeliveries.$inferSelect)[]>;
  attempts(deliveryId: string): Promise<(typeof webhookAttempts.$inferSelect)[]>;
  close(): Promise<void>;
}

type ConfirmedEvent = NewEvent<"payment.confirmed">;

/** `startAt` (epoch milliseconds) is where the world's clock stands. */
export async function startWebhookWorld(
  options: { env?: Record<string, string>; startAt?: number } = {},
): Promise<WebhookWorld> {
  const database = await createTestDatabase();
  const clock = new ManualClock(options.startAt);
  const config = readConfig({
    ...databaseEnvironment(database.url),
    SECRET_KEY: "33".repeat(32),
    LOG_LEVEL: "silent",
    NODE_ENV: "test",
    WEBHOOK_ALLOW_LOOPBACK: "true",
    DATABASE_POOL_SIZE: "6",
    ...options.env,
  });
  const newApp = () => boot(config, "test", { now: clock.now, chains: chainsOf({}) });
  const apps = [newApp()];
  const [app] = apps;
  if (!app) throw new Error("no app");
  const senders: WebhookSender[] = [];
  const ctx = app.context(systemCaller(""));
  const commit = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(ctx, work);
  const platform = async () =>
    (await commit((tx) => createPlatform(tx, { name: "Shop", walletAddress: null }))).id;
  const platformId = await platform();

  return {
    app,
    ctx,
    clock,
    platformId,
    commit,
    platform,
    endpoint: (url, scope = {}) =>
      commit((tx) => createEndpoint(tx, { platformId, clientIdId: null, ...scope, url })),
    announce: (count = 1, event = {}) =>
      commit((tx) =>
        enqueueEvents(
          tx,
          Array.from({ length: count }, () => ({ ...aConfirmedPayment(platformId), ...event })),
        ),
      ),
    sender: async ({ app: other = app, ...options } = {}) => {
      const sender = createWebhookSender(other, { clock, ...options });
      senders.push(sender);
      await sender.start();
      return sender;
    },
    secondApp: () => {
      const next = newApp();
      apps.push(next);
      return next;
    },
    deliveries: () => app.database.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.id),
    attempts: (deliveryId) =>
      app.database.db
        .select()
        .from(webhookAttempts)
        .where(eq(webhookAttempts.deliveryId, deliveryId))
        .orderBy(webhookAttempts.number),
    close: async () => {
      await Promise.all(senders.map((sender) => sender.stop()));
      await Promise.all(apps.map((each) => each.close()));
      await database.drop();
    },
  };
}
