import { once } from "node:events";
import { createRequire } from "node:module";
import { freePort } from "@/local/processes/free-port";
import { type ManagedProcess, startProcess } from "@/local/processes/process";
import { PATIENCE_MS } from "@/server/testing/patience";

/** The key of every process on one database: it remembers the first. */
export const KEY_OF_PROCESSES = "11".repeat(32);

export interface Door {
  port: number;
  process: ManagedProcess;
}

/** The production front door, as `npm start` runs it. */
export function startFrontDoor(databaseUrl: string): Promise<Door> {
  return start("front door", databaseUrl, () => ["dist/main.js"]);
}

/** The same routes through Next's own server, as `npm run dev` runs it: the production build has only pages. */
export function startNext(databaseUrl: string): Promise<Door> {
  const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
  return start("next dev", databaseUrl, (port) => [next, "dev", "--port", String(port)], "development");
}

async function start(
  name: string,
  databaseUrl: string,
  args: (port: number) => string[],
  mode: "production" | "development" = "production",
): Promise<Door> {
  const port = await freePort();
  const started = await startProcess({
    name,
    command: process.execPath,
    args: args(port),
    env: {
      PATH: process.env.PATH ?? "",
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      SECRET_KEY: KEY_OF_PROCESSES,
      // Enabled, and never asked: none of these calls needs the chain.
      RPC_URL_SEPOLIA: "http://127.0.0.1:9",
      // The limits of a local profile: these tests call faster than any client.
      NETWORK_PROFILE: "local",
      LOG_LEVEL: "warn",
      NODE_ENV: mode,
      NEXT_TELEMETRY_DISABLED: "1",
    },
    output: "inherit",
    ipc: true,
  });
  await untilAnswering(port, started);
  return { port, process: started };
}

/** A plain look at the clock: the process has no other way to say that it listens. */
async function untilAnswering(port: number, { isRunning, name }: ManagedProcess): Promise<void> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    if (!isRunning()) throw new Error(`${name} ended while starting`);
    const answer = await fetch(`http://127.0.0.1:${port}/v2/health`).catch(() => null);
    if (answer?.ok) return;
    await once(AbortSignal.timeout(50), "abort");
  }
  throw new Error(`${name} did not answer`);
}
