import { createServer } from "node:net";
import { startWebhookLab, type WebhookLab } from "@/bench/support/webhook-lab";
import { inTransaction } from "@/server/context";
import { aConfirmedPayment } from "@/server/testing/webhook-events";
import { createAddressGuard } from "@/server/webhooks/address-guard";
import { createWebhookSender } from "@/server/webhooks/deliver";
import { createEndpoint } from "@/server/webhooks/endpoints";
import { enqueueEvents } from "@/server/webhooks/enqueue";
import { createHttpSender } from "@/server/webhooks/send";
import { deliveryHeaders } from "@/server/webhooks/sign";

const ROUNDS = 5;
const ENDPOINTS = 4;
const EVENTS = 1_500;
const DELIVERIES = ENDPOINTS * EVENTS;
/** Bare POSTs in flight: as many as the sender allows itself with this many endpoints. */
const IN_FLIGHT = 32 * ENDPOINTS;
const SINGLE_COMMITS = 300;

interface Row {
  what: string;
  value: number;
  unit: string;
}

/** Deliveries with every attempt recorded against bare signed POSTs, and commit → first byte when idle. */
export async function run(): Promise<{ name: string; rows: Row[] }> {
  const lab = await startWebhookLab();
  try {
    return { name: "webhooks", rows: [...(await throughput(lab)), ...(await latency(lab))] };
  } finally {
    await lab.close();
  }
}

async function throughput(lab: WebhookLab): Promise<Row[]> {
  const platformId = await lab.newPlatform();
  for (let i = 0; i < ENDPOINTS; i++) {
    const url = `${lab.receiverUrl}/${i}`;
    await inTransaction(lab.ctx, (tx) => createEndpoint(tx, { platformId, clientIdId: null, url }));
  }
  await barePosts(lab, 1_000);
  await deliveries(lab, platformId, 250);
  const rounds: { bare: number; recorded: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await barePosts(lab, DELIVERIES);
    rounds.push({ bare, recorded: await deliveries(lab, platformId, EVENTS) });
  }
  return [
    ...rounds.flatMap(({ bare, recorded }, i) => [
      { what: `round ${i + 1}: bare signed POSTs`, value: Math.round(bare), unit: "/s" },
      { what: `round ${i + 1}: deliveries, every attempt recorded`, value: Math.round(recorded), unit: "/s" },
    ]),
    {
      what: "deliveries ÷ bare POSTs, median",
      value: median(rounds.map((r) => r.recorded / r.bare)),
      unit: "",
    },
  ];
}

/** Enqueues with the sender at rest, then times it from its start to the last record. Per second. */
async function deliveries(lab: WebhookLab, platformId: string, events: number): Promise<number> {
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
async function latency(lab: WebhookLab): Promise<Row[]> {
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
  for (let i = 0; i < SINGLE_COMMITS; i++) {
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
  const sorted = samples.sort((a, b) => a - b);
  const at = (share: number) => round2(sorted[Math.floor(sorted.length * share)] ?? 0);
  return [
    { what: "commit → first byte, p50", value: at(0.5), unit: "ms" },
    { what: "commit → first byte, p99", value: at(0.99), unit: "ms" },
  ];
}

function median(values: number[]): number {
  return round2(values.sort((a, b) => a - b)[values.length >> 1] ?? 0);
}

function round2(value: number): number {
  return Math.round(value * 100) / 100;
}

if (process.argv[1] === import.meta.filename) {
  const { name, rows } = await run();
  process.stdout.write(
    `${name}\n${rows.map((row) => `  ${row.what}: ${row.value} ${row.unit}`).join("\n")}\n`,
  );
}
