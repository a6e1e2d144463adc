import { createServer } from "node:net";
import { overRounds, percentile } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startWebhookLab, type WebhookLab } from "@/bench/support/webhook-lab";
import { inTransaction } from "@/server/context";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import { createAddressGuard } from "@/server/webhooks/sending/address-guard";
import { createWebhookSender } from "@/server/webhooks/sending/deliver";
import { createHttpSender } from "@/server/webhooks/sending/send";
import { deliveryHeaders } from "@/server/webhooks/sending/sign";

const ROUNDS = 5;
export const ENDPOINTS = 4;
const EVENTS = 1_500;
/** Bare POSTs in flight: as many as the sender allows itself with this many endpoints. */
const IN_FLIGHT = 32 * ENDPOINTS;
const SINGLE_COMMITS = 300;

/** Deliveries with every attempt recorded against bare signed POSTs, and commit → first byte when idle. */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const lab = await startWebhookLab();
  try {
    return {
      name: "webhooks",
      figures: [
        ...(await throughput(lab, quick ? 750 : EVENTS)),
        ...(await latency(lab, quick ? 50 : SINGLE_COMMITS)),
      ],
    };
  } finally {
    await lab.close();
  }
}

async function throughput(lab: WebhookLab, events: number): Promise<Figure[]> {
  const platformId = await lab.newPlatform();
  await newEndpoints(lab, platformId);
  await barePosts(lab, 1_000);
  await deliveries(lab, platformId, 250);
  const rounds: { bare: number; recorded: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await barePosts(lab, ENDPOINTS * events);
    rounds.push({ bare, recorded: await deliveries(lab, platformId, events) });
  }
  const each = (what: string, of: "bare" | "recorded") =>
    rounds.map((round, i) => ({ what: `round ${i + 1}: ${what}`, value: round[of], unit: "/s" }));
  return [
    {
      what: "webhook deliveries/s with every attempt recorded ÷ bare signed POSTs/s",
      ...overRounds(rounds.map((round) => round.recorded / round.bare)),
      unit: "",
      goal: { better: "more", goal: 0.45, stretch: 0.6 },
    },
    ...each("deliveries, every attempt recorded", "recorded"),
    ...each("bare signed POSTs", "bare"),
  ];
}

/** Their URLs. All of them are the one receiver. */
export async function newEndpoints(lab: WebhookLab, platformId: string): Promise<string[]> {
  const urls = Array.from({ length: ENDPOINTS }, (_, i) => `${lab.receiverUrl}/${i}`);
  for (const url of urls)
    await inTransaction(lab.ctx, (tx) => createEndpoint(tx, { platformId, clientIdId: null, url }));
  return urls;
}

/** Enqueues with the sender at rest, then times it from its start to the last record. Per second. */
export async function deliveries(lab: WebhookLab, platformId: string, events: number): Promise<number> {
  await inTransaction(lab.ctx, (tx) =>
    enqueueEvents(
      tx,
      Array.from({ length: events }, () => aConfirmedPayment(platformId)),
    ),
  );
  const sender = createWebhookSender(lab.app);
  const start = performance.now();
  await sender.start();
  await sender.idle();
  const seconds = (performance.now() - start) / 1_000;
  await sender.stop();
  return (events * ENDPOINTS) / seconds;
}

/** The same bytes, signatures and client, and nothing else. Per second. */
async function barePosts(lab: WebhookLab, count: number): Promise<number> {
  const guard = createAddressGuard({ allowLoopback: true, now: () => new Date() });
  const http = createHttpSender({ guard });
  const text = JSON.stringify({ event: "payment.confirmed", ...aConfirmedPayment("p").payload });
  let left = count;
  const post = async (n: number) => {
    while (left-- > 0) {
      const body = Buffer.from(text);
      const headers = deliveryHeaders("x-service-", {
        deliveryId: "01J0000000000000000000000A",
        body,
        retryCount: 0,
        isTest: false,
        sentAt: new Date(),
        secret: "ab".repeat(32),
        previousSecret: null,
      });
      const result = await http.send(new URL(`${lab.receiverUrl}/${n % ENDPOINTS}`), headers, body);
      if (result.statusCode !== 200) throw new Error(`bare POST failed: ${result.error}`);
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, (_, n) => post(n)));
  const seconds = (performance.now() - start) / 1_000;
  http.close();
  return count / seconds;
}

/** From the commit to the first byte at the endpoint, one event at a time on an idle sender. */
async function latency(lab: WebhookLab, commits: number): Promise<Figure[]> {
  const platformId = await lab.newPlatform();
  let arrived: (at: number) => void = () => {};
  const endpoint = createServer((socket) => {
    socket.on("data", () => {
      arrived(performance.now());
      socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n");
    });
    socket.on("error", () => {});
  });
  await new Promise<void>((resolve) => endpoint.listen(0, "127.0.0.1", resolve));
  const address = endpoint.address();
  if (address === null || typeof address === "string") throw new Error("not listening on a port");
  const url = `http://127.0.0.1:${address.port}/`;
  await inTransaction(lab.ctx, (tx) => createEndpoint(tx, { platformId, clientIdId: null, url }));
  let committedAt = 0;
  // Called at once when the transaction has committed, before the sender is.
  await lab.app.wakeUp.on("webhooks", () => {
    committedAt ||= performance.now();
  });
  const sender = createWebhookSender(lab.app);
  await sender.start();
  const samples: number[] = [];
  for (let i = 0; i < commits; i++) {
    await sender.idle();
    committedAt = 0;
    const firstByte = new Promise<number>((resolve) => {
      arrived = resolve;
    });
    await inTransaction(lab.ctx, (tx) => enqueueEvents(tx, [aConfirmedPayment(platformId)]));
    samples.push((await firstByte) - committedAt);
  }
  await sender.idle();
  await sender.stop();
  endpoint.close();
  return [
    {
      what: "ledger commit → first byte at the endpoint, p50",
      value: percentile(samples, 0.5),
      unit: "ms",
      goal: { better: "less", goal: 10, stretch: 6 },
    },
    { what: "ledger commit → first byte at the endpoint, p99", value: percentile(samples, 0.99), unit: "ms" },
  ];
}

if (process.argv[1] === import.meta.filename) printReport(await run(effortOf(process.argv)));
