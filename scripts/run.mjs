import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { HELP } from "./help.mjs";

/**
 * `node scripts/run.mjs <program.ts> [arguments]` runs a TypeScript program of ours: its own files and the libraries that
 * consist of many files become one module, which is kept for as long as they stay as they are. A loader that is asked
 * about each file of each library makes a command ten times as slow to start (`docs/decisions/running-commands.md`).
 * A kept module does not know where it was made: in a copy of the repository it is a module of that copy.
 */
const root = resolve(import.meta.dirname, "..");
const [program, ...args] = process.argv.slice(2);
if (program === undefined) throw new Error("node scripts/run.mjs <program.ts> [arguments]");
const entry = resolve(root, program);

const help = HELP[relative(root, entry).split(sep).join("/")];
if (help && args.some((one) => one === "--help" || one === "-h")) {
  process.stdout.write(`${help.join("\n")}\n`);
  process.exit(0);
}

/** Libraries of hundreds of small modules. All others are loaded from where they are. */
const IN_THE_MODULE = /^(viem|abitype|drizzle-orm|zod|postgres|hono|@noble|@scure)(\/|$)/;

const directory = ownDirectory();
const kept = directory && join(directory, `${relative(root, entry).replaceAll(/[^\w.-]/g, "_")}.mjs`);
const module = kept && isCurrent(kept) ? kept : await make(kept);
process.setSourceMapsEnabled(true);
process.argv = [process.execPath, entry, ...args];
await import(pathToFileURL(module).href);

/** Where modules are kept; undefined where that would not be this user's alone, or the program is not of this repository. */
function ownDirectory() {
  if (!entry.startsWith(`${root}${sep}`)) return undefined;
  const path = join(root, "node_modules", ".cache", "quittance-run");
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    const { uid, mode } = statSync(path);
    return uid === process.getuid?.() && (mode & 0o022) === 0 ? path : undefined;
  } catch {
    // A program runs from a directory that cannot be written to as well.
    return undefined;
  }
}

/** Whether every file that a kept module was made of is as it was then. */
function isCurrent(path) {
  if (!existsSync(path) || !existsSync(`${path}.json`)) return false;
  return Object.entries(JSON.parse(readFileSync(`${path}.json`, "utf8"))).every(
    ([file, stamp]) => stampOf(file) === stamp,
  );
}

function stampOf(file) {
  const stats = statSync(join(root, file), { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs} ${stats.size}` : "";
}

/** An expression for the place of a file, which holds the way to it from the program and not the place itself. */
function urlOf(file) {
  const [from, to] = [dirname(entry), file].map((path) => pathToFileURL(path).pathname);
  return `new URL(${JSON.stringify(`./${posix.relative(from, to)}`)}, __program)`;
}

/** Makes the module in `path`, or where that is undefined, in a directory that is gone as soon as it is loaded. */
async function make(path) {
  // Not loaded where nothing is to be made.
  const { build, stop, transform } = await import("esbuild");

  /** A kept module finds libraries by name, from where it lies; one of a moment lies elsewhere and has their place. */
  const libraries = {
    name: "libraries",
    setup({ onResolve }) {
      onResolve({ filter: /^[^./]/ }, ({ path: name, importer }) => {
        if (name.startsWith("@/")) return undefined;
        // What is in the module finds its own libraries from where it was.
        if (importer.includes(`${sep}node_modules${sep}`)) return undefined;
        // Taking them in is worth its time only for a module that is kept.
        if (path !== undefined && IN_THE_MODULE.test(name)) return undefined;
        const isByName = path !== undefined || name.startsWith("node:");
        return { path: isByName ? name : import.meta.resolve(name), external: true };
      });
    },
  };

  /** A file goes on to know its own place, and not that of the module it became part of. */
  const ownPlace = {
    name: "own-place",
    setup({ onLoad }) {
      onLoad({ filter: /\.(?:ts|mjs)$/ }, async ({ path: file }) => {
        const source = readFileSync(file, "utf8");
        if (file.includes(`${sep}node_modules${sep}`) || !source.includes("import.meta.")) return undefined;
        // As code only: a program may write the same words into another program.
        const { code } = await transform(source, {
          loader: "ts",
          define: { "import.meta.url": "__ownUrl", "import.meta.dirname": "__ownDirectory" },
          banner: `const __ownUrl = ${urlOf(file)}.href, __ownDirectory = __directoryOf(__fileURLToPath(__ownUrl));`,
          sourcemap: "inline",
          sourcefile: file,
        });
        return { contents: code, loader: "js" };
      });
    },
  };

  const { outputFiles, metafile } = await build({
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
    metafile: true,
    // The module lies elsewhere: sources are named from here.
    sourceRoot: path
      ? `${relative(dirname(path), root).split(sep).join("/")}/`
      : `${pathToFileURL(root).href}/`,
    plugins: [libraries, ownPlace],
    banner: {
      js: [
        'import { createRequire as __createRequire } from "node:module";',
        'import { dirname as __directoryOf } from "node:path";',
        'import { fileURLToPath as __fileURLToPath, pathToFileURL as __pathToFileURL } from "node:url";',
        // Set before this module is loaded. Other places are found from it.
        "const __program = __pathToFileURL(process.argv[1]);",
        // Libraries in CommonJS call it.
        `const require = __createRequire(${urlOf(import.meta.filename)});`,
        // Gone as soon as it is loaded, whatever ends the program.
        ...(path
          ? []
          : [
              'import { rmSync as __remove } from "node:fs";',
              "__remove(import.meta.dirname, { recursive: true, force: true });",
            ]),
      ].join(" "),
    },
    logLevel: "warning",
  });
  // Its process would live as long as the program, and a little longer.
  await stop();

  const text = outputFiles.map(({ text }) => text).join("");
  if (path === undefined) {
    // Of this user alone, so that nobody else can put a module in its place.
    const once = join(mkdtempSync(join(tmpdir(), "quittance-run-")), "program.mjs");
    writeFileSync(once, text);
    return once;
  }
  const ownFiles = Object.keys(metafile.inputs).filter((file) => !file.startsWith("node_modules/"));
  const files = new Set([...ownFiles, "scripts/run.mjs", "node_modules/.package-lock.json"]);
  // Two that start at once both write all of it under a name of their own.
  for (const [name, contents] of [
    [path, text],
    [`${path}.json`, JSON.stringify(Object.fromEntries([...files].map((file) => [file, stampOf(file)])))],
  ]) {
    writeFileSync(`${name}.${process.pid}`, contents);
    renameSync(`${name}.${process.pid}`, name);
  }
  return path;
}
