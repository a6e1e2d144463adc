import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@/repository-root";
import { NETWORK_IDS } from "@/server/chains/networks";

/** Every environment variable that `docs/settings.md` names, with one for each network where it says `<NETWORK>`. */
export function settingNames(): Set<string> {
  const page = readFileSync(join(repositoryRoot(), "docs/settings.md"), "utf8");
  const rows = [...page.matchAll(/^\| `([A-Z][\w<>]*)` \|/gm)].map(([, name = ""]) => name);
  return new Set(rows.flatMap((name) => (name.includes("<NETWORK>") ? ofNetworks(name) : [name])));
}

function ofNetworks(name: string): string[] {
  return NETWORK_IDS.map((id) => name.replace("<NETWORK>", id.toUpperCase().replaceAll("-", "_")));
}
