import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { manyLinks } from "@/bench/links";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { type ScratchPostgres, startScratchPostgres } from "@/bench/scratch-postgres";
import { payAlone, startCatchingUp } from "@/bench/support/catching-up";
import { startFrontDoor } from "@/bench/support/front-door";
import { startProgram } from "@/bench/support/program";
import { requestBody } from "@/bench/support/request-body";
import type { Cost } from "@/bench/support/scale/model";
import { STEPS } from "@/bench/support/scale/tables";
import { startWebhookLab } from "@/bench/support/webhook-lab";
import { systemCaller } from "@/server/auth/callers";
import { type App, boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { inTransaction } from "@/server/context";
import { createApiKey } from "@/server/platforms/api-keys/create-api-key";
import { createPlatform } from "@/server/platforms/create-platform";
import { startTestChain } from "@/server/testing/evm/chain";
import { secondsOfTree } from "@/server/testing/processor-time/process-tree";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import { createEndpoint } from "@/server/webhooks/endpoints/store";
import { createWebhookSender } from "@/server/webhooks/sending/deliver";

const CONNECTIONS = 32;
const SECRET_KEY = "11".repeat(32);

/**
 * What each step in the life of a payment costs in processor time, in our process and in PostgreSQL: the numbers that
 * `docs/scale.md` reckons with. Processor time says more than rates do on a machine that has other work, too.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const server = await startScratchPostgres();
  try {
    const figures: Figure[] = [];
    const add = (step: keyof typeof STEPS, { own, postgres }: Cost) =>
      figures.push(
        { what: `${STEPS[step].what}: ${STEPS[step].process}`, value: own, unit: "ms" },
        { what: `${STEPS[step].what}: PostgreSQL`, value: postgres, unit: "ms" },
      );
    const http = await ofCalls(server, quick ? 1 : 5);
    add("create", http.create);
    add("read", http.link);
    add("settle", await ofSettling(server, quick ? 1_000 : 5_000));
    add("webhook", await ofWebhooks(quick ? 1_000 : 10_000));
    return { name: "costs", figures };
  } finally {
    await server.stop();
  }
}

/** Runs `work` and divides the processor time that it took by the number it gives back. */
async function costOf(used: Record<keyof Cost, () => number>, work: () => Promise<number>): Promise<Cost> {
  const before = { own: used.own(), postgres: used.postgres() };
  const units = await work();
  return {
    own: (used.own() - before.own) / units,
    postgres: (used.postgres() - before.postgres) / units,
  };
}

/** Of a process and all that it has started, those that have ended included (Linux, steps of 10 ms). */
const ofTree = (pid: number) => () => secondsOfTree(pid) * 1_000;

/** Of this process alone, without the programs that it has started. */
function ofThisProcess(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const Calls = z.object({ calls: z.number() });

/** Of calls through the production door, many at a time for so many seconds each. */
async function ofCalls(server: ScratchPostgres, seconds: number): Promise<{ create: Cost; link: Cost }> {
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"));
  const node = await startTestChain({ network: "sepolia" });
  const env = {
    DATABASE_URL: await server.createDatabase("calls"),
    SECRET_KEY,
    NETWORK_PROFILE: "local",
    RATE_LIMITS: "off",
    RPC_URL_SEPOLIA: node.rpcUrl,
  };
  const app = boot(readConfig({ ...env, LOG_LEVEL: "silent" }), "bench");
  const door = await startFrontDoor(env, directory);
  const client = await startProgram("load");
  try {
    const { tokens, headers } = await manyLinks(app, node, 1);
    const measured = async (order: object): Promise<Cost> => {
      const call = (long: number) =>
        client.ask({ connections: CONNECTIONS, port: door.port, ...order, seconds: long });
      // Compiled code and prepared statements first.
      await call(1);
      return costOf(
        { own: ofTree(door.pid), postgres: ofTree(server.pid) },
        async () => Calls.parse(await call(seconds)).calls,
      );
    };
    const apiHeaders = { "x-api-key": await newApiKey(app), "content-type": "application/json" };
    const create = await measured({
      path: "/v2/request",
      body: requestBody("sepolia"),
      headers: apiHeaders,
      expect: 201,
    });
    const path = `/v2/secure-payments/${tokens[0]}`;
    return { create, link: await measured({ method: "GET", path, body: "", headers, expect: 200 }) };
  } finally {
    await Promise.all([client.stop(), door.stop(), app.close()]);
    await node.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function newApiKey(app: App): Promise<string> {
  return inTransaction(app.context(systemCaller("")), async (tx) => {
    const { id: platformId } = await createPlatform(tx, { name: "Bench", walletAddress: null });
    return (await createApiKey(tx, { platformId, label: "bench" })).value;
  });
}

/** Of payments of our requests, each a transaction of its own, from the answer of the node to the commit. */
async function ofSettling(server: ScratchPostgres, payments: number): Promise<Cost> {
  const chain = await startCatchingUp(await server.createDatabase("settling"), payments, payAlone);
  try {
    await chain.catchUp();
    let cost: Promise<Cost> | null = null;
    let isOver: () => void = () => {};
    const over = new Promise<void>((resolve) => {
      isOver = resolve;
    });
    // What empties the tables before a catch-up, and makes their statistics, is no part of it.
    await chain.catchUp(undefined, () => {
      cost = costOf({ own: ofThisProcess, postgres: ofTree(server.pid) }, async () => {
        await over;
        return payments;
      });
    });
    isOver();
    if (!cost) throw new Error("nothing was measured");
    return await cost;
  } finally {
    await chain.stop();
  }
}

/** Of deliveries to one endpoint that answers at once, claimed, signed, sent and recorded. */
async function ofWebhooks(deliveries: number): Promise<Cost> {
  const lab = await startWebhookLab();
  try {
    const platformId = await lab.newPlatform();
    await inTransaction(lab.ctx, (tx) =>
      createEndpoint(tx, { platformId, clientIdId: null, url: lab.receiverUrl }),
    );
    const send = async (count: number) => {
      const events = Array.from({ length: count }, () => aConfirmedPayment(platformId));
      await inTransaction(lab.ctx, (tx) => enqueueEvents(tx, events));
      return costOf({ own: ofThisProcess, postgres: ofTree(lab.postgresPid) }, async () => {
        const sender = createWebhookSender(lab.app);
        await sender.start();
        await sender.idle();
        await sender.stop();
        return count;
      });
    };
    await send(500);
    return await send(deliveries);
  } finally {
    await lab.close();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  printReport(await run(effortOf(process.argv)));
