import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Metafile, stop } from "esbuild";
import { repositoryRoot } from "@/repository-root";
import { writeDeclarations } from "@/sdk/build/declarations";

/** What can be imported of the package, and from which source it is made. */
export const ENTRIES = {
  index: "sdk/index.ts",
  webhooks: "sdk/webhooks/index.ts",
  safety: "sdk/safety/index.ts",
} as const;

/**
 * Writes the package into a folder that is emptied before: code without dependencies, declarations, README. What stands in
 * `quittance/safety` is the code of the payer's page and of the command, taken in. Returns what each file was made of.
 */
export async function buildPackage(folder: string): Promise<Metafile> {
  const root = repositoryRoot();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { ...ENTRIES },
    outdir: folder,
    chunkNames: "parts/[name]-[hash]",
    bundle: true,
    splitting: true,
    format: "esm",
    // Runs in Node too; the files for Node alone of libraries would not run elsewhere.
    platform: "browser",
    target: "es2022",
    legalComments: "eof",
    metafile: true,
    logLevel: "warning",
  });
  await stop();
  await writeDeclarations(Object.values(ENTRIES), join(folder, "types"));
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest(root), null, 2)}\n`);
  copyFileSync(join(root, "sdk", "README.md"), join(folder, "README.md"));
  return metafile;
}

/** Its version is that of the service that it was made with. */
function manifest(root: string): object {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), "utf8"));
  const { name, ...rest } = read("sdk/package.json");
  return { name, version: read("package.json").version, ...rest };
}
