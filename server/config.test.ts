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

test("DATABASE_READ_URL names one replica, DATABASE_READ_MAX_LAG_MS how far it may lag", () => {
  expect(read({}).databaseRead).toBeNull();
  const url = "postgres://one/x";
  expect(read({ DATABASE_READ_URL: url }).databaseRead).toEqual({ url, maxLagMs: 5_000 });
  expect(read({ DATABASE_READ_URL: url, DATABASE_READ_MAX_LAG_MS: "250" }).databaseRead?.maxLagMs).toBe(250);
  expect(() => read({ DATABASE_READ_URL: url, DATABASE_READ_MAX_LAG_MS: "0" })).toThrow(
    "DATABASE_READ_MAX_LAG_MS",
  );
  expect(() => read({ DATABASE_READ_URL: "postgres://one,two/x" })).toThrow("names one server");
});

describe("a database behind a pooler (DATABASE_MODE)", () => {
  test.each([
    [{}, undefined],
    [{ DATABASE_DIRECT_URL: "postgres://localhost/y" }, undefined],
    [{ DATABASE_MODE: "pooled" }, { isPrepared: false, directUrl: null }],
    [
      { DATABASE_MODE: "pooled", DATABASE_PREPARED_STATEMENTS: "on", DATABASE_DIRECT_URL: "postgres://y/z" },
      { isPrepared: true, directUrl: "postgres://y/z" },
    ],
  ])("%j", (env, expected) => {
    expect(read({ ...env }).databasePooling).toEqual(expected);
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

describe("the key with which /docs makes calls", () => {
  test("DEMO_API_KEY is taken on a local profile and refused on a live one", () => {
    expect(read({}).demoApiKey).toBeNull();
    expect(read({ NETWORK_PROFILE: "local", DEMO_API_KEY: "sk_demo" }).demoApiKey).toBe("sk_demo");
    expect(() => read({ DEMO_API_KEY: "sk_live" })).toThrow(/DEMO_API_KEY/);
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

describe("a setting reaches the part that it is about", () => {
  test.each([
    ["SECURE_PAYMENT_LIFETIME_SECONDS", "60", "securePaymentLifetimeSeconds", 60],
    ["QUOTE_SECONDS", "60", "quoteSeconds", 60],
    ["REQUEST_LOG_DAYS", "0", "requestLogDays", 0],
    ["WEBHOOK_LOG_DAYS", "forever", "webhookLogDays", null],
    ["APPROVAL_DAYS", "30", "approvalDays", 30],
    ["STATEMENT_TIMEOUT_WEB_SECONDS", "5", "statementTimeoutSeconds.web", 5],
    ["STATEMENT_TIMEOUT_WORKER_SECONDS", "50", "statementTimeoutSeconds.worker", 50],
    ["PROTOCOL_FEE_TRON_FIXED_USD", "2.50", "protocolFee.fixedUsd.tron", "2.50"],
    ["WEBHOOK_TELEMETRY_PER_HOST", "3", "webhooks.telemetryPerHostMinute", 3],
    ["KYT_TIMEOUT_MS", "900", "screening.timeoutMs", 900],
    ["KYT_MERKLESCIENCE_TRON_BLOCKCHAIN", "12", "screening.own.merklescience.TRON_BLOCKCHAIN", "12"],
    ["KYT_REUSE_SECONDS", "0", "screening.reuse.approvedMs", 0],
    ["KYT_REUSE_REJECTION_SECONDS", "7", "screening.reuse.rejectedMs", 7_000],
    ["KYT_ASKS_PER_LINK", "11", "screening.limits.perLink", 11],
    ["KYT_ASKS_PER_WALLET", "12", "screening.limits.perWallet", 12],
    ["KYT_ASKS_PER_VISITOR", "13", "screening.limits.perVisitor", 13],
    ["KYT_ASKS_PER_ACCOUNT", "14", "screening.limits.perAccount", 14],
    ["KYT_WALLETS_PER_VISITOR", "15", "screening.limits.walletsPerVisitor", 15],
    ["PRICE_MAX_APART_PERCENT", "0.5", "prices.maxApartBps", 50],
    ["LIFI_API_KEY", "key", "bridges.lifi.key", "key"],
    ["LIFI_URL", "https://mirror.example/lifi/", "bridges.lifi.url", "https://mirror.example/lifi"],
    ["LIFI_INTEGRATOR", "my-shop", "bridges.lifi.integrator", "my-shop"],
    ["ACROSS_API_KEY", "key", "bridges.across.key", "key"],
    ["ACROSS_URL", "https://mirror.example/across/", "bridges.across.url", "https://mirror.example/across"],
    ["PRICE_FRESH_SECONDS", "5", "prices.freshMs", 5_000],
    ["PRICE_TIMEOUT_MS", "700", "prices.timeoutMs", 700],
    [
      "PRICE_URL_COINBASE",
      "https://mirror.example/coinbase/",
      "prices.urls.coinbase",
      "https://mirror.example/coinbase",
    ],
  ])("%s=%s", (name, value, path, expected) => {
    const at = (config: unknown) =>
      path.split(".").reduce((part, key) => (part as Record<string, unknown>)[key], config);
    expect(at(read({ [name]: value }))).toEqual(expected);
    // What is not set differs, so the line above says something.
    expect(at(read({}))).not.toEqual(expected);
  });

  test("CROSSCHAIN_PROVIDER=local has no place on a live profile, and across needs its key", () => {
    expect(read({ NETWORK_PROFILE: "local" }).bridges.provider).toBe("local");
    expect(read({}).bridges.provider).toBe("off");
    expect(read({ ACROSS_API_KEY: "key" }).bridges.provider).toBe("across");
    const { provider, lifi } = read({ CROSSCHAIN_PROVIDER: "lifi" }).bridges;
    expect([provider, lifi]).toEqual([
      "lifi",
      { url: "https://li.quest/v1", key: null, integrator: "quittance" },
    ]);
    expect(() => read({ CROSSCHAIN_PROVIDER: "local" })).toThrow(/CROSSCHAIN_PROVIDER/);
    expect(() => read({ CROSSCHAIN_PROVIDER: "across" })).toThrow(/ACROSS_API_KEY/);
  });

  test("OFFRAMP_BRIDGE_KEY needs PERSONAL_DATA_KEY, and https on a live profile", () => {
    const bank = { OFFRAMP_BRIDGE_KEY: "key", PERSONAL_DATA_KEY: "ab".repeat(32) };
    expect(read(bank).offramp).toMatchObject({ bridge: { key: "key" }, hasSandbox: false });
    expect(() => read({ OFFRAMP_BRIDGE_KEY: "key" })).toThrow(/PERSONAL_DATA_KEY/);
    const plain = { ...bank, OFFRAMP_BRIDGE_URL: "http://127.0.0.1:1" };
    expect(() => read(plain)).toThrow(/https/);
    expect(read({ ...plain, NETWORK_PROFILE: "local" }).offramp.bridge).toMatchObject({ key: "key" });
  });

  test("WALLETCONNECT_PROJECT_ID offers wallets on other devices", () => {
    expect(read({ WALLETCONNECT_PROJECT_ID: "0f".repeat(16) }).walletConnectProjectId).toBe("0f".repeat(16));
    expect(read({}).walletConnectProjectId).toBeNull();
    expect(() => read({ WALLETCONNECT_PROJECT_ID: "short" })).toThrow(/WALLETCONNECT_PROJECT_ID/);
  });

  test("WALLETCONNECT_RELAY_URL is a relay on this machine, for local chains only", () => {
    const local = { NETWORK_PROFILE: "local" };
    const relay = "ws://127.0.0.1:8100";
    expect(read(local).walletConnectRelayUrl).toBeNull();
    expect(read({ ...local, WALLETCONNECT_RELAY_URL: relay }).walletConnectRelayUrl).toBe(relay);
    expect(() => read({ WALLETCONNECT_RELAY_URL: relay })).toThrow(/local chains only/);
    for (const url of ["wss://relay.walletconnect.org", "http://127.0.0.1:8100", "none"]) {
      expect(() => read({ ...local, WALLETCONNECT_RELAY_URL: url })).toThrow(/WALLETCONNECT_RELAY_URL/);
    }
  });

  test("SAFE_APP_HOSTS are the origins of Safe interfaces that may frame the payer page", () => {
    expect(read({}).safeAppHosts).toEqual([]);
    const hosts = "https://app.safe.global, https://safe.example:8443";
    expect(read({ SAFE_APP_HOSTS: hosts }).safeAppHosts).toEqual([
      "https://app.safe.global",
      "https://safe.example:8443",
    ]);
    for (const none of [
      "*",
      "https://*.safe.global",
      "https://app.safe.global/",
      "https://app.safe.global/apps",
      "http://app.safe.global",
      "app.safe.global",
      "'self'",
      "https://app.safe.global; script-src *",
      "https://user@app.safe.global",
      "data:text/html,x",
      "null",
    ]) {
      expect(() => read({ SAFE_APP_HOSTS: none })).toThrow(/SAFE_APP_HOSTS/);
    }
  });

  test("SAFE_APP_HOSTS are on this machine with local chains, and never with real ones", () => {
    const local = { NETWORK_PROFILE: "local" };
    for (const host of ["http://127.0.0.1:8000", "http://safe.localhost", "http://[::1]:8000"]) {
      expect(read({ ...local, SAFE_APP_HOSTS: host }).safeAppHosts).toEqual([host]);
      expect(() => read({ SAFE_APP_HOSTS: host })).toThrow(/real chains/);
    }
    expect(() => read({ ...local, SAFE_APP_HOSTS: "https://app.safe.global" })).toThrow(/local chains/);
  });

  test("KYT_MERKLESCIENCE_URL is where the second provider is asked, with its key", () => {
    const { sources } = read({
      KYT_MERKLESCIENCE_KEY: "key",
      KYT_MERKLESCIENCE_URL: "https://mirror.example/",
    }).screening;
    expect(sources.merklescience).toEqual({ kind: "api", url: "https://mirror.example", key: "key" });
  });

  test("QUORUM_<NETWORK>, RPC_PROVIDERS_<NETWORK> and QUORUM_ABOVE_USD_<NETWORK>", () => {
    const nodes = { RPC_URL_BASE: "https://a.example/1,https://a.example/2,https://b.example" };
    expect(read({ ...nodes, QUORUM_BASE: "2", QUORUM_ABOVE_USD_BASE: "1000" }).networks.base).toMatchObject({
      quorum: 2,
      quorumAboveUsd: "1000",
    });
    expect(
      read({ ...nodes, QUORUM_BASE: "3", RPC_PROVIDERS_BASE: "one, two, three" }).networks.base,
    ).toMatchObject({ providers: ["one", "two", "three"], quorum: 3 });
  });

  test("WATCHER_PARTS_<NETWORK>", () => {
    const nodes = { RPC_URL_BASE: "https://a.example", RPC_URL_MAINNET: "https://b.example" };
    const { networks } = read({ ...nodes, WATCHER_PARTS_BASE: "2" });
    expect([networks.base?.watcherParts, networks.mainnet?.watcherParts]).toEqual([2, undefined]);
  });

  test.each([
    [{ QUORUM_BASE: "3" }, /3 providers cannot agree where there are only 2/],
    [{ QUORUM_BASE: "1" }, /quorum/],
    [{ QUORUM_BASE: "two" }, /quorum/],
    [{ QUORUM_BASE: "2", RPC_PROVIDERS_BASE: "one,two" }, /there are 3 nodes and 2 providers/],
    [{ WATCHER_PARTS_BASE: "0" }, /watcherParts/],
    [{ WATCHER_PARTS_BASE: "17" }, /watcherParts/],
    [{ WATCHER_PARTS_BASE: "two" }, /watcherParts/],
    [{ QUORUM_ABOVE_USD_BASE: "10" }, /says nothing without a quorum/],
    [{ QUORUM_BASE: "2", QUORUM_ABOVE_USD_BASE: "much" }, /a decimal amount/],
  ])("refuses %j", (env, message) => {
    const nodes = { RPC_URL_BASE: "https://a.example/1,https://a.example/2,https://b.example" };
    expect(() => read({ ...nodes, ...env })).toThrow(message);
  });

  test("RPC_URL_<NETWORK>, WS_URL_<NETWORK>, RPC_API_KEY_<NETWORK> and NATIVE_PRICE_USD_<NETWORK>", () => {
    const network = {
      RPC_URL_ARBITRUM_ONE: "https://one.example, https://two.example",
      WS_URL_ARBITRUM_ONE: "wss://one.example",
      RPC_API_KEY_ARBITRUM_ONE: "key",
      NATIVE_PRICE_USD_ARBITRUM_ONE: "3000.5",
    };
    expect(read(network).networks).toEqual({
      "arbitrum-one": {
        rpcUrls: ["https://one.example", "https://two.example"],
        wsUrl: "wss://one.example",
        apiKey: "key",
        nativePriceUsd: "3000.5",
      },
    });
  });
});
