import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { buildPrograms } from "@/bench/support/front-door";
import { allowProxy } from "@/bench/support/paying";
import { startNode } from "@/bench/support/program";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { chainsOf } from "@/server/chains/adapter";
import { EvmAdapter } from "@/server/chains/evm/adapter";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { createPlatform } from "@/server/platforms/create-platform";
import type { RequestRow } from "@/server/requests/draft";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { startWebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { createEndpoint } from "@/server/webhooks/endpoints/store";

const NETWORK: EvmNetworkId = "base";

/** One that pays a request: `submit` hands its transaction to the node, which mines when it is told to. */
export interface TimedPayment {
  request: RequestRow;
  submit: () => Promise<void>;
}

/** What a worker knows of its node. */
export interface NodeSettings {
  rpcUrls: string[];
  wsUrl?: string;
}

/** A real node, a tenant with a receiver of webhooks, and the worker process as production starts it. */
export interface BlockToWebhook {
  app: App;
  node: TestChain;
  platformId: string;
  /**
   * Milliseconds of each payment but the first two, which find connections closed and code uncompiled: one at a time, with
   * a worker of its own that knows the node by these settings, and everything at rest in between.
   */
  times(settings: NodeSettings, payments: readonly TimedPayment[]): Promise<number[]>;
  stop(): Promise<void>;
}

/** The clock starts when the node is told to mine, so that mining counts against us. */
export async function startBlockToWebhook(): Promise<BlockToWebhook> {
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
  const chain = new EvmAdapter(EVM_NETWORKS[NETWORK], { rpcUrls: [node.rpcUrl] });
  const app = boot(readConfig(env), "bench", { chains: chainsOf({ [NETWORK]: chain }) });
  const stop = async () => {
    await app.close();
    await receiver.close();
    await node.stop();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  const times: BlockToWebhook["times"] = async (settings, payments) => {
    const networksFile = join(directory, "networks.json");
    writeFileSync(networksFile, JSON.stringify({ [NETWORK]: settings }));
    const worker = await startNode([join("dist", "worker.js")], { ...env, NETWORKS_FILE: networksFile });
    const taken: number[] = [];
    try {
      for (const { request, submit } of payments) {
        await submit();
        // At rest, and at no fixed distance from the worker's own clock.
        await delay(200 + Math.random() * 1_000);
        const started = performance.now();
        await node.mine();
        const { at } = await receiver.next(({ json }) => json.requestId === request.requestId.slice(2));
        taken.push(at - started);
      }
    } finally {
      await worker.stop();
    }
    return taken.slice(2);
  };
  try {
    await buildPrograms(directory);
    const platformId = await tenantWithEndpoint(app, receiver.url);
    await allowProxy(node);
    await node.rpc("evm_setAutomine", false);
    return { app, node, platformId, times, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function tenantWithEndpoint(app: App, url: string): Promise<string> {
  return inTransaction(app.context(systemCaller("")), async (tx) => {
    const { id } = await createPlatform(tx, { name: "Bench", walletAddress: null });
    await createEndpoint(tx, { platformId: id, clientIdId: null, url });
    return id;
  });
}
