import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { childEnvironment, namesNodes } from "@/local/environment";
import { readConfig } from "@/server/config";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "quittance-env-"));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const localSettings = { base: { rpcUrls: ["http://127.0.0.1:8545"], confirmations: 1, startBlock: 0 } };
const parts = () => ({
  dataDir,
  port: 3100,
  databaseUrl: "postgres://q@127.0.0.1/q",
  profile: "local" as const,
  localSettings,
  production: true,
});

describe("the environment of web and worker", () => {
  test("is a complete configuration without a single setting from outside", () => {
    const config = readConfig(childEnvironment({}, parts()));
    expect(config.urls).toEqual({
      api: "http://127.0.0.1:3100",
      auth: "http://127.0.0.1:3100",
      pay: "http://127.0.0.1:3100/pay",
      dashboard: "http://127.0.0.1:3100/dashboard",
    });
    expect(config.networks).toEqual(localSettings);
    expect(config.webhooks.allowLoopback).toBe(true);
  });

  test("lets the caller's own settings stand, and treats an empty one as not set", () => {
    const outer = { API_URL: "https://api.example", WIRE_NAME: "acme-network", LOG_LEVEL: "" };
    const config = readConfig(childEnvironment(outer, parts()));
    expect(config.urls.api).toBe("https://api.example");
    expect(config.urls.pay).toBe("https://api.example/pay");
    expect(config.wire.headerPrefix).toBe("x-acme-network-");
    expect(config.logLevel).toBe("info");
  });

  test("does not let webhooks reach this machine on a live profile", () => {
    const env = childEnvironment({ RPC_URL_BASE: "https://rpc.example" }, { ...parts(), profile: "live" });
    expect(readConfig(env).webhooks.allowLoopback).toBe(false);
  });

  test("carries one secret key over restarts, in a file that only its owner can read", () => {
    const [first, second] = [childEnvironment({}, parts()), childEnvironment({}, parts())];
    expect(second.SECRET_KEY).toBe(first.SECRET_KEY);
    const file = join(dataDir, "secret-key");
    expect(readFileSync(file, "utf8")).toMatch(/^[0-9a-f]{64}$/);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  test("tells nodes of the caller's from none", () => {
    expect(namesNodes({ PATH: "/bin", RPC_URL_BASE: "" })).toBe(false);
    expect(namesNodes({ RPC_URL_ARBITRUM_ONE: "http://node" })).toBe(true);
    expect(namesNodes({ NETWORKS_FILE: "/etc/networks.json" })).toBe(true);
  });
});
