import { expect, test } from "vitest";
import { importsOf, readSources } from "@/server/testing/source-files";

/** All of ours that is loaded when these files are, in whatever way. */
function reachedFrom(places: readonly string[]): Set<string> {
  const sources = readSources([
    "app",
    "components",
    "contracts",
    "db",
    "local",
    "messages",
    "sdk",
    "server",
    "wallet",
    "embed",
  ]);
  const all = new Map(sources.map((source) => [source.path, source]));
  const reached = new Set<string>();
  const waiting = sources
    .map(({ path }) => path)
    .filter((path) => places.some((place) => path.startsWith(place)));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path) || /\.(?:test|suite|built)\.tsx?$/.test(path)) continue;
    reached.add(path);
    const source = all.get(path);
    if (!source) continue;
    for (const { target } of importsOf(source)) {
      const file = [`${target}.ts`, `${target}.tsx`, `${target}/index.ts`, target].find((one) =>
        all.has(one),
      );
      if (file !== undefined) waiting.push(file);
    }
  }
  return reached;
}

test("no page, no route, and neither the web process nor the worker loads anything of the sandbox", () => {
  const reached = reachedFrom(["server/main.ts", "server/worker/main.ts", "app/", "proxy.next.ts"]);
  // The walk itself: what is far from the start is reached.
  expect([...reached]).toEqual(
    expect.arrayContaining(["server/requests/settling/settle.ts", "app/routes.ts"]),
  );
  expect([...reached].filter((path) => path.startsWith("local/"))).toEqual([]);
});

test("the walk finds the sandbox where it is loaded", () => {
  expect([...reachedFrom(["local/main.ts"])]).toContain("local/chaos/server.ts");
});
