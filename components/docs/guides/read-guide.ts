import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Guide } from "./guides";

/** The Markdown of a guide without its title, from the folder that the service runs in, as its pages are. Throws where the file or its section is missing. */
export function readGuide({ file, section }: Pick<Guide, "file" | "section">): string {
  const text = readFileSync(join(/* turbopackIgnore: true */ process.cwd(), file), "utf8");
  if (section === undefined) return text.replace(/^# .*\n/, "");
  const [, part] = text.split(`\n## ${section}\n`);
  const [found] = part?.split(/\n## /) ?? [];
  if (found === undefined) throw new Error(`${file} has no section "${section}"`);
  return found;
}
