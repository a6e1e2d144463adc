import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";

const Manifest = z.object({ scripts: z.record(z.string(), z.string()) });

/** The commands of `package.json`, by name. */
export function npmScripts(): Record<string, string> {
  return Manifest.parse(JSON.parse(readFileSync(join(repositoryRoot(), "package.json"), "utf8"))).scripts;
}

/**
 * Starts what `npm run <name> -- <args>` runs, without npm between us and its signals. Of our own environment it gets
 * only what finds programs.
 */
export function startScript(
  name: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
): ChildProcessByStdio<null, Readable, Readable> {
  const command = npmScripts()[name];
  if (command === undefined) throw new Error(`package.json has no script ${name}`);
  const root = repositoryRoot();
  const { PATH = "", HOME = "" } = process.env;
  return spawn("bash", ["-c", `exec ${command} "$@"`, name, ...args], {
    cwd: root,
    env: { PATH: [join(root, "node_modules", ".bin"), PATH].join(delimiter), HOME, NODE_ENV: "test", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** The same, until it has ended. */
export async function runScript(
  name: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) {
  const child = startScript(name, args, env);
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  return { output, errors, code };
}
