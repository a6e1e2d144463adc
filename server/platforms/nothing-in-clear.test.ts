import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PUT as putKey } from "@/app/v1/api-keys/[id]/route";
import { POST as postKey } from "@/app/v1/api-keys/route";
import { POST as postClient } from "@/app/v1/client-ids/route";
import { GET as getOwn } from "@/app/v1/payee-destination/route";
import { GET as listCurrencies } from "@/app/v2/currencies/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { type App, boot, replaceApp } from "@/server/boot";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator, aSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { type Answered, send } from "@/server/testing/send";
import { type WebhookClient, webhookClient } from "@/server/testing/webhooks/webhook-client";
import { createWebhookSender } from "@/server/webhooks/sending/deliver";

let api: TestApi;
let app: App;
const log: string[] = [];

beforeAll(async () => {
  api = await startTestApi({ WEBHOOK_ALLOW_LOOPBACK: "true" });
  const logger = pino({ level: "trace" }, { write: (line: string) => void log.push(line) });
  app = boot(api.app.config, "test", { log: logger });
  replaceApp(app);
});

afterAll(async () => {
  await app?.close();
  await api?.close();
});

/** Every row of every table, as text, with bytes in hex. */
async function dump(): Promise<string> {
  const { sql } = app.database;
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables where table_schema = 'public'`;
  expect(tables.length).toBeGreaterThan(15);
  const rows = await Promise.all(
    tables.map(({ name }) => sql.unsafe<{ row: string }[]>(`select t::text as row from "${name}" t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join("\n");
}

/** The ways a secret could lie around: as it is, and its bytes or those of its hex digits in a bytea column. */
function traces(secret: string): string[] {
  const bare = secret.replace(/^(?:sk_|orc_)/, "");
  return [bare, Buffer.from(bare).toString("hex"), Buffer.from(bare).toString("base64").replace(/=+$/, "")];
}

/** A test delivery to where nobody listens, as far as its first attempt. */
async function failToDeliver(webhooks: WebhookClient, webhookId: string): Promise<void> {
  // A clock that stands still a minute from now: the attempt is due, and no second one ever is.
  const sender = createWebhookSender(app, { clock: new ManualClock(app.now().getTime() + 60_000) });
  await sender.start();
  await webhooks.test({ eventType: "payment.confirmed" });
  await sender.idle();
  await sender.stop();
  expect((await webhooks.deliveries(webhookId)).body.deliveries).toMatchObject([
    { attempts: [{ number: 1 }] },
  ]);
}

test("no key, secret or token is in the database, the log or an error, in clear or thinly disguised", async () => {
  const session = await aSession(api);
  const headers = { ...session.bearer, "idempotency-key": "once" };
  const issue = (body: object) => send(postKey, "/v1/api-keys", { method: "POST", headers, body });
  const { value: apiKey } = (await issue({ label: "x" })).body;
  expect((await issue({ label: "x" })).body.value).toBe(apiKey);
  const orchestrator = await anOrchestrator(api);
  const webhooks = webhookClient(session.bearer);
  const created = await webhooks.create({ url: "https://127.0.0.1:9/in" }, { "idempotency-key": "hook" });
  const webhook: { id: string; secret: string } = created.body;
  const rotated = (await webhooks.rotate(webhook.id, { "idempotency-key": "turn" })).body;
  await failToDeliver(webhooks, webhook.id);

  const wrong = { "x-api-key": `${apiKey}0` };
  const answers: Answered[] = [
    await issue({ label: "another body" }),
    await send(listCurrencies, "/v2/currencies?network=sepolia", { headers: { "x-api-key": apiKey } }),
    await send(listCurrencies, "/v2/currencies?network=nowhere", { headers: { "x-api-key": apiKey } }),
    await send(listCurrencies, "/v2/currencies", { headers: wrong }),
    await send(createRequest, "/v2/request", { method: "POST", headers: { "x-api-key": apiKey }, body: {} }),
    await send(getOwn, "/v1/payee-destination", { headers: session.cookie }),
    await send(getOwn, "/v1/payee-destination", { headers: { authorization: `Bearer ${session.token}x` } }),
    await send(postClient, "/v1/client-ids", { method: "POST", headers, body: { label: "" } }),
    await webhooks.create({ url: "https://127.0.0.1:9/in" }),
    await webhooks.create({ url: "http://10.0.0.1/" }),
    await webhooks.list(),
    await webhooks.put(webhook.id, { isActive: true }),
    await webhooks.deliveries(webhook.id),
    await webhooks.rotate("unknown"),
    await send(listCurrencies, "/v2/currencies", { headers: orchestrator.pair }),
    await send(listCurrencies, "/v2/currencies", { headers: orchestrator.keyAlone }),
    await send(putKey, "/v1/api-keys/unknown", {
      method: "PUT",
      headers: session.bearer,
      body: { label: "x" },
      params: { id: "unknown" },
    }),
  ];
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400, 401, 404, 409]));

  const places = {
    database: await dump(),
    log: log.join("\n"),
    errors: JSON.stringify(answers),
  };
  expect(places.database).toContain(session.platformId);
  expect(places.log).toContain(session.sessionId);
  expect(places.log).toContain("webhook attempt failed");
  for (const secret of [apiKey, orchestrator.key, session.token, webhook.secret, rotated.secret]) {
    for (const trace of traces(secret)) {
      for (const [place, text] of Object.entries(places)) {
        expect(text.includes(trace), `${place} holds ${trace}`).toBe(false);
      }
    }
  }
});
