import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { POST as createRequest } from "@/app/v2/request/route";
import { requests, webhookEvents } from "@/db/schema";
import { replaceApp } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { createLogger } from "@/server/lib/logging/log";
import type { Span } from "@/server/lib/tracing/span";
import { readTraceparent } from "@/server/lib/tracing/traceparent";
import { Tracer } from "@/server/lib/tracing/tracer";
import { aTenant } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startLedger, type TestLedger } from "@/server/testing/ledger";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import { createWebhookSender } from "@/server/webhooks/sending/deliver";

const attribute = z.object({
  key: z.string(),
  value: z.union([z.object({ stringValue: z.string() }), z.object({ intValue: z.string() })]),
});
const told = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().regex(/^[0-9a-f]{32}$/),
              spanId: z.string().regex(/^[0-9a-f]{16}$/),
              parentSpanId: z.string().optional(),
              name: z.string(),
              startTimeUnixNano: z.string().regex(/^\d{19}$/),
              endTimeUnixNano: z.string().regex(/^\d{19}$/),
              attributes: z.array(attribute),
              links: z.array(z.object({ traceId: z.string(), spanId: z.string() })),
            }),
          ),
        }),
      ),
    }),
  ),
});

let node: TestChain;
let collector: WebhookReceiver;
let shop: WebhookReceiver;
let ledger: TestLedger;
let platformId: string;
let apiKey: string;

beforeAll(async () => {
  [node, collector, shop] = await Promise.all([
    startTestChain({ network: "sepolia" }),
    startWebhookReceiver(),
    startWebhookReceiver(),
  ]);
  ledger = await startLedger(
    node,
    {},
    {
      env: {
        WEBHOOK_ALLOW_LOOPBACK: "true",
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20of-the-collector",
        OTEL_SERVICE_NAME: "payments",
        OTEL_TRACES_SAMPLER_ARG: "1",
      },
    },
  );
  replaceApp(ledger.app);
  ({ platformId, apiKey } = await aTenant(ledger));
});
afterAll(async () => {
  await Promise.all([ledger?.close(), collector?.close(), shop?.close()]);
  await node?.stop();
});

const create = (headers = {}, reference = "INV-SECRET") =>
  createRequest(
    new Request("http://api.test/v2/request", {
      method: "POST",
      headers: { "x-api-key": apiKey, "content-type": "application/json", ...headers },
      body: JSON.stringify({
        payee: node.accounts.recipient.address,
        amount: "5",
        invoiceCurrency: "USDC-sepolia",
        paymentCurrency: "USDC-sepolia",
        reference,
        customerInfo: { email: "payer@example.com" },
      }),
    }),
  );

/** Every span that the collector has, once those that wait are told. */
async function spansTold() {
  await ledger.app.tracer?.close();
  const bodies = collector.received.map(({ json }) => told.parse(json));
  return bodies.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}

