import { execFile } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { writePrivateFile } from "@/local/files";
import { StackError } from "@/local/stack-error";

/** What the production build is made of. Tests and this folder are no part of it. */
export const SOURCES = [
  ...["app", "components", "contracts", "db", "messages", "public", "server", "wallet"],
  ...["proxy.next.ts", "next.config.ts", "postcss.config.mjs", "package-lock.json"],
];
const NOT_BUILT = /\.test\.tsx?$|^server\/testing\//;

/** Which part of the build is missing or older than the sources, in words; `undefined` when it is fit to run. */
export function whyBuild(root: string): string | undefined {
  const outputs = [
    join(root, ".next", "BUILD_ID"),
    join(root, "dist", "main.js"),
    join(root, "dist", "worker.js"),
  ];
  const missing = outputs.find((path) => !existsSync(path));
  if (missing !== undefined) return "no build yet";
  const builtAt = Math.min(...outputs.map((path) => statSync(path).mtimeMs));
  const newer = sourceFiles(root).find((path) => statSync(join(root, path)).mtimeMs > builtAt);
  return newer === undefined ? undefined : `${newer} is newer than the build`;
}

/** Run the production build. Throws a `StackError` with the end of its output. */
export async function build(root: string, dataDir: string): Promise<void> {
  const logFile = join(dataDir, "logs", "build.log");
  const args = [join("scripts", "run.mjs"), join("scripts", "build.ts")];
  const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, {
      cwd: root,
      env,
      maxBuffer: 64 << 20,
    });
    writePrivateFile(logFile, stdout + stderr);
  } catch (cause) {
    const output =
      cause instanceof Error && "stdout" in cause && "stderr" in cause
        ? `${cause.stdout}${cause.stderr}`
        : "";
    writePrivateFile(logFile, output);
    const end = output.trimEnd().split("\n").slice(-20).join("\n");
    throw new StackError(`The production build failed:\n${end}`, `Its whole output is ${logFile}.`, {
      cause,
    });
  }
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
