import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { DIST, programsOf } from "./list.mjs";
import { currentFileOf } from "./manifest.mjs";

const root = repositoryRoot();

test("the build has every program, made of the sources as they are", () => {
  const programs: string[] = programsOf(root);
  expect(programs.length).toBeGreaterThan(30);
  expect(programs.filter((program) => currentFileOf(root, program) === undefined)).toEqual([]);
});

test("nothing in dist says where it was built", () => {
  const files = readdirSync(join(root, DIST)).filter((name) => /\.(?:js|json|map)$/.test(name));
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((name) => readFileSync(join(root, DIST, name), "utf8").includes(`${root}/`))).toEqual(
    [],
  );
});
