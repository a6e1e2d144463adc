import { eq } from "drizzle-orm";
import {
  concatHex,
  getContractAddress,
  type Hex,
  hashTypedData,
  keccak256,
  serializeErc6492Signature,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as clientIdsOf, POST as createClientId } from "@/app/v1/client-ids/route";
import { GET as payoutLookUp } from "@/app/v1/payee-destination/payout-lookup/route";
import { POST as chooseDestination, GET as ownDestination } from "@/app/v1/payee-destination/route";
import { POST as addDestination } from "@/app/v2/payee-destination/route";
import { GET as getSigningData } from "@/app/v2/payee-destination/signing-data/route";
import { payeeDestinations, platforms } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { signedDigest } from "@/server/chains/wallets/recover-signer";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { inTransaction } from "@/server/context";
import { tokenByAddress } from "@/server/currencies/tokens";
import { createDestination } from "@/server/payee-destinations/create";
import { createPlatform } from "@/server/platforms/create-platform";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aBoundClient } from "@/server/testing/credentials";
import { tokenOf as tokenByName } from "@/server/testing/data/stored";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { send } from "@/server/testing/send";
import { aChallenge, anEvmWallet, type Challenge, signed, tokenOf, verify } from "@/server/testing/sign-in";

/** Answers yes to the one digest in its first storage slot, else zero. */
const ACCEPTS_STORED_DIGEST = "0x5f5460043514631626ba7e60e01b025f5260205ff3";
const REVERTS = "0x5f5ffd";
const ALWAYS_TRUE = "0x60015f5260205ff3";
/** Answers yes to every signature that begins with this word. */
const PASSWORD: Hex = `0x${"5e".repeat(32)}`;
const ACCEPTS_PASSWORD: Hex = `0x6064357f${PASSWORD.slice(2)}14631626ba7e0260e01b5f5260205ff3`;
/** Deploys `ACCEPTS_PASSWORD`. */
const INIT_CODE: Hex = `0x60${byte((ACCEPTS_PASSWORD.length - 2) / 2)}8060095f395ff3${ACCEPTS_PASSWORD.slice(2)}`;
/** The deployment proxy that every development node has: salt and code in, contract out. */
const FACTORY: Hex = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
const SEPOLIA = 11155111;
const BASE = 8453;

let chain: TestChain;
let base: TestChain;
let api: TestApi;

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia", bare: true });
  base = await startTestChain({ network: "base", bare: true });
  api = await startTestApi({ RPC_URL_SEPOLIA: chain.rpcUrl, RPC_URL_BASE: base.rpcUrl });
});
afterAll(async () => {
  await api?.close();
  await chain?.stop();
  await base?.stop();
});

async function aContract(code: string, on = chain): Promise<string> {
  const { address } = anEvmWallet();
  await on.rpc("anvil_setCode", address, code);
  return address;
}

const store = (address: string, word: string, on = chain) =>
  on.rpc("anvil_setStorageAt", address, `0x${"0".repeat(64)}`, word);

/** As a contract wallet of this chain whose owner is asked. */
async function signIn(address: string, on: TestChain): Promise<{ authorization: string }> {
  const challenge = await aChallenge(address, on.chain.id);
  await store(address, signedDigest("evm", challenge.message), on);
  return bearerOf(await signed(anEvmWallet(), challenge));
}

async function bearerOf(body: object): Promise<{ authorization: string }> {
  const answer = await verify(body);
  expect(answer.status, await answer.clone().text()).toBe(200);
  return { authorization: `Bearer ${tokenOf(answer)}` };
}

/** With this signature instead of one of a key. */
const withSignature = ({ challengeId, nonce, message }: Challenge, signature: Hex) => ({
  challengeId,
  nonce,
  message,
  signature,
});

const accounts = (address: string) =>
  api.app.database.db.select().from(platforms).where(eq(platforms.walletAddress, address));
const clientIdsSeen = async (headers: Record<string, string>) =>
  (await send(clientIdsOf, "/v1/client-ids", { headers })).body.length;
const choose = (headers: Record<string, string>, currency: string) =>
  send(chooseDestination, "/v1/payee-destination", {
    method: "POST",
    headers,
    body: {
      tokenAddress: tokenByName(currency).address,
      chainId: currency.endsWith("base") ? BASE : SEPOLIA,
    },
  });
