import { eq } from "drizzle-orm";
import { type Hex, hashTypedData } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { people, personWallets } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type Consent, messageOf, typedDataOf } from "@/server/auth/proofs/consent";
import { consentHash } from "@/server/auth/proofs/consent-hash";
import { digestOf } from "@/server/auth/proofs/digest";
import { proofRequest } from "@/server/auth/proofs/proof-request";
import type { Proof } from "@/server/auth/proofs/schema";
import { acceptProof, checkProof } from "@/server/auth/proofs/verify-proof";
import type { ChainFamily } from "@/server/chains/address";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { inTransaction } from "@/server/context";
import { newId } from "@/server/lib/ids";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { ManualClock } from "@/server/testing/manual-clock";
import { aTronWallet } from "@/server/testing/sign-in";

const SERVICE = "https://pay.example.com";
const SEPOLIA = 11155111;
const BASE = 8453;
/** A contract that answers yes (ERC-1271) to the one digest in its first storage slot. */
const ACCEPTS_STORED_DIGEST = "0x5f5460043514631626ba7e60e01b025f5260205ff3";

const clock = new ManualClock();
const key = privateKeyToAccount(generatePrivateKey());
let chain: TestChain;
let api: TestApi;
let personId: string;

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia", bare: true });
  api = await startTestApi(
    { RPC_URL_SEPOLIA: chain.rpcUrl, DASHBOARD_URL: `${SERVICE}/dashboard` },
    { now: clock.now },
  );
});
afterAll(async () => {
  await api?.close();
  await chain?.stop();
});
beforeEach(async () => {
  await api.app.database.db.delete(personWallets);
  personId = await aPerson();
  await giveWallet(personId, key.address);
});

async function aPerson(): Promise<string> {
  const id = newId(clock.now());
  await api.app.database.db.insert(people).values({ id, createdAt: clock.now() });
  return id;
}

async function giveWallet(
  personId: string,
  address: string,
  { family = "evm", chainId = EVERY_CHAIN }: { family?: ChainFamily; chainId?: number } = {},
): Promise<void> {
  const id = newId(clock.now());
  const values = { id, personId, address, family, chainId, createdAt: clock.now() };
  await api.app.database.db.insert(personWallets).values(values);
}

const aConsent = (changes: Partial<Consent> = {}): Consent => ({
  purpose: "step-up",
  action: "Make an API key named till",
  account: "Corner shop (01JD)",
  digest: digestOf({ id: "1" }),
  expiresAt: new Date(clock.now().getTime() + 60_000),
  ...changes,
});

const sign = async (consent: Consent, service = SERVICE, account = key) => ({
  kind: "wallet" as const,
  address: account.address,
  signature: await account.signTypedData(typedDataOf(service, consent) as never),
});

const context = () => api.app.context(systemCaller(""), { requestId: "test", idempotency: null });
const check = (consent: Consent, proof: Proof, who = personId) => checkProof(context(), who, consent, proof);
const prove = async (consent: Consent, proof: Proof, who = personId) => {
  const checked = await check(consent, proof, who);
  await inTransaction(context(), (tx) => acceptProof(tx, checked));
  return checked;
};
const REFUSED = expect.objectContaining({ code: "proof_refused" });

