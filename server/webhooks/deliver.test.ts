import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhook-receiver";
import { startWebhookWorld, type WebhookWorld } from "@/server/testing/webhooks";
import { signBody } from "@/server/webhooks/sign";

let world: WebhookWorld;
let receiver: WebhookReceiver;
beforeEach(async () => {
  [world, receiver] = await Promise.all([startWebhookWorld(), startWebhookReceiver()]);
});
afterEach(async () => {
  await world.close();
  await receiver.close();
});

describe("a delivery", () => {
  test("carries exactly the stored bytes, signed with the endpoint's own secret (DL-01 to DL-05)", async () => {
    const { secret } = await world.endpoint(receiver.url);
    await world.sender();
    await world.announce();
    const webhook = await receiver.next();
    const [delivery] = await world.deliveries();
    expect(webhook.headers).toMatchObject({
      "content-type": "application/json",
      "x-service-signature": signBody(secret, webhook.body),
      "x-service-delivery": delivery?.id,
      "x-service-retry-count": "0",
      "webhook-id": delivery?.id,
    });
    expect(webhook.headers).not.toHaveProperty("x-service-test");
    expect(webhook.body.toString()).toMatch(
      /^\{"event":"payment.confirmed","timestamp":"2026-01-05T12:00:00.000Z","sequence":1,/,
    );
  });
});
