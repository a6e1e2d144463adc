import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/local/options";

const read = (path: string) => readFileSync(join(repositoryRoot(), path), "utf8");
const README = read("README.md");

function all(pattern: RegExp, text: string): string[] {
  return [...new Set([...text.matchAll(pattern)].map((match) => match[1] ?? ""))];
}

test("every setting is in the README", () => {
  const settings = all(/^ {2}([A-Z][A-Z_]+):/gm, read("server/config.ts"));
  expect(settings).toContain("DATABASE_URL");
  expect(settings.filter((name) => !README.includes(`\`${name}\``))).toEqual([]);
});

test("every npm script that the README names exists", () => {
  const { scripts } = JSON.parse(read("package.json"));
  const named = all(/npm run ([a-z:]+)/g, README);
  expect(named).toContain("demo:pay");
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test("every file that the README links or names is there", () => {
  const links = all(/\]\(([^)#]+)\)/g, README).filter((link) => !link.startsWith("http"));
  const named = all(/`((?:app|server|db|e2e|components|scripts)\/[\w./-]*)`/g, README);
  expect(links.length).toBeGreaterThan(3);
  expect([...links, ...named].filter((path) => !existsSync(join(repositoryRoot(), path)))).toEqual([]);
});
