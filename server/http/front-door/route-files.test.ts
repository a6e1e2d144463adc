import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { patternOf } from "@/server/http/front-door/load-routes";
import { isApi, routeFilesOf } from "@/server/http/front-door/route-files.mjs";

const ROOT = join(import.meta.dirname, "..", "..", "..");
const files = routeFilesOf(ROOT);

describe("the routes of our own door", () => {
  test("are all routes named `route.ts`: the production build of Next has none of them", () => {
    const all = readdirSync(join(ROOT, "app"), { recursive: true, encoding: "utf8" })
      .map((name) => join("app", name))
      .filter((name) => name.endsWith("/route.ts"));
    expect(files).toEqual(all.sort());
    expect(files.length).toBeGreaterThan(100);
  });

  test.each(files)("%s is reached by its path, with and without a query", (file) => {
    const path = patternOf(file).replace(/\[[^\]]+\]/g, "x");
    for (const target of [path, `${path}/`, `${path}?a=b`]) expect(isApi(target), target).toBe(true);
  });
});

test.each([
  "/",
  "/pay",
  "/pay/?token=x",
  "/pay/statement",
  "/v20",
  "/onboarding/x",
  "/dashboard/v2",
  "/metricsx",
])("%s is a page's", (target) => expect(isApi(target)).toBe(false));
