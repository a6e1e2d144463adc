import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runningEnvironment } from "@/local/running-stack/running-environment";
import { type Stack, writeStack } from "@/local/running-stack/stack-file";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { readConfig } from "@/server/config";

const KEY = "ab".repeat(32);
const stack: Stack = {
  version: 1,
  apiUrl: "http://127.0.0.1:3001",
  authUrl: "http://127.0.0.1:3001",
  payUrl: "http://127.0.0.1:3001/pay",
  dashboardUrl: "http://127.0.0.1:3001/dashboard",
  databaseUrl: "postgres://127.0.0.1:5433/quittance",
  wire: { headerPrefix: "x-service-", network: "service-network", tech: "service-tech" },
  networks: {
    "arbitrum-one": {
      family: "evm",
      chainId: 42161,
      rpcUrl: "http://127.0.0.1:8545",
      tokens: {},
      contracts: {},
    },
  },
  processes: { web: 1, worker: 2 },
};

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "quittance-env-"));
  writeFileSync(join(dataDir, "secret-key"), `${KEY}\n`);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test("a command finds database, key and nodes of the stack that runs", () => {
  writeStack(dataDir, { ...stack, accounts: developmentAccounts() });
  const config = readConfig(runningEnvironment({ DATABASE_URL: "" }, dataDir));
  expect(config.databaseUrl).toBe(stack.databaseUrl);
  expect(config.keys.current.bytes.toString("hex")).toBe(KEY);
  expect(config.networks["arbitrum-one"]?.rpcUrls).toEqual(["http://127.0.0.1:8545"]);
  expect([config.profile, config.webhooks.allowLoopback]).toEqual(["local", true]);
});

test("on live nodes a command sends nothing to this machine", () => {
  writeStack(dataDir, stack);
  const config = readConfig(runningEnvironment({}, dataDir));
  expect([config.profile, config.webhooks.allowLoopback]).toEqual(["live", false]);
});

test("settings of the environment come first", () => {
  writeStack(dataDir, stack);
  const env = runningEnvironment({ SECRET_KEY: "cd".repeat(32), API_URL: "https://api.example" }, dataDir);
  expect(env).toMatchObject({ SECRET_KEY: "cd".repeat(32), API_URL: "https://api.example" });
});

test("the stack's key is not offered for another database", () => {
  writeStack(dataDir, stack);
  const env = { DATABASE_URL: "postgres://db.example/other" };
  expect(runningEnvironment(env, dataDir)).toEqual(env);
});

test("without a stack there is only the environment", () => {
  const env = { DATABASE_URL: "postgres://db.example/other", SECRET_KEY: KEY };
  expect(runningEnvironment(env, dataDir)).toEqual(env);
});
