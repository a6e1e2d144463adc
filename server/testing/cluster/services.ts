import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@/local/processes/free-port";
import { type SettableClock, settableClock } from "@/server/testing/cluster/settable-clock";

export interface Services {
  /** Where the web processes listen. */
  urls: string[];
  /** The clock of each web process, and of each worker. */
  webClocks: SettableClock[];
  workerClocks: SettableClock[];
  stop(): Promise<void>;
}

export interface ServiceSettings {
  pooledUrl: string;
  directUrl: string;
  secretKey: string;
  rpcUrl: string;
  directory: string;
}

/** Two web and two worker processes on one database behind a pooler, as an installation has them. */
export async function startServices(settings: ServiceSettings): Promise<Services> {
  const networksFile = join(settings.directory, "networks.json");
  writeFileSync(
    networksFile,
    JSON.stringify({ sepolia: { rpcUrls: [settings.rpcUrl], confirmations: 1, startBlock: 0, pollMs: 500 } }),
  );
  const ports = [await freePort(), await freePort()];
  const env = {
    DATABASE_URL: settings.pooledUrl,
    DATABASE_DIRECT_URL: settings.directUrl,
    DATABASE_MODE: "pooled",
    DATABASE_POOL_SIZE: "8",
    SECRET_KEY: settings.secretKey,
    NETWORKS_FILE: networksFile,
    NETWORK_PROFILE: "local",
    RATE_LIMITS: "off",
    WEBHOOK_ALLOW_LOOPBACK: "true",
    LOG_LEVEL: "fatal",
  };
  const clocksOf = (kind: string) =>
    [0, 1].map((i) => settableClock(join(settings.directory, `${kind}-${i}.clock`)));
  const [webClocks, workerClocks] = [clocksOf("web"), clocksOf("worker")];
  const web = ports.map((port, i) =>
    started("server/testing/cluster/web-process.ts", { ...env, ...webClocks[i]?.env, PORT: String(port) }),
  );
  const workers = workerClocks.map((clock) => started("server/worker/main.ts", { ...env, ...clock.env }));
  const all = await Promise.all([...web, ...workers]);
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    webClocks,
    workerClocks,
    stop: async () => {
      await Promise.all(
        all.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          child.kill("SIGKILL");
          await once(child, "exit");
        }),
      );
    },
  };
}

async function started(program: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["scripts/run.mjs", program], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: { PATH: process.env.PATH, NODE_ENV: "production", ...env },
  });
  await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => {
      throw new Error(`${program} ended while it started`);
    }),
  ]);
  return child;
}
