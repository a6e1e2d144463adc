import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { NAME_CHARACTERS, PAGE_CHARACTERS } from "@/app/fonts/chinese-characters";
import { repositoryRoot } from "@/repository-root";

/**
 * Makes the Chinese typefaces in `app/fonts` anew, with exactly the signs that our texts have, after Chinese texts have
 * changed: `node scripts/run.mjs scripts/chinese-font.ts <Noto Sans SC, regular, all signs>`. Needs `pyftsubset` (the
 * Python packages fonttools and brotli); the package `@fontsource/noto-sans-sc` has the typeface as one file.
 */
const [source] = process.argv.slice(2);
if (source === undefined) throw new Error("Give the file of Noto Sans SC, regular, with all signs");

for (const [name, characters] of [
  ["noto-sans-sc-name", NAME_CHARACTERS],
  ["noto-sans-sc-pages", PAGE_CHARACTERS],
] as const) {
  const target = join(repositoryRoot(), "app", "fonts", `${name}.woff2`);
  execFileSync(
    "pyftsubset",
    [
      source,
      `--text=${characters.join("")}`,
      "--flavor=woff2",
      "--layout-features=*",
      `--output-file=${target}`,
    ],
    { stdio: "inherit" },
  );
  process.stdout.write(`${target}: ${characters.length} signs\n`);
}
