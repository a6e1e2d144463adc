import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventsInWords, FAULT_NAMES, FAULTS, type Fault, type FaultName } from "@/local/chaos/faults";
import { playFault, type Sandbox } from "@/local/chaos/play-fault";
import { createRelay } from "@/local/chaos/relay";
import { type ChaosServer, serveChaos } from "@/local/chaos/server";
import { type FaultyNode, startFaultyNode } from "@/local/evm-node/faulty-node";
import { writeStack } from "@/local/running-stack/stack-file";
import { startService, type TestService } from "@/sdk/testing/service";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { aMerchant } from "@/server/testing/links";
import { quittanceHere } from "@/server/testing/operator-command";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import { createWebhookSender, type WebhookSender } from "@/server/webhooks/sending/deliver";
import { Loop } from "@/server/worker/loop";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

let chain: TestChain;
let node: FaultyNode;
let service: TestService;
let watcher: Loop;
let sender: WebhookSender;
let receiver: WebhookReceiver;
let sandbox: Sandbox;
let server: ChaosServer;

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia" });
  node = await startFaultyNode(chain.rpcUrl);
  service = await startService({
    ...{ NETWORK_PROFILE: "local", RPC_URL_SEPOLIA: node.url, CONFIRMATIONS_SEPOLIA: "1" },
    WEBHOOK_ALLOW_LOOPBACK: "true",
  });
  const { app } = service.api;
  const shop = await aMerchant(service.api);
  const adapter = app.chains.find("sepolia");
  if (!adapter) throw new Error("no adapter");
  const memory = newWatcherMemory();
  const pass = () => watchTransfers(app.context(systemCaller("")), adapter, "worker", memory);
  watcher = new Loop({ name: "watch", everyMs: 50, pass }, app.log, () => {});
  watcher.start();
  receiver = await startWebhookReceiver();
  sandbox = {
    account: { apiUrl: service.url, apiKey: shop.key["x-api-key"] ?? "" },
    payer: { network: "sepolia", rpcUrl: chain.rpcUrl, privateKey: chain.accounts.payer2.privateKey },
    payee: chain.accounts.recipient.address,
    ...{ node, relay: createRelay(), now: Date.now, slowMs: 200 },
  };
  server = await serveChaos(sandbox);
  const url = `${server.url}/relay?to=${encodeURIComponent(receiver.url)}`;
  await inTransaction(app.context(systemCaller(shop.platformId)), (tx) =>
    createEndpoint(tx, { platformId: shop.platformId, clientIdId: null, url }),
  );
  sender = createWebhookSender(app, { timeoutMs: 2_000 });
  await sender.start();
});
afterAll(async () => {
  await watcher?.stop();
  await sender?.stop();
  await server?.close();
  await receiver?.close();
  await service?.close();
  await node?.close();
  await chain?.stop();
});

/** What the receiver got about a request, in the order of the events. */
async function receivedOf(requestId: string) {
  await sender.idle();
  return receiver.received
    .filter(({ json }) => json.requestId === requestId)
    .toSorted((a, b) => Number(a.json.sequence) - Number(b.json.sequence) || a.at - b.at);
}

/** What the table promises, an event that comes twice as two. */
function promisedBy(name: FaultName) {
  const { events }: Fault = FAULTS[name];
  return events.flatMap(({ event, fields, isRepeated }) =>
    Array.from({ length: isRepeated ? 2 : 1 }, () => ({ event, ...fields })),
  );
}

const played = new Map<FaultName, string>();

test.each(FAULT_NAMES)("%s: a receiver gets the documented webhooks, event by event", async (name) => {
  const answer = await fetch(`${server.url}/faults/${name}`, {
    ...{ method: "POST", headers: { "content-type": "application/json" } },
    body: JSON.stringify({ blocks: 4 }),
  });
  const { requestId, events, error } = await answer.json();
  expect(error).toBeUndefined();
  played.set(name, requestId);
  const promised = promisedBy(name);
  const received = await receivedOf(requestId);
  expect(received.map(({ json }) => json)).toMatchObject(promised);
  expect(events).toEqual(
    [...new Set(received.map(({ json }) => json.sequence))].map((_, i) => FAULTS[name].events[i]?.event),
  );
});

test("an event that comes again has its delivery ID, and says so", async () => {
  const twice = await receivedOf(played.get("slow-endpoint") ?? "");
  const [first, second] = twice.map(({ headers }) => headers);
  expect(first?.["x-service-delivery"]).toBe(second?.["x-service-delivery"]);
  expect([first, second].map((headers) => headers?.["x-service-retry-count"])).toEqual(["0", "1"]);
});

test("nothing more is told later of any of them", async () => {
  // Whatever was on the chain before this was read before it, too.
  await playFault(sandbox, "over");
  for (const [name, requestId] of played) {
    const received = await receivedOf(requestId);
    expect([name, received.length]).toEqual([name, promisedBy(name).length]);
  }
});

test("quittance chaos lists the faults, plays one, and says what it cannot play: no other name, no larger --blocks", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "quittance-chaos-"));
  const env = { QUITTANCE_DATA_DIR: dataDir };
  const nowhere = await quittanceHere(["chaos", "over"], env);
  expect([nowhere.code, nowhere.errors]).toEqual([1, expect.stringContaining("npm start -- --chaos")]);
  const { url: apiUrl } = service;
  const urls = { apiUrl, authUrl: apiUrl, payUrl: apiUrl, dashboardUrl: apiUrl, chaosUrl: server.url };
  const wire = { headerPrefix: "x-", network: "n", tech: "t" };
  const processes = { web: 1, worker: 1 };
  writeStack(dataDir, { version: 1, ...urls, databaseUrl: "postgres://x", wire, networks: {}, processes });
  expect((await quittanceHere(["chaos"], env)).output).toMatch(/^over +12 USDC are paid in one/m);
  const { output, code } = await quittanceHere(["chaos", "over"], env);
  expect([code, output]).toEqual([0, expect.stringMatching(/Paid 12: 0x[\s\S]*Told: payment.confirmed\n/)]);
  expect(await quittanceHere(["chaos", "earthquake"], env)).toMatchObject({ code: 2 });
  expect(await quittanceHere(["chaos", "reorganise", "--blocks", "11"], env)).toMatchObject({ code: 1 });
  rmSync(dataDir, { recursive: true });
});

test("the commands of the guide run as they stand there", async () => {
  const [, commands = ""] =
    /^```sh chaos\n([\s\S]*?)^```/m.exec(readFileSync("docs/guides/chaos.md", "utf8")) ?? [];
  const env = { ...process.env, CHAOS: server.url };
  const { stdout } = await promisify(execFile)("sh", ["-ec", commands], { env });
  expect(stdout).toContain('"events":["payment.confirmed","payment.failed","payment.confirmed"]');
});

test("the guide has every fault with its webhooks, as the table in the code", () => {
  const guide = readFileSync("docs/guides/chaos.md", "utf8");
  const rows = FAULT_NAMES.map((name) => {
    const { title, does, events, handle }: Fault = FAULTS[name];
    return `| \`${name}\` | ${title} | ${does} | ${eventsInWords(events)} | ${handle} |`;
  });
  expect(guide).toContain(rows.join("\n"));
});
