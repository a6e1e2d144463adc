import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { readIfExists } from "@/local/files";
import { startProcess } from "@/local/processes/process";
import type { RunningRecord } from "@/local/processes/process-record";
import { StackError } from "@/local/stack-error";
import { programsOf } from "@/scripts/programs/list.mjs";
import { currentFileOf } from "@/scripts/programs/manifest.mjs";

/** What the production build is made of. Tests and this folder are no part of it. */
export const SOURCES = [
  ...["app", "components", "contracts", "db", "messages", "public", "server", "wallet"],
  ...["proxy.next.ts", "repository-root.ts", "next.config.mjs", "postcss.config.mjs", "package-lock.json"],
  "docs/contract-differences.json",
];
const NOT_BUILT = /\.test\.tsx?$|^server\/testing\//;

/** What is missing from the build, or older than its sources. */
export interface Unbuilt {
  /** In words. */
  why: string;
  /** Where the pages are as they should be, the programs alone are built, in seconds. */
  what: "all" | "programs";
}

/** Whether there is something to build; `undefined` when what is built is fit to run. */
export function whyBuild(root: string): Unbuilt | undefined {
  const pages = join(root, ".next", "BUILD_ID");
  if (!existsSync(pages)) return { why: "no build yet", what: "all" };
  const builtAt = statSync(pages).mtimeMs;
  const newer = sourceFiles(root).find((path) => statSync(join(root, path)).mtimeMs > builtAt);
  if (newer !== undefined) return { why: `${newer} is newer than the build`, what: "all" };
  const program = programsOf(root).find((one) => currentFileOf(root, one) === undefined);
  return program === undefined
    ? undefined
    : { why: `${program} has changed since it was built`, what: "programs" };
}

export interface Build {
  /** Resolves when it is built. Rejects with a `StackError` that has the end of its output, or with an `AbortError`. */
  done: Promise<void>;
  /** End it. Does nothing once it is done. */
  stop(): Promise<void>;
}

interface BuildOptions {
  /** The repository. */
  root: string;
  /** All of it unless told otherwise. */
  what?: Unbuilt["what"];
  /** Its log goes below it. */
  dataDir: string;
  /** Of the stack that it is for. */
  record?: RunningRecord;
  /** Ends it. */
  signal?: AbortSignal;
}

/** Start the production build, which takes most of a first start: other steps go on beside it. */
export async function startBuild({
  root,
  what = "all",
  dataDir,
  record,
  signal,
}: BuildOptions): Promise<Build> {
  signal?.throwIfAborted();
  const file = join(dataDir, "logs", "build.log");
  rmSync(file, { force: true });
  const outer = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const running = await startProcess({
    name: "build",
    command: process.execPath,
    args: [
      join("scripts", "run.mjs"),
      join("scripts", "build.ts"),
      ...(what === "programs" ? ["--programs"] : []),
    ],
    cwd: root,
    env: { ...Object.fromEntries(outer), NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    output: { file },
  });
  record?.add(running);
  const ending = new AbortController();
  const end = () => {
    ending.abort();
    return running.stop(0);
  };
  signal?.addEventListener("abort", end, { once: true });
  const ended = async () => {
    const { code } = await running.exited;
    record?.remove(running.pid);
    signal?.removeEventListener("abort", end);
    ending.signal.throwIfAborted();
    if (code === 0) return;
    const tail = (readIfExists(file) ?? "").trimEnd().split("\n").slice(-20).join("\n");
    throw new StackError(`The production build failed:\n${tail}`, `Its whole output is ${file}.`);
  };
  const done = ended();
  // Whoever waits for it may still be busy with something else when it fails.
  done.catch(() => {});
  return { done, stop: async () => void (await end()) };
}

function sourceFiles(root: string): string[] {
  return SOURCES.filter((name) => existsSync(join(root, name)))
    .flatMap((name) =>
      statSync(join(root, name)).isDirectory()
        ? readdirSync(join(root, name), { recursive: true, withFileTypes: true })
            .filter((entry) => entry.isFile())
            .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
        : [name],
    )
    .filter((path) => !NOT_BUILT.test(path));
}
