import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryRoot } from "@/repository-root";

const read = (path: string) => readFileSync(join(repositoryRoot(), path), "utf8");

/** The parts of `compose.yaml` that stand under one key each: its services, and what they share. */
function blocks(): Map<string, string> {
  const services = read("compose.yaml").split(/^(?=\S| {2}\S)/m);
  return new Map(services.map((text) => [/^\s*([\w-]+):/.exec(text)?.[1] ?? "", text]));
}

const uncommented = (text: string) => text.replace(/#.*$/gm, "");

test("compose.yaml gives keys of executors to the workers alone, from a file that nothing else reads", () => {
  const found = blocks();
  expect([...found.keys()]).toEqual(
    expect.arrayContaining(["postgres", "migrate", "web", "worker", "x-app"]),
  );
  const having = [...found].filter(([, text]) => /\.env\.worker|EXECUTOR_/.test(uncommented(text)));
  expect(having.map(([name]) => name)).toEqual(["worker"]);
  // A machine without recurring payouts has no such file.
  expect(found.get("worker")).toMatch(/- \.env\n[\s\S]*- path: \.env\.worker\n\s+required: false\n/);
  expect(uncommented(read(".env.example"))).not.toContain("EXECUTOR_");
  expect(read(".gitignore").split("\n")).toContain(".env.worker");
  // Images are made without any of them.
  expect(read(".dockerignore").split("\n")).toContain(".env*");
});