describe("a wallet of a key", () => {
  test("proves a consent by EIP-712, and what it signed can be checked again", async () => {
    const consent = aConsent();
    const { credential, evidence } = await prove(consent, await sign(consent));
    expect(credential).toEqual({ kind: "wallet", address: key.address, family: "evm", chainId: EVERY_CHAIN });
    expect(hashTypedData(evidence.signed as never)).toBe(consentHash(SERVICE, consent));
  });

  test("is asked in words that a wallet shows", async () => {
    const request = await proofRequest(
      { db: api.app.database.db, config: api.app.config },
      personId,
      aConsent(),
    );
    expect(request.wallets).toHaveLength(1);
    expect(request.wallets[0]?.typedData).toMatchObject({
      domain: { name: "Quittance" },
      primaryType: "StepUp",
      message: {
        purpose: "Confirm a change that I am making now",
        action: "Make an API key named till",
        account: "Corner shop (01JD)",
        service: SERVICE,
      },
    });
  });

  const other = { digest: digestOf({ id: "2" }) };
  test.each<[string, Partial<Consent>]>([
    ["another purpose", { purpose: "approval" }],
    ["another digest", other],
    ["another action", { action: "Make an API key named bill" }],
    ["another account", { account: "Corner shop (01JE)" }],
    ["another end", { expiresAt: new Date(Date.now() + 9_000_000_000) }],
  ])("proves nothing with a signature for %s", async (_, changes) => {
    const signedFor = aConsent(changes);
    await expect(prove(aConsent(), await sign(signedFor))).rejects.toEqual(REFUSED);
    await prove(signedFor, await sign(signedFor));
  });

  test("proves nothing with a signature for another installation", async () => {
    const consent = aConsent();
    const elsewhere = await sign(consent, "https://pay.example.org");
    await expect(prove(consent, elsewhere)).rejects.toEqual(REFUSED);
  });

  test("proves nothing for another person, nor under another's address", async () => {
    const consent = aConsent();
    const stranger = privateKeyToAccount(generatePrivateKey());
    await expect(prove(consent, await sign(consent), await aPerson())).rejects.toEqual(REFUSED);
    await expect(prove(consent, await sign(consent, SERVICE, stranger))).rejects.toEqual(REFUSED);
    const underOurs = { ...(await sign(consent, SERVICE, stranger)), address: key.address };
    await expect(prove(consent, underOurs)).rejects.toEqual(REFUSED);
  });

  test("proves nothing once the time is over, also where the signature was checked before", async () => {
    const consent = aConsent();
    const checked = await check(consent, await sign(consent));
    clock.advance(60_000);
    await expect(inTransaction(context(), (tx) => acceptProof(tx, checked))).rejects.toEqual(REFUSED);
    await expect(check(consent, await sign(consent))).rejects.toEqual(REFUSED);
  });

  test("proves nothing once it is no wallet of the person, also where the signature was checked before", async () => {
    const consent = aConsent();
    const checked = await check(consent, await sign(consent));
    await api.app.database.db.delete(personWallets).where(eq(personWallets.personId, personId));
    await expect(inTransaction(context(), (tx) => acceptProof(tx, checked))).rejects.toEqual(REFUSED);
    await giveWallet(await aPerson(), key.address);
    await expect(inTransaction(context(), (tx) => acceptProof(tx, checked))).rejects.toEqual(REFUSED);
  });

  test("is not taken in the second form of a signature that anybody can make of the first", async () => {
    const consent = aConsent();
    const { signature } = await sign(consent);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = (order - BigInt(`0x${signature.slice(66, 130)}`)).toString(16).padStart(64, "0");
    const v = signature.slice(130) === "1b" ? "1c" : "1b";
    const twin = {
      kind: "wallet",
      address: key.address,
      signature: `${signature.slice(0, 66)}${s}${v}`,
    } as const;
    await expect(check(consent, twin)).rejects.toEqual(REFUSED);
  });

  test("shows one line, whatever a name is made of", () => {
    const hostile = aConsent({ action: "Make a key\nAccount: \u202eother\u2028shop" });
    expect(typedDataOf(SERVICE, hostile).message.action).toBe("Make a key Account: other shop");
  });
});

describe("a Tron wallet", () => {
  test("proves a consent by the text that it is asked to sign, and nothing with another text", async () => {
    const wallet = aTronWallet();
    await giveWallet(personId, wallet.address, { family: "tron" });
    const consent = aConsent();
    const message = messageOf(SERVICE, wallet.address, consent);
    const proof = { kind: "wallet", address: wallet.address } as const;
    const { evidence } = await prove(consent, { ...proof, signature: await wallet.signMessage(message) });
    expect(evidence.signed).toBe(message);
    const approval = messageOf(SERVICE, wallet.address, { ...consent, purpose: "approval" });
    const signature = await wallet.signMessage(approval);
    await expect(prove(consent, { ...proof, signature })).rejects.toEqual(REFUSED);
  });
});

describe("a contract wallet", () => {
  const aContract = async (digest: Hex): Promise<string> => {
    const { address } = privateKeyToAccount(generatePrivateKey());
    await chain.rpc("anvil_setCode", address, ACCEPTS_STORED_DIGEST);
    await chain.rpc("anvil_setStorageAt", address, `0x${"0".repeat(64)}`, digest);
    return address;
  };
  const signature = `0x${"ab".repeat(130)}`;

  test("proves what its contract calls signed, on its own chain only", async () => {
    const consent = aConsent();
    const address = await aContract(consentHash(SERVICE, consent));
    await giveWallet(personId, address, { chainId: SEPOLIA });
    const { credential } = await prove(consent, { kind: "wallet", address, signature });
    expect(credential).toMatchObject({ chainId: SEPOLIA });
    const approval = aConsent({ purpose: "approval" });
    await expect(prove(approval, { kind: "wallet", address, signature })).rejects.toEqual(REFUSED);
  });

  test("of another chain proves nothing here", async () => {
    const consent = aConsent();
    const address = await aContract(consentHash(SERVICE, consent));
    await giveWallet(personId, address, { chainId: BASE });
    await expect(prove(consent, { kind: "wallet", address, signature })).rejects.toEqual(REFUSED);
  });
});
