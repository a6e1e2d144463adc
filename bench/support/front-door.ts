import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, startNode } from "@/bench/support/program";
import { startBuild } from "@/local/build";
import { becomesReady } from "@/local/processes/app-processes";
import { freePort } from "@/local/processes/free-port";
import { buildPrograms as buildAll } from "@/scripts/programs/build.mjs";

/** The web process of production, built from the sources as they are now. */
export async function startFrontDoor(
  env: Record<string, string>,
  directory: string,
): Promise<{ port: number; pid: number; stop(): Promise<unknown> }> {
  await buildPrograms(directory);
  const port = await freePort();
  const door = await startNode(
    [join("dist", "main.js")],
    { ...env, PORT: String(port), LOG_LEVEL: "info" },
    join(directory, "web.log"),
  );
  if (!(await becomesReady(`http://127.0.0.1:${port}/v2/health`, 30_000))) {
    await door.stop();
    throw new Error(`the production door did not start: see ${directory}/web.log`);
  }
  return { port, pid: door.pid, stop: () => door.stop() };
}

/** Next's build takes long and is not what is measured here; the programs take three seconds. */
export async function buildPrograms(directory: string): Promise<void> {
  if (existsSync(join(ROOT, ".next", "BUILD_ID"))) await buildAll(ROOT);
  else {
    mkdirSync(join(directory, "logs"), { recursive: true });
    await (await startBuild({ root: ROOT, dataDir: directory })).done;
  }
}
