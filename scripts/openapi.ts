import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { apiRoutes } from "@/app/api-routes";
import { repositoryRoot } from "@/repository-root";
import { addWords, withoutWords } from "@/server/http/openapi/add-words";
import { describeApi } from "@/server/http/openapi/openapi";
import { openApiText } from "./openapi-text";
import { rolesPage } from "./roles-page";

// `npm run openapi` writes the description, to `public/openapi.json` or the file it is given, and `docs/roles.md`. With `--check` it only
// fails when that file is stale.
const [given] = process.argv.slice(2).filter((argument) => argument !== "--check");
const file = given ?? join(repositoryRoot(), "public", "openapi.json");
const api = addWords(describeApi(apiRoutes));
const current = openApiText(api);
const committed = existsSync(file) ? readFileSync(file, "utf8") : "";

const unclear = withoutWords(api);
if (unclear.length > 0) {
  process.stderr.write(`These fields have no words: ${unclear.join(", ")}\nGive them a .describe()\n`);
  process.exit(1);
}

if (!process.argv.includes("--check")) {
  writeFileSync(file, current);
  if (given === undefined) writeFileSync(join(repositoryRoot(), "docs", "roles.md"), rolesPage());
  process.stdout.write(`wrote ${file}; npm run sdk:types writes the types of the client\n`);
} else if (current !== committed) {
  process.stderr.write(`${file} is stale: run \`npm run openapi\` and look at what changed\n`);
  process.exit(1);
}
