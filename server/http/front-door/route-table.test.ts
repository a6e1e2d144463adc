import { describe, expect, test } from "vitest";
import { endpoint } from "@/server/http/endpoint";
import { routeTable } from "@/server/http/front-door/route-table";

const patterns = [
  "/v2/request",
  "/v2/request/[requestId]",
  "/v2/request/[requestId]/pay",
  "/v2/request/payment-intents/[paymentIntentId]",
  "/v2/request/latest",
  "/v2/[[...path]]",
  "/v1/[...path]",
];
const endpoints = new Map(patterns.map((pattern) => [pattern, endpoint({})]));
const table = routeTable(endpoints);

function find(path: string) {
  const match = table.match(path);
  const pattern = [...endpoints].find(([, value]) => value === match?.endpoint)?.[0];
  return match && { pattern, segments: match.segments };
}

describe("finding the endpoint of a path", () => {
  test.each([
    ["/v2/request", "/v2/request", {}],
    ["/v2/request/", "/v2/request", {}],
    ["/v2/request/latest", "/v2/request/latest", {}],
    ["/v2/request/01ab", "/v2/request/[requestId]", { requestId: "01ab" }],
    ["/v2/request/01ab/pay", "/v2/request/[requestId]/pay", { requestId: "01ab" }],
    [
      "/v2/request/payment-intents/7",
      "/v2/request/payment-intents/[paymentIntentId]",
      { paymentIntentId: "7" },
    ],
    // A static name that leads nowhere gives way to the dynamic one beside it.
    [
      "/v2/request/payment-intents/pay/",
      "/v2/request/payment-intents/[paymentIntentId]",
      { paymentIntentId: "pay" },
    ],
    ["/v2/request/latest/pay", "/v2/request/[requestId]/pay", { requestId: "latest" }],
    ["/v2", "/v2/[[...path]]", {}],
    ["/v2/no/such", "/v2/[[...path]]", { path: ["no", "such"] }],
    ["/v1/a", "/v1/[...path]", { path: ["a"] }],
  ])("%s is served by %s", (path, pattern, segments) => {
    expect(find(path)).toEqual({ pattern, segments });
  });

  test("nothing serves an empty rest that has to have something", () => {
    expect(find("/v1")).toBeNull();
  });

  test("a segment is decoded after the split, so an encoded slash stays inside it", () => {
    expect(find("/v2/request/a%2Fb%20c")?.segments).toEqual({ requestId: "a/b c" });
    expect(find("/v2/request/%70ay")?.segments).toEqual({ requestId: "pay" });
  });

  test("a static name is compared as it was sent", () => {
    expect(find("/v2/%72equest")?.pattern).toBe("/v2/[[...path]]");
  });

  test("an empty segment is no value", () => {
    expect(find("/v2/request//pay")?.pattern).toBe("/v2/[[...path]]");
  });

  test("malformed percent encoding is an error of the caller, not a value", () => {
    expect(() => table.match("/v2/request/%zz")).toThrow(URIError);
    expect(() => table.match("/v2/request/%ff")).toThrow(URIError);
  });

  test("names every object has are ordinary names", () => {
    expect(find("/v2/constructor")?.pattern).toBe("/v2/[[...path]]");
    expect(find("/v2/request/__proto__")?.segments).toEqual({ requestId: "__proto__" });
  });
});
