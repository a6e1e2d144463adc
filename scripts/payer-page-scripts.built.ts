import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { z } from "zod";
import { repositoryRoot } from "@/repository-root";

const BUILT = join(repositoryRoot(), ".next");
const MANIFEST = join(BUILT, "server/app/pay/page_client-reference-manifest.js");
/** Our own part beside the framework, Brotli as it is sent. */
const MOST_BYTES = 16 * 1024;
const Manifests = z.record(z.string(), z.object({ entryJSFiles: z.record(z.string(), z.array(z.string())) }));

/** The scripts of ours that a browser loads with the payer's page, before anything is pressed. */
function firstScripts(): string[] {
  const context = { __RSC_MANIFEST: {} };
  runInNewContext(readFileSync(MANIFEST, "utf8"), context);
  const [manifest] = Object.values(Manifests.parse(context.__RSC_MANIFEST));
  const entries = Object.entries(manifest?.entryJSFiles ?? {});
  const own = entries.filter(([name]) => name.endsWith("/app/layout") || name.endsWith("/app/pay/page"));
  return [...new Set(own.flatMap(([, files]) => files))];
}

test("the payer's page begins with few bytes of our own", () => {
  const files = firstScripts();
  expect(files.length).toBeGreaterThan(1);
  const sizes = files.map((file) => [file, statSync(join(BUILT, `${file}.br`)).size] as const);
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
  expect(bytes, JSON.stringify(sizes)).toBeLessThan(MOST_BYTES);
});

test("the tables of networks and tokens come when they are needed", () => {
  const text = firstScripts().map((file) => readFileSync(join(BUILT, file), "utf8"));
  for (const part of ["Polygon Ecosystem Token", "0xB287183e8801D4d5119e016A82ac7de49962c9f4"])
    expect(text.filter((one) => one.includes(part))).toEqual([]);
});
