import { describe, expect, test } from "vitest";
import { ConfigError, readConfig } from "@/server/config";

const BASE = { DATABASE_URL: "postgres://127.0.0.1/x", SECRET_KEY: "00".repeat(32) };
const prices = (env: Record<string, string>) => readConfig({ ...BASE, ...env }).prices;

describe("the settings of prices", () => {
  test("work without any: two of four sources live, the feeds alone on local chains", () => {
    expect(prices({})).toMatchObject({
      sources: ["chainlink", "coinbase", "kraken", "ecb"],
      required: 2,
      maxApartBps: 100,
    });
    expect(prices({ NETWORK_PROFILE: "local" })).toMatchObject({ sources: ["chainlink"], required: 1 });
  });

  test("take an order, a number, a distance, a time, a patience and mirrors", () => {
    expect(
      prices({
        PRICE_SOURCES: "kraken, chainlink",
        PRICE_SOURCES_REQUIRED: "1",
        PRICE_MAX_APART_PERCENT: "0.5",
        PRICE_FRESH_SECONDS: "5",
        PRICE_TIMEOUT_MS: "900",
        PRICE_URL_KRAKEN: "http://mirror.example/kraken/",
      }),
    ).toMatchObject({
      sources: ["kraken", "chainlink"],
      required: 1,
      maxApartBps: 50,
      freshMs: 5_000,
      timeoutMs: 900,
      urls: { kraken: "http://mirror.example/kraken", coinbase: "https://api.coinbase.com" },
    });
  });

  test.each([
    [{ PRICE_SOURCES: "chainlink", PRICE_SOURCES_REQUIRED: "2" }, "PRICE_SOURCES_REQUIRED"],
    [{ PRICE_SOURCES: "oracle-of-delphi" }, "PRICE_SOURCES"],
    [{ PRICE_MAX_APART_PERCENT: "50" }, "PRICE_MAX_APART_PERCENT"],
    [{ PRICE_URL_ECB: "ecb" }, "PRICE_URL_ECB"],
  ])("refuse %j", (env, name) => {
    expect(() => prices(env)).toThrow(ConfigError);
    expect(() => prices(env)).toThrow(name);
  });
});
