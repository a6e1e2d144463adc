import { readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { apiRoutes } from "@/app/api-routes";
import { isApi } from "@/server/http/front-door/is-api";

const patterns = apiRoutes.map(([pattern]) => pattern);

describe("the routes of our own door", () => {
  test("are all files named `route.ts`: the production build of Next has none of them", () => {
    const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith("/route.ts"),
    );
    expect([...patterns].sort()).toEqual(files.map((name) => `/${name.replace(/\/route\.ts$/, "")}`).sort());
    expect(patterns.length).toBeGreaterThan(100);
  });

  test.each(patterns)("%s is reached by its path, with and without a query", (pattern) => {
    const path = pattern.replace(/\[[^\]]+\]/g, "x");
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
