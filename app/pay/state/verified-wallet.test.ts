import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as askState } from "@/app/pay/state/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { brandings, platforms } from "@/db/schema";
import { isProvenWallet } from "@/server/branding/merchant";
import { newId } from "@/server/lib/ids";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";
import { aChallenge, anEvmWallet, signed, verify } from "@/server/testing/sign-in";

/** Payments need a configured network; nothing here asks its node. */
const NODE = { RPC_URL_SEPOLIA: "http://127.0.0.1:9" };

let api: TestApi;
let owner: Merchant;
let thief: Merchant;
const ownWallet = anEvmWallet();
const thiefsWallet = anEvmWallet();

beforeAll(async () => {
  api = await startTestApi(NODE);
  owner = await aMerchant(api, { wallet: ownWallet.address });
  thief = await aMerchant(api, { wallet: thiefsWallet.address });
});
afterAll(() => api.close());

const signIn = async (wallet: ReturnType<typeof anEvmWallet>) => {
  const answer = await verify(await signed(wallet, await aChallenge(wallet.address)));
  expect(answer.status).toBe(200);
};

async function aLink(merchant: Merchant, more: object = {}): Promise<string> {
  const answer = await send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers: merchant.key,
    body: { requests: [{ destinationId: merchant.destinationId, amount: "12.5" }], ...more },
  });
  expect(answer.status).toBe(201);
  return answer.body.token;
}

/** Paid to whomever its maker names. */
async function aLinkTo(recipient: string, merchant: Merchant): Promise<string> {
  const answer = await send(createPayout, "/v2/secure-payments/payouts", {
    method: "POST",
    headers: merchant.key,
    body: {
      recipient,
      creatorWalletAddress: merchant.wallet,
      network: "sepolia",
      currency: "USDC",
      amount: "12.5",
    },
  });
  expect(answer.status).toBe(201);
  return answer.body.token;
}

const pageOf = async (token: string) =>
  (await send(askState, "/pay/state", { method: "POST", body: { token } })).body;
const verifiedOn = async (token: string) => (await pageOf(token)).facts.items[0].isVerified;
const named = (merchant: Merchant, name: string) =>
  api.app.database.db.update(platforms).set({ name }).where(eq(platforms.id, merchant.platformId));

describe("a recipient is called the merchant's verified wallet", () => {
  test("once that wallet has signed in as the account's owner, and not before", async () => {
    await named(owner, "Example Shop");
    const token = await aLink(owner);
    expect(await verifiedOn(token)).toBe(false);
    await signIn(ownWallet);
    const page = await pageOf(token);
    expect(page.merchant).toBe("Example Shop");
    expect(page.facts.items[0]).toMatchObject({ recipient: owner.wallet, isVerified: true });
  });

  test("and never another's that is named as the destination, also once it is proven elsewhere", async () => {
    await signIn(ownWallet);
    await signIn(thiefsWallet);
    await named(thief, "Example Shop");
    expect(await verifiedOn(await aLinkTo(owner.wallet, thief))).toBe(false);
    expect(await verifiedOn(await aLinkTo(thief.wallet, owner))).toBe(false);
    expect(await verifiedOn(await aLinkTo(thief.wallet, thief))).toBe(true);
  });

  test("and not where the recipient stays private, or the link hides itself", async () => {
    await signIn(ownWallet);
    const masked = await pageOf(await aLink(owner, { accessPolicy: { hidePayeeAddress: true } }));
    expect(masked.facts.items[0]).toMatchObject({ isMasked: true, isVerified: false });
    const hidden = await pageOf(await aLink(owner, { accessPolicy: { hideUntilApproved: true } }));
    expect(JSON.stringify(hidden)).not.toContain("isVerified");
  });

  test("and a name that claims to be verified, stored before that was refused, is no name", async () => {
    const { db } = api.app.database;
    const createdAt = api.app.now();
    const platformId = thief.platformId;
    const brand = { id: newId(createdAt), platformId, createdAt, updatedAt: createdAt };
    await db.insert(brandings).values({ ...brand, displayName: "Example Shop ✅ Verified wallet" });
    expect((await pageOf(await aLink(thief))).merchant).toBeNull();
    await db.delete(brandings).where(eq(brandings.platformId, platformId));
  });

  test("a contract wallet on its own chain only, the wallet of a key on every one", () => {
    const address = ownWallet.address;
    const on = (chainId: number) => ({ provenWallet: { address, chainId } });
    expect(isProvenWallet(on(8453), address, { chainId: 8453 })).toBe(true);
    expect(isProvenWallet(on(8453), address, { chainId: 1 })).toBe(false);
    expect(isProvenWallet(on(0), address.toLowerCase(), { chainId: 1 })).toBe(true);
    expect(isProvenWallet(on(0), thiefsWallet.address, { chainId: 1 })).toBe(false);
    expect(isProvenWallet({ provenWallet: null }, address, { chainId: 1 })).toBe(false);
  });
});