const chosen = async (headers: Record<string, string>) =>
  (await send(ownDestination, "/v1/payee-destination", { headers })).body;
const aClient = (headers: Record<string, string>) =>
  send(createClientId, "/v1/client-ids", {
    method: "POST",
    headers,
    body: { label: "till", allowedDomains: [] },
  });

describe("a contract wallet signs in as itself (ERC-1271)", () => {
  test("200 when the contract calls the signature its own", async () => {
    const address = await aContract(ACCEPTS_STORED_DIGEST);
    const challenge = await aChallenge(address, SEPOLIA);
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
    const challenge = await aChallenge(address, SEPOLIA);
    expect((await verify(await signed(anEvmWallet(), challenge))).status).toBe(401);
  });

  test("401 when it lives on another chain than the message names", async () => {
    const address = await aContract(ACCEPTS_STORED_DIGEST);
    const challenge = await aChallenge(address, 1);
    await store(address, signedDigest("evm", challenge.message));
    expect((await verify(await signed(anEvmWallet(), challenge))).status).toBe(401);
  });

  test("with a signature of several owners; for a key's address such a length is 400", async () => {
    const signature = concatHex([PASSWORD, `0x${"ab".repeat(98)}`]);
    const address = await aContract(ACCEPTS_PASSWORD);
    await bearerOf(withSignature(await aChallenge(address, SEPOLIA), signature));
    const nobody = await verify(withSignature(await aChallenge(anEvmWallet().address, SEPOLIA), signature));
    expect(nobody.status).toBe(400);
    expect(await nobody.json()).toMatchObject({ errors: [{ field: "signature" }] });
  });

  test("before it is deployed, by what deploys it (ERC-6492), and after, as the same wallet", async () => {
    const salt: Hex = keccak256(generatePrivateKey());
    const address = getContractAddress({ opcode: "CREATE2", from: FACTORY, salt, bytecode: INIT_CODE });
    const inner = concatHex([PASSWORD, `0x${"00".repeat(33)}`]);
    const data = concatHex([salt, INIT_CODE]);
    const wrapped = (signature: Hex) => serializeErc6492Signature({ address: FACTORY, data, signature });
    const before = await bearerOf(withSignature(await aChallenge(address, SEPOLIA), wrapped(inner)));
    expect((await aClient(before)).status).toBe(201);
    const refused = wrapped(`0x${"11".repeat(65)}`);
    expect((await verify(withSignature(await aChallenge(address, SEPOLIA), refused))).status).toBe(401);
    const hash = await chain.wallet("payer").sendTransaction({ to: FACTORY, data });
    await chain.publicClient.waitForTransactionReceipt({ hash });
    const after = await bearerOf(withSignature(await aChallenge(address, SEPOLIA), inner));
    expect(await clientIdsSeen(after)).toBe(1);
    expect(await accounts(address)).toHaveLength(1);
  });

  test("a wrapped signature that deploys something else opens nobody's account", async () => {
    const victim = anEvmWallet().address;
    const signature = serializeErc6492Signature({
      address: FACTORY,
      data: concatHex([keccak256(generatePrivateKey()), INIT_CODE]),
      signature: concatHex([PASSWORD, `0x${"00".repeat(33)}`]),
    });
    expect((await verify(withSignature(await aChallenge(victim, SEPOLIA), signature))).status).toBe(401);
    expect(await accounts(victim)).toEqual([]);
  });
});