test("one trace goes from the call over its commit and the block of the payment to the webhook, and says nothing of anybody", async () => {
  await inTransaction(ledger.ctx, (tx) =>
    createEndpoint(tx, { platformId, clientIdId: null, url: `${shop.url}/hooks/token-of-the-shop` }),
  );
  const stranger = { traceId: "a".repeat(32), spanId: "b".repeat(16) };
  const response = await create({ traceparent: `00-${stranger.traceId}-${stranger.spanId}-01` });
  expect(response.status).toBe(201);
  const [row] = await ledger.app.database.db.select().from(requests);
  if (!row) throw new Error("no request was stored");
  await ledger.pay(row, "5");
  await ledger.watch();
  const sender = createWebhookSender(ledger.app);
  await sender.start();
  await sender.idle();
  await sender.stop();

  // The ID that the caller has, and the log line of the call.
  const requestId = response.headers.get("x-request-id") ?? "";
  const own = (await spansTold()).filter(({ traceId }) => traceId === requestId.replaceAll("-", ""));
  const [server, payment, attempt] = ["createRequest", "payment.confirmed", "webhook attempt"].map((name) =>
    own.find((span) => span.name.startsWith(name)),
  );
  expect(own.find(({ name }) => name === "commit")?.parentSpanId).toBe(server?.spanId);
  expect(payment?.parentSpanId).toBe(server?.spanId);
  expect(attempt?.parentSpanId).toBe(payment?.spanId);
  expect(server).not.toHaveProperty("parentSpanId");
  expect(server?.links).toEqual([stranger]);
  const [transfer] = await ledger.transfersOf(row);
  expect(payment?.attributes).toContainEqual({
    key: "quittance.transaction",
    value: { stringValue: transfer?.txHash },
  });
  const [sent] = shop.received;
  const deliveryId = Object.entries(sent?.headers ?? {}).find(([name]) => name.endsWith("-delivery"))?.[1];
  expect(attempt?.attributes).toContainEqual({
    key: "quittance.delivery_id",
    value: { stringValue: deliveryId },
  });

  expect(collector.received[0]?.path).toBe(`${new URL(collector.url).pathname}/v1/traces`);
  expect(collector.received[0]?.headers.authorization).toBe("Bearer of-the-collector");
  const text = collector.received.map(({ body }) => body.toString()).join("\n");
  expect(text).toContain('"payments-test"');
  const secrets = [
    ...["INV-SECRET", "payer@example.com", "token-of-the-shop", apiKey],
    ...[node.accounts.recipient.address, node.accounts.payer.address],
    ...[row.requestId.slice(2), row.paymentReference.slice(2), row.salt.slice(2)],
  ];
  expect(secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()))).toEqual([]);
});

test("a collector that is away or never answers holds up no call, no payment and no end of the process", async () => {
  collector.answer("hang");
  const started = performance.now();
  const response = await create({}, "INV-8");
  expect(response.status).toBe(201);
  const [row] = await ledger.app.database.db.select().from(requests).where(eq(requests.reference, "INV-8"));
  if (!row) throw new Error("no request was stored");
  await ledger.pay(row, "5");
  await ledger.watch();
  expect((await ledger.reload(row)).status).toBe("paid");
  await ledger.app.tracer?.close();
  expect(performance.now() - started).toBeLessThan(30_000);
});

const span = (): Span => ({
  ...{ traceId: "1".repeat(32), spanId: "2".repeat(16), parentSpanId: null, name: "x", kind: "internal" },
  ...{ startedAt: 1, endedAt: 2, isFailed: false, attributes: {} },
});

test("what a collector does not take is lost and said once, and the memory that waits has an end", async () => {
  const lines: string[] = [];
  const log = createLogger("warn", "test", { write: (line) => lines.push(line) });
  const settings = { endpoint: "http://127.0.0.1:9", headers: {}, service: "payments", ratio: 1 };
  const tracer = new Tracer(settings, "test", log);
  for (let i = 0; i < 10_000; i++) tracer.record(span());
  await tracer.close();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("traces were not told");
});

test("without the setting nothing is made: no span, no trace in what is stored", async () => {
  const silent = await startLedger(node, {}, {});
  try {
    expect(silent.app.tracer).toBeNull();
    const row = await silent.request("1");
    await silent.pay(row, "1");
    await silent.watch();
    expect((await silent.reload(row)).traceparent).toBeNull();
    const events = await silent.app.database.db.select().from(webhookEvents);
    expect(events.map(({ traceparent }) => traceparent)).toEqual([null]);
  } finally {
    await silent.close();
  }
});

test("a share of the traces is told, each as a whole, by whichever process", () => {
  const log = createLogger("silent", "test");
  const half = new Tracer({ endpoint: "", headers: {}, service: "x", ratio: 0.5 }, "web", log);
  expect(half.isTold(`7${"f".repeat(31)}`)).toBe(true);
  expect(half.isTold(`8${"0".repeat(31)}`)).toBe(false);
  for (const text of [null, "", "00-00-00-00", `00-${"0".repeat(32)}-${"1".repeat(16)}-01`, "DROP TABLE"]) {
    expect(readTraceparent(text)).toBeNull();
  }
});
