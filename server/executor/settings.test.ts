import { parseGwei } from "viem";
import { expect, test } from "vitest";
import { developmentAccount } from "@/server/chains/development-accounts";
import { readConfig } from "@/server/config";
import { LOCAL_EXECUTOR } from "@/server/executor/settings";
import { refusalOf } from "@/server/testing/refusal-of-settings";

const KEY = "ab".repeat(32);
const read = (env: Record<string, string>) =>
  readConfig({
    DATABASE_URL: "postgres://localhost/x",
    SECRET_KEY: "11".repeat(32),
    RPC_URL_BASE: "http://127.0.0.1:1",
    RPC_URL_ARBITRUM_ONE: "http://127.0.0.1:2",
    RPC_URL_TRON: "http://127.0.0.1:3",
    ...env,
  }).executors;

test("without a key the executor of a live network is off", () => {
  expect(read({})).toMatchObject({ base: { signer: null }, "arbitrum-one": { signer: null } });
  expect(Object.keys(read({}))).toHaveLength(2);
});

test("a development account executes on local chains", () => {
  const { privateKey } = developmentAccount(LOCAL_EXECUTOR);
  expect(read({ NETWORK_PROFILE: "local" }).base?.signer).toEqual({ kind: "key", key: privateKey });
});

test("EXECUTOR_KEY_<NETWORK>, EXECUTOR_SIGNER_URL_<NETWORK> with its EXECUTOR_ADDRESS_<NETWORK>, and a ceiling", () => {
  const address = developmentAccount(1).address;
  const executors = read({
    EXECUTOR_KEY_BASE: `0x${KEY.toUpperCase()}`,
    EXECUTOR_MAX_FEE_GWEI_BASE: "0.5",
    EXECUTOR_SIGNER_URL_ARBITRUM_ONE: "https://signer.example.com/",
    EXECUTOR_ADDRESS_ARBITRUM_ONE: address.toLowerCase(),
  });
  expect(executors).toEqual({
    base: { signer: { kind: "key", key: `0x${KEY}` }, maxFee: parseGwei("0.5") },
    "arbitrum-one": {
      signer: { kind: "url", url: "https://signer.example.com/", address },
      maxFee: parseGwei("5"),
    },
  });
});

test.each([
  [{ EXECUTOR_KEY_BASE: `${KEY}cd` }, "EXECUTOR_KEY_BASE"],
  [{ EXECUTOR_KEY_BASE: KEY, EXECUTOR_SIGNER_URL_BASE: "https://signer.example.com" }, "EXECUTOR_KEY_BASE"],
  [{ EXECUTOR_SIGNER_URL_BASE: "https://signer.example.com" }, "EXECUTOR_ADDRESS_BASE"],
  [{ EXECUTOR_SIGNER_URL_BASE: "signer" }, "EXECUTOR_SIGNER_URL_BASE"],
  [{ EXECUTOR_MAX_FEE_GWEI_BASE: "a lot" }, "EXECUTOR_MAX_FEE_GWEI_BASE"],
])("%j is refused at start, and its value is not shown", (env, named) => {
  const message = refusalOf(() => read(env));
  expect(message).toContain(`${named}: `);
  expect(message).not.toContain(KEY);
});
