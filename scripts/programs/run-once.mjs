import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ownPlace } from "./own-place.mjs";

/**
 * Makes a module of the TypeScript program at `entry` (whole path) and of its own files, which is gone as soon as it is
 * loaded, and returns where it is. Libraries are loaded from where they are. For programs whose sources have changed since
 * they were built, and in a folder where nothing can be written.
 */
export async function moduleOnce(root, entry) {
  // Not loaded by programs that are built.
  const { build, stop, transform } = await import("esbuild");
  const libraries = {
    name: "libraries",
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path: name }) => {
        if (name.startsWith("@/")) return undefined;
        return { path: name.startsWith("node:") ? name : import.meta.resolve(name), external: true };
      });
    },
  };
  const urlOf = (path) => JSON.stringify(pathToFileURL(path).href);
  const { outputFiles } = await build({
    absWorkingDir: root,
    alias: { "@": root },
    entryPoints: [entry],
    outdir: root,
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    jsx: "automatic",
    sourcemap: "inline",
    sourcesContent: false,
    sourceRoot: `${pathToFileURL(root).href}/`,
    plugins: [libraries, ownPlace(transform, (source) => `new URL(${urlOf(source)})`)],
    banner: {
      js: [
        'import { rmSync as __remove } from "node:fs";',
        "__remove(import.meta.dirname, { recursive: true, force: true });",
      ].join(" "),
    },
    logLevel: "warning",
  });
  // Its process would live as long as the program, and a little longer.
  await stop();
  // Of this user alone, so that nobody else can put a module in its place.
  const module = join(mkdtempSync(join(tmpdir(), "quittance-run-")), "program.mjs");
  writeFileSync(module, outputFiles.map(({ text }) => text).join(""));
  return module;
}
