import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "@/server/config";

const read = (env: Record<string, string>) =>
  readConfig({ DATABASE_URL: "postgres://localhost/x", SECRET_KEY: "11".repeat(32), ...env });

describe("rate limits by profile (RL-06)", () => {
  test.each([
    ["live", {}, { profile: "production", store: "database" }],
    ["local", { NETWORK_PROFILE: "local" }, { profile: "relaxed", store: "memory" }],
    [
      "local, as in production",
      { NETWORK_PROFILE: "local", RATE_LIMITS: "production" },
      { profile: "production", store: "database" },
    ],
    ["one live process", { RATE_LIMIT_STORE: "memory" }, { profile: "production", store: "memory" }],
  ])("%s", (_what, env, expected) => {
    expect(read({ ...env }).rateLimits).toEqual(expected);
  });
});

describe("the gallery of page states", () => {
  test("is there in development and where it is asked for, on a local profile only", () => {
    const local = { NETWORK_PROFILE: "local" };
    expect(read(local).pageGallery).toBe(false);
    expect(read({ ...local, NODE_ENV: "production" }).pageGallery).toBe(false);
    expect(read({ ...local, NODE_ENV: "development" }).pageGallery).toBe(true);
    expect(read({ ...local, NODE_ENV: "development", PAGE_GALLERY: "false" }).pageGallery).toBe(false);
    expect(read({ ...local, NODE_ENV: "production", PAGE_GALLERY: "true" }).pageGallery).toBe(true);
    expect(read({ NODE_ENV: "development" }).pageGallery).toBe(false);
    expect(() => read({ PAGE_GALLERY: "true" })).toThrow(/PAGE_GALLERY/);
  });
});

describe("trusted proxies", () => {
  test("are addresses and ranges; none by default", () => {
    expect(read({}).trustedProxies).toEqual([]);
    expect(read({ TRUSTED_PROXIES: "10.0.0.0/8, ::1,192.0.2.1" }).trustedProxies).toEqual([
      "10.0.0.0/8",
      "::1",
      "192.0.2.1",
    ]);
  });

  test.each(["everyone", "10.0.0.0/33", "10.0.0.0/8;::1", "*"])("%s is refused at boot", (text) => {
    expect(() => read({ TRUSTED_PROXIES: text })).toThrow(ConfigError);
  });
});
