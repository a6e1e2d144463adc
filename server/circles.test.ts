import { dirname } from "node:path";
import { expect, test } from "vitest";
import { circlesOf } from "@/server/testing/circles";
import { importsOf, readSources, SOURCE_FOLDERS } from "@/server/testing/source-files";

/**
 * Nothing imports what imports it: no file, and below a folder no subfolder or file beside it; types included, because
 * who reads a type reads its file. The folders of `app/` are addresses; those of `server/` have rows of their own, which
 * `architecture.test.ts` holds.
 */
const PLACES = [...SOURCE_FOLDERS, "proxy.next.ts"];
const HELD_ELSEWHERE = ["server"];

const FOR_TESTS =
  /\.(?:test|suite|built|spec)\.tsx?$|\/testing\/|^e2e\/|^wallet\/test\/|^server\/(?:contract-comparison|http\/built)\//;

const imports = readSources(PLACES).map((file) => ({
  path: file.path,
  targets: importsOf(file, { alsoTypes: true })
    .filter(({ isPackage }) => !isPackage)
    .map(({ target }) => target),
}));

/** Every folder above a file, from the innermost outwards. */
function foldersAbove(path: string): string[] {
  const folder = dirname(path);
  return folder === "." ? [] : [folder, ...foldersAbove(folder)];
}

/** What lies directly in `folder` on the way to a file below it. */
function partOf(folder: string, path: string): string {
  const [part = ""] = path.slice(folder.length + 1).split("/");
  return `${folder}/${part}`;
}

/** Which parts of a folder import which others; what only tests import or run is left out. */
function partsOf(folder: string): Map<string, Set<string>> {
  const parts = new Map<string, Set<string>>();
  const isBelow = (path: string) => path.startsWith(`${folder}/`) && !FOR_TESTS.test(path);
  for (const { path, targets } of imports.filter((file) => isBelow(file.path))) {
    const from = partOf(folder, path);
    const others = targets.filter(isBelow).map((target) => partOf(folder, target));
    parts.set(from, new Set([...(parts.get(from) ?? []), ...others.filter((other) => other !== from)]));
  }
  return parts;
}

test("no file imports what imports it, not for a type either", () => {
  expect(imports.length).toBeGreaterThan(1000);
  expect(circlesOf(new Map(imports.map(({ path, targets }) => [path, targets])))).toEqual([]);
});

test("no folder imports what imports it", () => {
  const folders = new Set(imports.map(({ path }) => path).flatMap(foldersAbove));
  const held = [...folders].filter((folder) => !HELD_ELSEWHERE.includes(folder));
  expect(held.length).toBeGreaterThan(100);
  expect(held.flatMap((folder) => circlesOf(partsOf(folder)))).toEqual([]);
});

test("a circle is noticed, over however many places it goes", () => {
  const graph = new Map([
    ["a", ["b"]],
    ["b", ["c", "e"]],
    ["c", ["d"]],
    ["d", ["b"]],
    ["e", []],
  ]);
  expect(circlesOf(graph)).toEqual([["b", "c", "d"]]);
  expect(
    circlesOf(
      new Map([
        ["a", ["b"]],
        ["b", []],
      ]),
    ),
  ).toEqual([]);
});
