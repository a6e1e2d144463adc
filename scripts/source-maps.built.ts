import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";

test("source maps that a web process reads hold no texts of sources", () => {
  const pages = join(repositoryRoot(), ".next/server");
  const maps = readdirSync(pages, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".map"),
  );
  expect(maps.length).toBeGreaterThan(10);
  const withTexts = maps.filter((name) =>
    readFileSync(join(pages, name), "utf8").includes('"sourcesContent"'),
  );
  expect(withTexts).toEqual([]);
});
