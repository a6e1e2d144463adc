import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { percentile } from "@/bench/measure";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { buildPrograms } from "@/bench/support/front-door";
import { allowProxy, storeRequests, submitPayment } from "@/bench/support/paying";
import { startNode } from "@/bench/support/program";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { chainsOf } from "@/server/chains/adapter";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { createPlatform } from "@/server/platforms/create-platform";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { createEndpoint } from "@/server/webhooks/endpoints/store";

const NETWORK = "base";
const PAYMENTS = 100;
/** Without the socket the interval of polling decides; fewer payments show that. */
const POLLED = 40;

interface Lab {
  app: App;
  node: TestChain;
  receiver: WebhookReceiver;
  platformId: string;
  env: Record<string, string>;
  directory: string;
}

/**
 * From a block that the node has to the webhook at its receiver: a real node, the real worker process as
 * production starts it, one confirmation, one payment at a time with everything at rest in between. The
 * clock starts when the node is subscribed to mine, so that mining counts against us.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"));
  const node = await startTestChain({ network: NETWORK });
  const receiver = await startWebhookReceiver();
  const env = {
    DATABASE_URL: await server.createDatabase("latency"),
    SECRET_KEY: "11".repeat(32),
    NETWORK_PROFILE: "local",
    WEBHOOK_ALLOW_LOOPBACK: "true",
    LOG_LEVEL: "warn",
  };
  const app = boot(readConfig(env), "bench", { chains: chainsOf({}) });
  try {
    await buildPrograms(directory);
    const platformId = await tenantWithEndpoint(app, receiver.url);
    await allowProxy(node);
    await node.rpc("evm_setAutomine", false);
    const lab: Lab = { app, node, receiver, platformId, env, directory };
    const subscribed = await payments(
      lab,
      { rpcUrls: [node.rpcUrl], wsUrl: node.wsUrl },
      quick ? 10 : PAYMENTS,
    );
    const polled = await payments(lab, { rpcUrls: [node.rpcUrl] }, quick ? 5 : POLLED);
    return { name: "latency", figures: figuresOf(subscribed, polled) };
  } finally {
    await app.close();
    await receiver.close();
    await node.stop();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function tenantWithEndpoint(app: App, url: string): Promise<string> {
  return inTransaction(app.context(systemCaller("")), async (tx) => {
    const { id } = await createPlatform(tx, { name: "Bench", walletAddress: null });
    await createEndpoint(tx, { platformId: id, clientIdId: null, url });
    return id;
  });
}

/** Milliseconds of each payment, with a worker that knows the node by these settings. */
async function payments(
  { app, node, receiver, platformId, env, directory }: Lab,
  settings: { rpcUrls: string[]; wsUrl?: string },
  count: number,
): Promise<number[]> {
  const networksFile = join(directory, "networks.json");
  writeFileSync(networksFile, JSON.stringify({ [NETWORK]: settings }));
  const worker = await startNode([join("dist", "worker.js")], { ...env, NETWORKS_FILE: networksFile });
  const times: number[] = [];
  try {
    // The first two find connections closed and code uncompiled.
    for (const request of await storeRequests(app, node, platformId, count + 2)) {
      await submitPayment(node, request);
      // At rest, and at no fixed distance from the worker's own clock.
      await delay(200 + Math.random() * 1_000);
      const started = performance.now();
      await node.mine();
      const { at } = await receiver.next(({ json }) => json.requestId === request.requestId.slice(2));
      times.push(at - started);
    }
  } finally {
    await worker.stop();
  }
  return times.slice(2);
}

function figuresOf(subscribed: number[], polled: number[]): Figure[] {
  const figure = (what: string, sample: number[], share: number) => ({
    what,
    value: percentile(sample, share),
    unit: "ms",
  });
  const name = "block at the node → webhook received, one confirmation, idle";
  return [
    { ...figure(`${name}, p50`, subscribed, 0.5), goal: { better: "less", goal: 150, stretch: 150 } },
    { ...figure(`${name}, p99`, subscribed, 0.99), goal: { better: "less", goal: 1_000, stretch: 400 } },
    figure(`${name}, worst of ${subscribed.length}`, subscribed, 1),
    figure("the same without the node's WebSocket, polling every second, p50", polled, 0.5),
    figure("the same without the node's WebSocket, polling every second, p99", polled, 0.99),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
