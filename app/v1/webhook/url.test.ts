import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { webhookEndpoints } from "@/db/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { type WebhookClient, webhookClient } from "@/server/testing/webhooks/webhook-client";

const never = [
  "javascript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "ftp://shop.example/",
  "shop.example/hook",
  "//shop.example/hook",
  "",
  "https://",
  "https://user:password@shop.example/",
  "https://user@shop.example/",
  "https://shop.example/#fragment",
  "https://shop.example./",
  "https://shop.example/\u0000",
  "https://shop.example/\ud800",
  `https://shop.example/${"x".repeat(2048)}`,
  "http://shop.example/hook",
  "https://10.0.0.1/",
  "https://192.168.1.1/",
  "https://172.16.0.1/",
  "https://169.254.169.254/latest/meta-data",
  "https://[fd00::1]/",
  "https://[fe80::1]/",
  "https://[::ffff:10.0.0.1]/",
  "https://0x0a.0.0.1/",
  "https://167772161/",
  "https://0.0.0.0/",
  "https://224.0.0.1/",
  "https://100.64.0.1/",
  "https://[::ffff:127.0.0.1]/hook",
];
const onlyInDevelopment = [
  "http://localhost:9000/hook",
  "http://127.0.0.1:9000/hook",
  "http://[::1]:9000/hook",
  "https://localhost/hook",
  "https://127.0.0.1/hook",
  "http://2130706433:9001/hook",
];

const profiles = [
  { profile: "local", allowLoopback: "true", accepted: onlyInDevelopment, refused: never },
  { profile: "live", allowLoopback: "", accepted: [], refused: [...never, ...onlyInDevelopment] },
];

describe.each(profiles)("on a $profile profile (SC-09)", ({ profile, allowLoopback, accepted, refused }) => {
  let api: TestApi;
  let webhooks: WebhookClient;
  beforeAll(async () => {
    const env = { NETWORK_PROFILE: profile, WEBHOOK_ALLOW_LOOPBACK: allowLoopback, RATE_LIMITS: "off" };
    api = await startTestApi(env);
    webhooks = webhookClient((await aSession(api)).bearer);
  });
  afterAll(() => api?.close());
  const total = () => api.app.database.db.$count(webhookEndpoints);

  test.each(["https://shop.example/hook?key=1", "https://shop.example:8443/", ...accepted])(
    "201 for %j",
    async (url) => {
      expect((await webhooks.create({ url })).status).toBe(201);
    },
  );

  test.each(refused)("400 for %j, and nothing is stored", async (url) => {
    const before = await total();
    expect(await webhooks.create({ url })).toMatchObject({ status: 400 });
    expect(await total()).toBe(before);
  });

  test.each([undefined, null, 1, {}, ["https://shop.example"]])("400 for no text at all: %j", async (url) => {
    expect((await webhooks.create({ url })).status).toBe(400);
  });
});
