import { describe, expect, test } from "vitest";
import { API_KEY_SCOPES, ORCHESTRATOR_KEY_SCOPES } from "@/server/platforms/key-bounds/schema";
import { boundsOf, KeyValues, NEW_KEY, newKeyBody } from "./key-values";
import { SCOPE_WORDS } from "./scope-words";

test("every scope that a key can have is there in plain words, and no other", () => {
  expect(Object.keys(SCOPE_WORDS.account)).toEqual([...API_KEY_SCOPES]);
  expect(Object.keys(SCOPE_WORDS.orchestrator)).toEqual([...ORCHESTRATOR_KEY_SCOPES]);
});

describe("the form of a new key", () => {
  test("sends nothing that was left empty", () => {
    expect(newKeyBody({ ...NEW_KEY, label: "Shop" }, 0)).toEqual({ label: "Shop" });
  });

  test("sends an end, scopes, networks of any spacing, and a limit", () => {
    const values = { networks: " 203.0.113.7,\n\n2001:db8::/32 ", payments: "500", usd: "20000.50" };
    const body = newKeyBody(
      { ...values, label: "Shop", days: "30", scopes: ["read"], endsWithMembership: true },
      0,
    );
    expect(body).toEqual({
      label: "Shop",
      expiresAt: "1970-01-31T00:00:00.000Z",
      scopes: ["read"],
      endsWithMembership: true,
      allowedNetworks: ["203.0.113.7", "2001:db8::/32"],
      dailyLimit: { payments: 500, usd: "20000.50" },
    });
    expect(boundsOf({ ...values, payments: "" }).dailyLimit).toEqual({ usd: "20000.50" });
  });

  test.each([
    ["no name", { label: " " }],
    ["no scope", { scopes: [] }],
    ["a number that is none", { payments: "1.5" }],
    ["a sum that is none", { usd: "12,50" }],
  ])("is not sent with %s", (_, changes) => {
    expect(KeyValues.safeParse({ ...NEW_KEY, label: "Shop", ...changes }).success).toBe(false);
  });
});
