import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { compressFiles } from "./compress";
import { buildPrograms } from "./programs/build.mjs";
import { leaveOutSources } from "./source-maps";

/**
 * The production build (`npm run build`): Next's own output in `.next`, its files compressed, and all programs in `dist`,
 * so that none compiles TypeScript when it starts. With `--programs` the programs alone, which takes two seconds.
 */
const root = repositoryRoot();
if (process.argv.includes("--programs")) {
  await buildPrograms(root);
  process.exit(0);
}

const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const pages = spawn(process.execPath, [next, "build"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
});
const ended = once(pages, "exit");
// Beside it, because the build of the pages leaves part of two cores idle.
const services = await buildPrograms(root).catch((error: unknown) => {
  pages.kill();
  throw error;
});
const [status] = await ended;
if (status !== 0) process.exit(status ?? 1);

for (const service of services) process.stdout.write(`${service}\n`);
process.stdout.write(`${await compressFiles(join(root, ".next/static"))} files compressed\n`);
await leaveOutSources(join(root, ".next/server"));
