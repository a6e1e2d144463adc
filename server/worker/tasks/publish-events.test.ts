import { afterEach, describe, expect, test } from "vitest";
import { readConfig } from "@/server/config";
import { scrape } from "@/server/http/monitoring/scrape";
import { natsIsInstalled, startNatsServer } from "@/server/testing/nats/nats-server";
import { startWebhookWorld, type WebhookWorld } from "@/server/testing/webhooks/webhooks";
import { publishEventsLoop } from "@/server/worker/tasks/publish-events";

let world: WebhookWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

const waited = async ({ app }: WebhookWorld) =>
  /^quittance_event_sink_oldest_seconds (\S+)$/m.exec(await scrape(app))?.[1];

test("without EVENT_SINK nothing is published, and nothing is said to wait", async () => {
  world = await startWebhookWorld();
  await world.announce(1);
  world.clock.advance(60_000);
  expect(publishEventsLoop(world.app)).toEqual([]);
  expect(await waited(world)).toBe("0");
});

test("EVENT_SINK and EVENT_SINK_SUBJECT are refused where nothing could be published to them", () => {
  for (const env of [{ EVENT_SINK: "https://nats.example.com" }, { EVENT_SINK_SUBJECT: "events.>" }]) {
    expect(() => readConfig({ ...env })).toThrow(`${Object.keys(env)[0]}:`);
  }
});

describe.runIf(natsIsInstalled())("with EVENT_SINK (Debian's nats-server)", () => {
  test("a worker publishes under EVENT_SINK_SUBJECT, and the metric says how long events wait until then", async () => {
    const nats = await startNatsServer();
    try {
      await nats.makeStream({ subjects: ["shop.events.>"] });
      const env = { EVENT_SINK: nats.url, EVENT_SINK_SUBJECT: "shop.events" };
      world = await startWebhookWorld({ env });
      await world.announce(2);
      world.clock.advance(90_000);
      expect(await waited(world)).toBe("90");
      const [loop] = publishEventsLoop(world.app);
      const signal = new AbortController().signal;
      expect(await loop?.pass(signal)).toBe("more");
      expect(await loop?.pass(signal)).toBe("idle");
      await loop?.release?.();
      expect(await nats.messages(`shop.events.${world.platformId}`)).toHaveLength(2);
      expect(await waited(world)).toBe("0");
    } finally {
      await nats.stop();
    }
  });
});
