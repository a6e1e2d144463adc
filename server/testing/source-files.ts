import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where TypeScript of ours lies. */
export const SOURCE_FOLDERS = [
  "app",
  "bench",
  "components",
  "contracts",
  "db",
  "e2e",
  "embed",
  "local",
  "messages",
  "scripts",
  "sdk",
  "server",
  "sim",
  "wallet",
];

/** A file of ours as text; `path` is relative to the root of the repository. */
export interface SourceFile {
  path: string;
  text: string;
}

/** One import. `target` is a file of ours, or the name of a package. */
export interface Import {
  target: string;
  isPackage: boolean;
}

/** All TypeScript below the given folders and files, sorted. */
export function readSources(places: readonly string[]): SourceFile[] {
  return places
    .filter((place) => existsSync(place))
    .flatMap((place) =>
      statSync(place).isDirectory()
        ? readdirSync(place, { recursive: true, encoding: "utf8" }).map((name) => join(place, name))
        : [place],
    )
    .filter((path) => /\.tsx?$/.test(path) && !path.includes("node_modules/"))
    .sort()
    .map((path) => ({ path, text: withoutComments(readFileSync(path, "utf8")) }));
}

const FROM = /^(?:import|export)\s+([^"';]*?)\s+from\s+"([^"]+)"/gm;
const BARE = /^import\s+"([^"]+)"/gm;
const DYNAMIC = /\bimport\(\s*"([^"]+)"/g;

/** What a file imports at run time; `alsoTypes` adds `import type` and imports of nothing but types. */
export function importsOf({ path, text }: SourceFile, { alsoTypes = false } = {}): Import[] {
  const named = [...text.matchAll(FROM)]
    .filter(([, specifiers = ""]) => alsoTypes || !onlyTypes(specifiers))
    .map(([, , target = ""]) => target);
  const others = [...text.matchAll(BARE), ...text.matchAll(DYNAMIC)].map(([, target = ""]) => target);
  return [...named, ...others].map((target) => resolveTarget(path, target));
}

function onlyTypes(specifiers: string): boolean {
  if (/^type\b/.test(specifiers)) return true;
  const list = /^\{([^}]*)\}$/.exec(specifiers.trim())?.[1];
  if (list === undefined) return false;
  const names = list.split(",").map((name) => name.trim());
  return names.every((name) => name === "" || name.startsWith("type "));
}

function resolveTarget(from: string, target: string): Import {
  if (target.startsWith("@/")) return { target: fileOf(target.slice(2)), isPackage: false };
  if (target.startsWith(".")) return { target: fileOf(join(dirname(from), target)), isPackage: false };
  return { target, isPackage: true };
}

function fileOf(path: string): string {
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`];
  return candidates.find((one) => existsSync(one) && statSync(one).isFile()) ?? path;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}
