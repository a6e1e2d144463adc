import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { bundlePrograms } from "./bundle";

// Pages first: a type error anywhere fails here, before the programs are replaced.
const next = createRequire(import.meta.url).resolve("next/dist/bin/next");
const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };
const { status } = spawnSync(process.execPath, [next, "build"], { stdio: "inherit", env });
if (status !== 0) process.exit(status ?? 1);

for (const file of await bundlePrograms()) process.stdout.write(`built ${file}\n`);
