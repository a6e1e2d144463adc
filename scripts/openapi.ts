import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describeApi } from "@/server/http/openapi";
import { routeModules } from "@/server/http/route-modules";

// `npm run openapi` writes the description; with `--check` it only fails when the committed one is stale.
const file = join(resolve(import.meta.dirname, ".."), "public", "openapi.json");
const current = `${JSON.stringify(describeApi(await routeModules()), null, 1)}\n`;
const committed = existsSync(file) ? readFileSync(file, "utf8") : "";

if (!process.argv.includes("--check")) {
  writeFileSync(file, current);
  process.stdout.write(`wrote ${file}\n`);
} else if (current !== committed) {
  process.stderr.write("public/openapi.json is stale: run `npm run openapi` and look at what changed\n");
  process.exit(1);
}