describe("an account belongs to the contract of one chain", () => {
  test("another contract at that address on another chain opens another account", async () => {
    const address = await aContract(ACCEPTS_STORED_DIGEST, base);
    const owner = await signIn(address, base);
    expect((await aClient(owner)).status).toBe(201);
    expect((await choose(owner, "USDC-base")).status).toBe(201);

    await chain.rpc("anvil_setCode", address, ACCEPTS_STORED_DIGEST);
    const attacker = await signIn(address, chain);
    expect(await clientIdsSeen(attacker)).toBe(0);
    expect(await chosen(attacker)).toBeNull();
    expect((await choose(attacker, "USDC-base")).status).toBe(400);
    expect((await choose(attacker, "USDC-sepolia")).status).toBe(201);
    expect(await chosen(owner)).toMatchObject({ chainId: BASE, active: true });
    expect(await clientIdsSeen(owner)).toBe(1);
    // Who pays the address by name alone is not sent to either.
    const looked = await send(payoutLookUp, `/v1/payee-destination/payout-lookup?walletAddress=${address}`, {
      headers: owner,
    });
    expect(looked.body).toBeNull();
  });

  test("the key of an account that delegated itself (EIP-7702) is the same wallet on every chain", async () => {
    const wallet = anEvmWallet();
    const byKey = async (chainId: number) =>
      bearerOf(await signed(wallet, await aChallenge(wallet.address, chainId)));
    await choose(await byKey(SEPOLIA), "USDC-sepolia");
    const delegate = await aContract(ACCEPTS_STORED_DIGEST, base);
    await base.rpc("anvil_setCode", wallet.address, `0xef0100${delegate.slice(2)}`);
    expect(await chosen(await byKey(BASE))).toMatchObject({ chainId: SEPOLIA });
    // What the contract accepts in its place is another wallet, which is not paid where the key chose.
    const delegated = await signIn(wallet.address, base);
    expect(await chosen(delegated)).toBeNull();
    expect(await accounts(wallet.address)).toHaveLength(2);
  });

  test("whose destination is signed for by its owners, on the chain of the route (AU-06)", async () => {
    const { headers } = await aBoundClient(api);
    const address = await aContract(ACCEPTS_STORED_DIGEST);
    const elsewhere = await aContract(ACCEPTS_STORED_DIGEST, base);
    const adds = async (wallet: string, on: TestChain) => {
      const query = new URLSearchParams({
        walletAddress: wallet,
        action: "add",
        tokenAddress: `${tokenByName("USDC-sepolia").address}`,
        chainId: `${SEPOLIA}`,
      });
      const path = "/v2/payee-destination";
      const { body } = await send(getSigningData, `${path}/signing-data?${query}`, { headers });
      await store(wallet, hashTypedData(body), on);
      const signature = await privateKeyToAccount(generatePrivateKey()).signTypedData(body);
      return send(addDestination, path, { method: "POST", headers, body: { signature, nonce: body.nonce } });
    };
    expect((await adds(elsewhere, base)).status).toBe(400);
    expect((await adds(address, chain)).status).toBe(201);
    const [row] = await api.app.database.db
      .select()
      .from(payeeDestinations)
      .where(eq(payeeDestinations.walletAddress, address));
    expect(row).toMatchObject({ walletChainId: SEPOLIA, active: true });
    expect(await chosen(await signIn(address, chain))).toMatchObject({ walletAddress: address });
  });
});

describe("an account from before accounts named the chain", () => {
  /** As it was stored then, with a destination. */
  async function earlier(address: string): Promise<string> {
    const token = tokenByAddress("sepolia", tokenByName("USDC-sepolia").address ?? "");
    if (!token) throw new Error("no token");
    return inTransaction(api.app.context(systemCaller("")), async (tx) => {
      const { id } = await createPlatform(tx, { name: "earlier", walletAddress: address });
      await createDestination(tx, { platformId: id, walletAddress: address, token });
      return id;
    });
  }

  test("is the contract wallet's whose address has code on its chain alone", async () => {
    const address = await aContract(ACCEPTS_STORED_DIGEST);
    const id = await earlier(address);
    const owner = await signIn(address, chain);
    expect(await chosen(owner)).toMatchObject({ active: true });
    expect(await accounts(address)).toMatchObject([{ id, walletChainId: SEPOLIA }]);
  });

  test.each([
    ["another contract there on another chain", ACCEPTS_STORED_DIGEST],
    ["a delegated key there", "delegated"],
  ])("is nobody's new with %s", async (_, other) => {
    const address = await aContract(ACCEPTS_STORED_DIGEST);
    const id = await earlier(address);
    const code = other === "delegated" ? `0xef0100${address.slice(2)}` : other;
    await base.rpc("anvil_setCode", address, code);
    const stranger = await signIn(address, chain);
    expect(await chosen(stranger)).toBeNull();
    expect((await accounts(address)).find((row) => row.id === id)?.walletChainId).toBe(EVERY_CHAIN);
  });
});

function byte(value: number): string {
  return value.toString(16).padStart(2, "0");
}
