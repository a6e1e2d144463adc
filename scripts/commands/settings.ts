import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { plainCommand } from "@/scripts/command-line/plain-command";
import { settingsPage } from "@/scripts/settings-page";

/** `quittance settings`: writes `docs/settings.md`, or the file it is given, from the schemas of the environment. */
export const settings = plainCommand("settings", async ({ words: [given] }, say) => {
  const file = given ?? join(repositoryRoot(), "docs", "settings.md");
  writeFileSync(file, settingsPage());
  say(`wrote ${file}`);
  return { data: { file } };
});
