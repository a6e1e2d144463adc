import { createHash, randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { parseJson, readIfExists, writePrivateFile } from "@/local/files";

const Kept = z.object({
  /** Of the service's numbers, as it tells it. */
  epoch: z.string(),
  /** The last event that was handled. */
  sequence: z.int().nonnegative(),
  secret: z.string(),
});

/** How far a listener has come, and what it signs with. */
export type Kept = z.infer<typeof Kept>;

/** Whose events go where. */
export interface Listener {
  baseUrl: string;
  apiKey: string;
  /** Undefined where they are only shown. */
  forwardTo: string | undefined;
}

/** What was kept of a listener; undefined for one that is new, or whose file is broken. */
export function readKept(listener: Listener, env: NodeJS.ProcessEnv): Kept | undefined {
  const kept = Kept.safeParse(parseJson(readIfExists(fileOf(listener, env)) ?? ""));
  return kept.success ? kept.data : undefined;
}

/** Keeps it, whole or not at all, readable for this user alone. */
export function keep(listener: Listener, env: NodeJS.ProcessEnv, kept: Kept): void {
  mkdirSync(stateFolder(env), { recursive: true, mode: 0o700 });
  writePrivateFile(fileOf(listener, env), JSON.stringify(kept));
}

/** As the service makes secrets of webhooks. */
export function newSecret(): string {
  return randomBytes(32).toString("hex");
}

/** A file for each listener, so that several may run; its name tells nothing of the key. */
function fileOf({ baseUrl, apiKey, forwardTo = "" }: Listener, env: NodeJS.ProcessEnv): string {
  const name = createHash("sha256")
    .update(JSON.stringify([baseUrl, apiKey, forwardTo]))
    .digest("hex");
  return join(stateFolder(env), `listen-${name.slice(0, 32)}.json`);
}

function stateFolder(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_STATE_HOME || join(env.HOME || homedir(), ".local", "state"), "quittance");
}
