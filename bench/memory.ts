import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { manyLinks } from "@/bench/links";
import { type Effort, effortOf, type Figure, printReport, type Report } from "@/bench/report";
import { startScratchPostgres } from "@/bench/scratch-postgres";
import { buildPrograms, startFrontDoor } from "@/bench/support/front-door";
import { startNode } from "@/bench/support/program";
import { boot } from "@/server/boot";
import { readConfig } from "@/server/config";
import { startTestChain } from "@/server/testing/evm/chain";

const LINKS = 10_000;
const READS_AT_ONCE = 8;
/** A process that was started, or asked, is left alone for so long: garbage is collected and connections end. */
const REST_MS = 15_000;

/**
 * What the processes of production hold in memory (resident set, Linux): with nothing to do, and with 10,000 open payment
 * links on one network.
 */
export async function run({ quick }: Effort = { quick: false }): Promise<Report> {
  const count = quick ? LINKS / 20 : LINKS;
  const directory = mkdtempSync(join(tmpdir(), "quittance-bench-"));
  const server = await startScratchPostgres({ fsync: "off" });
  const node = await startTestChain({ network: "sepolia" });
  const env = {
    DATABASE_URL: await server.createDatabase("memory"),
    SECRET_KEY: "11".repeat(32),
    NETWORK_PROFILE: "local",
    RATE_LIMITS: "off",
    RPC_URL_SEPOLIA: node.rpcUrl,
  };
  const app = boot(readConfig({ ...env, LOG_LEVEL: "silent" }), "bench");
  try {
    await buildPrograms(directory);
    const idle = await measured(env, directory);
    const { tokens, headers } = await manyLinks(app, node, count);
    const busy = await measured(env, directory, (port) => readAll(port, tokens, headers));
    const figures: Figure[] = [
      figure("web process, idle", idle.web, 150),
      figure("worker of one network, idle", idle.worker, 120),
      figure(`web process after ${count} open links were read`, busy.web),
      figure(`worker with ${count} open links`, busy.worker),
    ];
    return { name: "Memory", figures };
  } finally {
    await app.close();
    await node.stop();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

function figure(what: string, bytes: number, goal?: number): Figure {
  const figure = { what, value: bytes / 1e6, unit: "MB" };
  return goal === undefined
    ? figure
    : { ...figure, goal: { better: "less", goal, stretch: Math.round(goal * 0.8) } };
}

/** Both processes, started anew, after a rest; the web process after `work` as well. */
async function measured(
  env: Record<string, string>,
  directory: string,
  work?: (port: number) => Promise<void>,
): Promise<{ web: number; worker: number }> {
  const web = await startFrontDoor(env, directory);
  const worker = await startNode([join("dist", "worker.js")], env, join(directory, "worker.log"));
  try {
    await work?.(web.port);
    await delay(REST_MS);
    return { web: residentBytes(web.pid), worker: residentBytes(worker.pid) };
  } finally {
    await worker.stop();
    await web.stop();
  }
}

function residentBytes(pid: number): number {
  const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  if (kibibytes === undefined) throw new Error(`process ${pid} has ended`);
  return Number(kibibytes) * 1_024;
}

async function readAll(port: number, tokens: readonly string[], headers: Record<string, string>) {
  let next = 0;
  const lane = async () => {
    for (let token = tokens[next++]; token !== undefined; token = tokens[next++]) {
      const answer = await fetch(`http://127.0.0.1:${port}/v2/secure-payments/${token}`, { headers });
      if (answer.status !== 200) throw new Error(`a link was answered ${answer.status}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, lane));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  printReport(await run(effortOf(process.argv.slice(2))));
}
