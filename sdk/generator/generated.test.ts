import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GENERATED, keyedOperationsText, readDescription } from "@/sdk/generator/description";
import { keyedOperations, reduceDescription } from "@/sdk/generator/reduce";
import { staleness, stamped } from "@/sdk/generator/stamp";

const generated = (name: string) => readFileSync(join(GENERATED, name), "utf8");

import { isLong } from "@/server/testing/long";
import { runScript } from "@/server/testing/npm-script";

describe("the generated files", () => {
  const { reduced, keyed } = readDescription();

  test.each(["api.ts", "keyed-operations.ts"])("%s is of public/openapi.json as it is", (name) => {
    expect(staleness(generated(name), reduced)).toBeNull();
  });

  test("the keyed operations are written as they are read", () => {
    expect(generated("keyed-operations.ts")).toBe(stamped(reduced, keyedOperationsText(keyed)));
    expect(keyed).toContain("POST /v2/request");
    expect(keyed).not.toContain("POST /v2/request/payment-intents/{paymentIntentId}");
  });
});

// Installs the generator from the registry, so with the tests of every night.
test.runIf(isLong())("npm run sdk:types writes what is committed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "quittance-sdk-types-"));
  try {
    // How the registry is reached from here is in the environment.
    const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? ""]));
    const { code, errors } = await runScript("sdk:types", [folder], env);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    for (const name of ["api.ts", "keyed-operations.ts"]) {
      expect(readFileSync(join(folder, name), "utf8")).toBe(generated(name));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

describe("a stale file is noticed", () => {
  const file = stamped("description", "export type A = 1;\n");

  test.each([
    ["of another description", file, "another description", /another description/],
    ["changed by hand", file.replace("= 1", "= 2"), "description", /by hand/],
    ["without its first line", file.slice(file.indexOf("\n") + 1), "description", /no stamp/],
  ])("one %s", (_, text, input, said) => {
    expect(staleness(text, input)).toMatch(said);
  });

  test("and one that is current is not", () => {
    expect(staleness(file, "description")).toBeNull();
  });
});

describe("the reduced description", () => {
  const answer = (name: string) => ({
    description: "OK",
    headers: { "x-request-id": {} },
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const key = { name: "Idempotency-Key", in: "header" };
  const api = {
    openapi: "3.1.0",
    info: { title: "An API", version: "1" },
    paths: {
      "/orders": {
        get: {
          summary: "List",
          tags: ["Orders"],
          parameters: [
            { name: "limit", in: "query" },
            { name: "x-api-key", in: "header" },
          ],
          responses: { 200: answer("Orders"), 400: answer("Error") },
        },
        post: { summary: "Create", tags: ["Orders"], parameters: [key], responses: { 201: answer("Order") } },
      },
      "/figures": {
        post: {
          summary: "Figures",
          tags: ["Dashboard"],
          parameters: [key],
          responses: { 200: answer("Figures") },
        },
      },
    },
    webhooks: {
      "order.paid": {
        post: {
          summary: "Paid",
          requestBody: {
            content: {
              "application/json": { schema: { type: "object", properties: { event: { type: "string" } } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Orders: { type: "array", items: { $ref: "#/components/schemas/Order" } },
        Order: { type: "object" },
        Error: { type: "object" },
        Figures: { type: "object" },
      },
    },
  };
  const reduced = JSON.parse(JSON.stringify(reduceDescription(api)));

  test("has the operations that integrators call, without headers and errors", () => {
    expect(reduced.paths).toEqual({
      "/orders": {
        get: {
          summary: "List",
          parameters: [{ name: "limit", in: "query" }],
          responses: { 200: { description: "OK", content: answer("Orders").content } },
        },
        post: {
          summary: "Create",
          responses: { 201: { description: "OK", content: answer("Order").content } },
        },
      },
    });
  });

  test("has the schemas that are named, also by other schemas", () => {
    expect(Object.keys(reduced.components.schemas)).toEqual(["Orders", "Order"]);
  });

  test("tells events by their name", () => {
    const { schema } = reduced.webhooks["order.paid"].post.requestBody.content["application/json"];
    expect(schema.properties.event).toEqual({ const: "order.paid" });
  });

  test("names what takes an Idempotency-Key", () => {
    expect(keyedOperations(api)).toEqual(["POST /orders"]);
  });
});
