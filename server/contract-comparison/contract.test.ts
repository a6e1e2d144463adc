import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { apiRoutes } from "@/app/api-routes";
import { type ApiDocument, compareApis } from "@/server/contract-comparison/compare";
import { describeApi } from "@/server/http/openapi/openapi";

/** `operation` is `METHOD /path`, or `*` for a difference that many operations share. */
const Accepted = z.array(
  z.object({ operation: z.string(), difference: z.string(), reason: z.string().min(10) }),
);

function readJson(path: string) {
  return JSON.parse(readFileSync(path, "utf8"));
}

const contracts: ApiDocument[] = ["openapi.json", "openapi.v1.json"].map((name) =>
  readJson(`docs/contract/${name}`),
);
const accepted = Accepted.parse(readJson("docs/contract-differences.json"));
const ours: ApiDocument = JSON.parse(JSON.stringify(describeApi(apiRoutes)));
const found = compareApis(ours, contracts);

function isAccepted(one: { operation: string; difference: string }): boolean {
  return accepted.some(
    ({ operation, difference }) =>
      difference === one.difference && (operation === "*" || operation === one.operation),
  );
}

describe("our API and the contract", () => {
  test("agree on every operation we have, but for the reviewed differences", () => {
    const unreviewed = found.filter((one) => !isAccepted(one));
    expect(unreviewed.map(({ operation, difference }) => `${operation} | ${difference}`)).toEqual([]);
  });

  test("differ in everything the list of reviewed differences names", () => {
    const gone = accepted.filter(
      ({ operation, difference }) =>
        !found.some(
          (one) => one.difference === difference && (operation === "*" || one.operation === operation),
        ),
    );
    expect(gone.map(({ operation, difference }) => `${operation} | ${difference}`)).toEqual([]);
  });

  test("are compared on something", () => {
    expect(Object.keys(ours.paths).length).toBeGreaterThan(5);
  });
});
