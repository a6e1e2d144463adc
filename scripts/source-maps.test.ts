import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, test } from "vitest";
import { leaveOutSources } from "./source-maps";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "quittance-maps-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("stacks still name the lines of the sources that were left out", async () => {
  const source = join(folder, "throws.ts");
  writeFileSync(source, "interface Unused {\n  a: number;\n}\nconsole.log(new Error('here').stack);\n");
  const outfile = join(folder, "throws.js");
  await build({ entryPoints: [source], outfile, sourcemap: "linked" });
  expect(readFileSync(`${outfile}.map`, "utf8")).toContain("interface Unused");

  expect(await leaveOutSources(folder)).toBe(1);
  expect(readFileSync(`${outfile}.map`, "utf8")).not.toContain("interface Unused");
  rmSync(source);
  const { stdout } = await promisify(execFile)(process.execPath, ["--enable-source-maps", outfile]);
  expect(stdout).toContain(`${source}:4:13`);
});

test("each part of a map of several leaves them out", async () => {
  const file = join(folder, "parts.js.map");
  const part = (source: string) => ({
    offset: { line: 0, column: 0 },
    map: { version: 3, sources: [source], sourcesContent: ["text"], names: [], mappings: "AAAA" },
  });
  writeFileSync(file, JSON.stringify({ version: 3, sections: [part("a.ts"), part("b.ts")] }));
  await leaveOutSources(folder);
  const { sections } = JSON.parse(readFileSync(file, "utf8"));
  expect(sections).toEqual([
    { ...part("a.ts"), map: { version: 3, sources: ["a.ts"], names: [], mappings: "AAAA" } },
    { ...part("b.ts"), map: { version: 3, sources: ["b.ts"], names: [], mappings: "AAAA" } },
  ]);
});
