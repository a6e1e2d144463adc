import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@/bench/support/program";
import { packageFolder, runTool } from "@/server/testing/bring-package";

/**
 * Copies `bench/peers/<name>` into the user's cache and installs there what its lock file names, unless that was done
 * before. Nothing of it comes into this repository. Gives the folder.
 */
export async function installPeer(name: string): Promise<string> {
  const source = join(ROOT, "bench", "peers", name);
  const folder = packageFolder(process.env, join("bench-peers", name));
  const lock = join(folder, "package-lock.json");
  const isInstalled =
    existsSync(join(folder, "node_modules", ".package-lock.json")) &&
    existsSync(lock) &&
    readFileSync(lock, "utf8") === readFileSync(join(source, "package-lock.json"), "utf8");
  if (!isInstalled) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(source, folder, { recursive: true, filter: (path) => !path.includes("node_modules") });
  if (!isInstalled)
    await runTool("npm", ["ci", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund"]);
  return folder;
}

/** What a program that is not ours gets of our environment. */
export function peerEnvironment(): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, NODE_ENV: "production" };
}
