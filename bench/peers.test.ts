import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";

const folder = join(repositoryRoot(), "bench", "peers");
const names = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

function read(...path: string[]) {
  return JSON.parse(readFileSync(join(...path), "utf8"));
}

test.each(names)("npm run bench -- peers installs %s in the versions of its own lock file", (name) => {
  const asked: Record<string, string> = read(folder, name, "package.json").dependencies;
  const locked = read(folder, name, "package-lock.json").packages;
  for (const [dependency, version] of Object.entries(asked)) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(locked[`node_modules/${dependency}`]).toMatchObject({ version, integrity: expect.any(String) });
  }
});

test("nobody else gets the programs that npm run bench -- peers compares us with", () => {
  const ours = read(repositoryRoot(), "package-lock.json").packages;
  for (const name of ["ponder", "graphile-worker", "standardwebhooks"])
    expect(ours).not.toHaveProperty([`node_modules/${name}`]);
});
