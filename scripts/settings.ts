import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { settingsPage } from "./settings-page";

/** `npm run settings`: writes `docs/settings.md`, or the file it is given, from the schemas of the environment. */
const [given] = process.argv.slice(2);
const file = given ?? join(repositoryRoot(), "docs", "settings.md");
writeFileSync(file, settingsPage());
process.stdout.write(`wrote ${file}\n`);
