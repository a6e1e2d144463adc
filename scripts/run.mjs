import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build, stop, transform } from "esbuild";

/**
 * `node scripts/run.mjs <program.ts> [arguments]` runs a TypeScript program of ours: its own files become one module in
 * memory of a moment, libraries are loaded from where they are. A loader that is asked about each file of each library
 * makes a command three times as slow to start (`docs/decisions/running-commands.md`).
 */
const root = resolve(import.meta.dirname, "..");
const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error("node scripts/run.mjs <program.ts> [arguments]");
const entry = resolve(root, program);

/** Libraries by their place, so that the module finds them from anywhere. */
const libraries = {
  name: "libraries",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path }) => {
      if (path.startsWith("@/")) return undefined;
      return { path: path.startsWith("node:") ? path : import.meta.resolve(path), external: true };
    });
  },
};

/** A file goes on to know its own place, and not that of the module it became part of. */
const ownPlace = {
  name: "own-place",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = readFileSync(path, "utf8");
      if (!source.includes("import.meta.")) return undefined;
      // As code only: a program may write the same words into another program.
      const define = {
        "import.meta.url": JSON.stringify(pathToFileURL(path).href),
        "import.meta.dirname": JSON.stringify(dirname(path)),
      };
      const { code } = await transform(source, {
        loader: "ts",
        define,
        sourcemap: "inline",
        sourcefile: path,
      });
      return { contents: code, loader: "js" };
    });
  },
};

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
  sourcemap: "inline",
  sourcesContent: false,
  // The module lies elsewhere: sources are named from here.
  sourceRoot: `${pathToFileURL(root).href}/`,
  plugins: [libraries, ownPlace],
  // Gone as soon as it is loaded, whatever ends the program.
  banner: {
    js: 'import { rmSync as __remove } from "node:fs"; __remove(import.meta.dirname, { recursive: true, force: true });',
  },
  logLevel: "warning",
});
// Its process would live as long as the program, and a little longer.
await stop();

// Of this user alone, so that nobody else can put a module in its place.
const module = join(mkdtempSync(join(tmpdir(), "quittance-run-")), "program.mjs");
for (const { contents } of outputFiles) writeFileSync(module, contents);
process.setSourceMapsEnabled(true);
process.argv = [process.execPath, entry, ...args];
await import(pathToFileURL(module).href);
