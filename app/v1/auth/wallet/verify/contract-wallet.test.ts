import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signedDigest } from "@/server/auth/recover-signer";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/chain";
import { aChallenge, anEvmWallet, signed, verify } from "@/server/testing/sign-in";

/** Answers yes to the one digest in its first storage slot, else zero. */
const ACCEPTS_STORED_DIGEST = "0x5f5460043514631626ba7e60e01b025f5260205ff3";
const REVERTS = "0x5f5ffd";
const ALWAYS_TRUE = "0x60015f5260205ff3";

let chain: TestChain;
let api: TestApi;

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia", bare: true });
  api = await startTestApi({ RPC_URL_SEPOLIA: chain.rpcUrl });
});
afterAll(async () => {
  await api.close();
  await chain.stop();
});

async function aContract(code: string): Promise<string> {
  const { address } = anEvmWallet();
  await chain.rpc("anvil_setCode", address, code);
  return address;
}

const store = (address: string, word: string) =>
  chain.rpc("anvil_setStorageAt", address, `0x${"0".repeat(64)}`, word);

describe("a contract wallet signs in as itself (ERC-1271)", () => {
  test("200 when the contract calls the signature its own", async () => {
    const address = await aContract(ACCEPTS_STORED_DIGEST);
    const challenge = await aChallenge(address, 11155111);
    const body = await signed(anEvmWallet(), challenge);
    expect((await verify(body)).status).toBe(401);
    await store(address, signedDigest("evm", challenge.message));
    expect((await verify(body)).status).toBe(200);
  });

  test.each([
    ["reverts", REVERTS],
    ["answers something else", ALWAYS_TRUE],
    ["is not there", "0x"],
  ])("401 when the contract %s", async (_what, code) => {
    const address = await aContract(code);
    const challenge = await aChallenge(address, 11155111);
    expect((await verify(await signed(anEvmWallet(), challenge))).status).toBe(401);
  });

  test("401 when it lives on another chain than the message names", async () => {
    const address = await aContract(ACCEPTS_STORED_DIGEST);
    const challenge = await aChallenge(address, 1);
    await store(address, signedDigest("evm", challenge.message));
    expect((await verify(await signed(anEvmWallet(), challenge))).status).toBe(401);
  });
});
