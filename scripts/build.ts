import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { bundlePrograms } from "./bundle";
import { compressFiles } from "./compress";

/**
 * The production build (`npm run build`): Next's own output in `.next`, its files compressed, and the web process
 * and the worker as one bundle each in `dist`, so that neither compiles TypeScript when it starts.
 */
const root = repositoryRoot();

const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const pages = spawn(process.execPath, [next, "build"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
});
const ended = once(pages, "exit");
// Beside it, because the build of the pages leaves part of two cores idle.
const bundles = await bundlePrograms().catch((error: unknown) => {
  pages.kill();
  throw error;
});
const [status] = await ended;
if (status !== 0) process.exit(status ?? 1);

for (const bundle of bundles) process.stdout.write(`${bundle}\n`);
process.stdout.write(`${await compressFiles(join(root, ".next/static"))} files compressed\n`);
