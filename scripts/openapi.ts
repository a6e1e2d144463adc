import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { routeModules } from "@/server/http/front-door/route-modules";
import { describeApi } from "@/server/http/openapi/openapi";

// `npm run openapi` writes the description, to `public/openapi.json` or the file it is given. With `--check` it only
// fails when that file is stale.
const [given] = process.argv.slice(2).filter((argument) => argument !== "--check");
const file = given ?? join(resolve(import.meta.dirname, ".."), "public", "openapi.json");
const current = `${JSON.stringify(describeApi(await routeModules()), null, 1)}\n`;
const committed = existsSync(file) ? readFileSync(file, "utf8") : "";

if (!process.argv.includes("--check")) {
  writeFileSync(file, current);
  process.stdout.write(`wrote ${file}\n`);
} else if (current !== committed) {
  process.stderr.write(`${file} is stale: run \`npm run openapi\` and look at what changed\n`);
  process.exit(1);
}
