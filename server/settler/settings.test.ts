import { parseGwei } from "viem";
import { expect, test } from "vitest";
import { developmentAccount } from "@/server/chains/development-accounts";
import { readConfig } from "@/server/config";
import { refusalOf } from "@/server/testing/refusal-of-settings";

const KEY = "ab".repeat(32);
const read = (env: Record<string, string>) =>
  readConfig({
    DATABASE_URL: "postgres://localhost/x",
    SECRET_KEY: "11".repeat(32),
    RPC_URL_BASE: "http://127.0.0.1:1",
    RPC_URL_TRON: "http://127.0.0.1:3",
    ...env,
  }).settlers;

test("nobody has a settler who does not ask for one, on local chains either", () => {
  expect(read({})).toEqual({});
  expect(read({ NETWORK_PROFILE: "local" })).toEqual({});
  // Of a network that is not watched.
  expect(read({ SETTLER_KEY_MAINNET: KEY })).toEqual({});
});

test("SETTLER_KEY_<NETWORK>, its ceiling, its limit of a day and what has to wait", () => {
  expect(read({ SETTLER_KEY_BASE: KEY })).toEqual({
    base: {
      signer: { kind: "key", key: `0x${KEY}` },
      maxFee: parseGwei("5"),
      perDay: 200,
      gasMultiple: 50,
    },
  });
  expect(
    read({
      SETTLER_SIGNER_URL_BASE: "https://signer.example.com/",
      SETTLER_ADDRESS_BASE: developmentAccount(1).address,
      SETTLER_MAX_FEE_GWEI_BASE: "0.5",
      SETTLER_PER_DAY_BASE: "3",
      SETTLER_GAS_MULTIPLE_BASE: "20",
    }),
  ).toMatchObject({ base: { maxFee: parseGwei("0.5"), perDay: 3, gasMultiple: 20 } });
});

test.each([
  [{ SETTLER_KEY_BASE: `${KEY}cd` }, "SETTLER_KEY_BASE"],
  [{ SETTLER_KEY_BASE: KEY, EXECUTOR_KEY_BASE: KEY }, "SETTLER_KEY_BASE"],
  [{ SETTLER_SIGNER_URL_BASE: "https://signer.example.com" }, "SETTLER_ADDRESS_BASE"],
  [{ SETTLER_KEY_BASE: KEY, SETTLER_MAX_FEE_GWEI_BASE: "a lot" }, "SETTLER_MAX_FEE_GWEI_BASE"],
  [{ SETTLER_KEY_BASE: KEY, SETTLER_PER_DAY_BASE: "0" }, "SETTLER_PER_DAY_BASE"],
  [{ SETTLER_KEY_BASE: KEY, SETTLER_GAS_MULTIPLE_BASE: "-1" }, "SETTLER_GAS_MULTIPLE_BASE"],
])("%j is refused at start, and its value is not shown", (env, named) => {
  const message = refusalOf(() => read(env));
  expect(message).toContain(`${named}: `);
  expect(message).not.toContain(KEY);
});
