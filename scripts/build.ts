import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundlePrograms } from "./bundle";
import { compressFiles } from "./compress";

/**
 * The production build (`npm run build`): Next's own output in `.next`, its files compressed, and the web process
 * and the worker as one bundle each in `dist`, so that neither compiles TypeScript when it starts.
 */
const root = join(import.meta.dirname, "..");

const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const { status } = spawnSync(process.execPath, [next, "build"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
});
if (status !== 0) process.exit(status ?? 1);

for (const output of await bundlePrograms()) process.stdout.write(`${output}\n`);
process.stdout.write(`${await compressFiles(join(root, ".next/static"))} files compressed\n`);
