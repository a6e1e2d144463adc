import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";
import { makeTestDirectory } from "@/server/testing/postgres/directory";

const INSTALLED = join(repositoryRoot(), "node_modules/postgres");
const FILES = ["src/connection.js", "cjs/src/connection.js"];

function copy(): string {
  const folder = join(makeTestDirectory("driver"), "postgres");
  cpSync(INSTALLED, folder, { recursive: true });
  return folder;
}

const mend = (folder: string) =>
  execFileSync("npm", ["run", "--silent", "postinstall", "--", folder], {
    cwd: repositoryRoot(),
    encoding: "utf8",
    stdio: "pipe",
  });

test("npm run postinstall mends the installed driver in both of its forms, and once more changes nothing", () => {
  const folder = copy();
  mend(folder);
  for (const file of FILES) {
    expect(readFileSync(join(folder, file), "utf8")).toBe(readFileSync(join(INSTALLED, file), "utf8"));
  }
});

test("another version of the driver, or another text, is refused and left as it is", () => {
  const newer = copy();
  const described = JSON.parse(readFileSync(join(newer, "package.json"), "utf8"));
  writeFileSync(join(newer, "package.json"), JSON.stringify({ ...described, version: "3.5.0" }));
  expect(() => mend(newer)).toThrow("postgres is 3.5.0, and 3.4.9 is what is mended");

  const other = copy();
  const file = join(other, "src/connection.js");
  writeFileSync(file, "export default function Connection() {}\n");
  expect(() => mend(other)).toThrow("is not what it was");
  expect(readFileSync(file, "utf8")).toBe("export default function Connection() {}\n");
});
