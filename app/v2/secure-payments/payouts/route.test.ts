import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as createDestination } from "@/app/v1/payee-destination/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as merge } from "@/app/v2/secure-payments/batch-payouts/route";
import { POST } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink, GET as lookUp } from "@/app/v2/secure-payments/route";
import { payeeDestinations, requests, securePayments } from "@/db/schema";
import { developmentAccounts } from "@/server/chains/development-accounts";
import { NETWORKS } from "@/server/chains/networks";
import { tokenById } from "@/server/currencies/tokens";
import { destinationId } from "@/server/payee-destinations/interop-address";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, aWallet } from "@/server/testing/credentials";
import { changeAccount } from "@/server/testing/data/change-account";
import { itRequires } from "@/server/testing/it-requires";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";

let api: TestApi;
let shop: Merchant;
let stranger: Merchant;

const NOBODY = "http://127.0.0.1:9";

beforeAll(async () => {
  api = await startTestApi({
    NETWORK_PROFILE: "local",
    RPC_URL_SEPOLIA: NOBODY,
    RPC_URL_BASE: NOBODY,
  });
  shop = await aMerchant(api);
  stranger = await aMerchant(api);
});
afterAll(() => api?.close());

type Headers = Record<string, string>;
const post = (body: object, headers: Headers = shop.key) =>
  send(POST, "/v2/secure-payments/payouts", { method: "POST", headers, body });
const batch = (tokens: unknown, more: object = {}, headers: Headers = shop.key) =>
  send(merge, "/v2/secure-payments/batch-payouts", { method: "POST", headers, body: { tokens, ...more } });
const payout = (more: object = {}) => ({
  recipient: aWallet(),
  creatorWalletAddress: shop.wallet,
  network: "sepolia",
  currency: "USDC",
  amount: "10",
  ...more,
});
const made = async (more: object = {}, headers: Headers = shop.key): Promise<string> => {
  const { status, body } = await post(payout(more), headers);
  expect(status).toBe(201);
  return body.token;
};
const linkOf = async (token: string) => {
  const [link] = await api.app.database.db
    .select()
    .from(securePayments)
    .where(eq(securePayments.token, token));
  if (!link) throw new Error("no link");
  return link;
};
const links = () => api.app.database.db.$count(securePayments);

itRequires(
  () => api,
  [{ at: "POST /v2/secure-payments/payouts", handler: POST }],
  ["apiKey", "clientId", "orchestrator", "session"],
);
itRequires(
  () => api,
  [{ at: "POST /v2/secure-payments/batch-payouts", handler: merge }],
  ["apiKey", "clientId", "session"],
);

describe("a payout link", () => {
  test("makes the recipient's destination in the same commit, which gives the payer no say in it", async () => {
    const recipient = aWallet();
    const [first, second] = await Promise.all([
      post(payout({ recipient })),
      post(payout({ recipient: recipient.toLowerCase() })),
    ]);
    expect([first.status, second.status]).toEqual([201, 201]);
    const rows = await api.app.database.db
      .select()
      .from(payeeDestinations)
      .where(eq(payeeDestinations.walletAddress, recipient));
    expect(rows).toMatchObject([{ claimed: false, active: true, platformId: null, network: "sepolia" }]);
    // Whoever pays a wallet cannot be paid there as if it were theirs.
    const incoming = await send(createLink, "/v2/secure-payments", {
      method: "POST",
      headers: shop.key,
      body: { requests: [{ amount: "1", destinationId: rows[0]?.destinationId }] },
    });
    expect(incoming.status).toBe(403);
    const link = await linkOf(first.body.token);
    expect(link).toMatchObject({ flow: "outgoing", paymentType: "single", claimedDestination: null });
    expect(link.destination).toMatchObject({ destinationId: rows[0]?.destinationId });
  });

  test("and 80 calls at once, of payers and of the owner who changes the destination, all succeed", async () => {
    const owners = await Promise.all(Array.from({ length: 4 }, () => aSession(api)));
    const tokens = ["USDC-sepolia", "USDC-base"].map((currency) => tokenById(currency));
    const calls = Array.from({ length: 80 }, (_, n) => {
      const owner = owners[n % 4];
      const token = tokens[Math.floor(n / 8) % 2];
      if (!owner?.wallet || !token?.address) throw new Error("no owner or token");
      const { address } = owner.wallet;
      if (Math.floor(n / 4) % 2 === 0) return post(payout({ recipient: address, network: token.network }));
      return send(createDestination, "/v1/payee-destination", {
        method: "POST",
        headers: owner.bearer,
        body: { tokenAddress: token.address, chainId: NETWORKS[token.network].chainId },
      });
    });
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses).toEqual(Array(80).fill(201));
    for (const { wallet } of owners) {
      const rows = await api.app.database.db
        .select()
        .from(payeeDestinations)
        .where(
          and(eq(payeeDestinations.walletAddress, wallet?.address ?? ""), eq(payeeDestinations.active, true)),
        );
      expect(rows.filter(({ claimed }) => claimed)).toHaveLength(1);
      expect(new Set(rows.map((row) => row.destinationId)).size).toBe(rows.length);
    }
  });

  test("keeps the recipient's own destination of that moment beside it (SL-06)", async () => {
    const owner = await aMerchant(api, { currency: "USDC-base" });
    const link = await linkOf(await made({ recipient: owner.wallet }));
    const usdc = tokenById("USDC-sepolia")?.address ?? "";
    expect(link.destination).toMatchObject({ destinationId: destinationId("sepolia", owner.wallet, usdc) });
    expect(link.claimedDestination).toMatchObject({ destinationId: owner.destinationId });
  });

  test("takes a currency by symbol and by ID, and the native coin, which has no destination", async () => {
    const currencies = await Promise.all(
      ["usdc", "USDC-sepolia", "ETH", "ETH-sepolia"].map(async (currency) =>
        linkOf(await made({ currency })),
      ),
    );
    expect(currencies.map((link) => link.currency)).toEqual([
      "USDC-sepolia",
      "USDC-sepolia",
      "ETH-sepolia",
      "ETH-sepolia",
    ]);
    expect(currencies.map((link) => link.destination === null)).toEqual([false, false, true, true]);
    expect(currencies.map((link) => link.feePlan === null)).toEqual([false, false, true, true]);
  });

  test.each<[string, object]>([
    ["a currency of another network", { currency: "USDC-base" }],
    ["an unknown currency", { currency: "NOPE" }],
    ["an unknown network", { network: "moon" }],
    ["a network nobody watches", { network: "optimism" }],
    ["a recipient of another family", { recipient: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" }],
    ["the token as its recipient", { recipient: tokenById("USDC-sepolia")?.address }],
    ["the zero address", { recipient: `0x${"0".repeat(40)}` }],
    ["no creator", { creatorWalletAddress: undefined }],
    ["a malformed creator", { creatorWalletAddress: "0x12" }],
    ["nothing to pay", { amount: "0" }],
    ["too many decimals", { amount: "0.0000001" }],
    ["an unsafe redirect", { redirectUrl: "data:text/html,x" }],
    ["a label alone", { redirectLabel: "Back" }],
  ])("400 for %s, with nothing created", async (_, changes) => {
    const before = await links();
    expect((await post(payout(changes))).status).toBe(400);
    expect(await links()).toBe(before);
  });

  test("403 for a platform without payouts", async () => {
    const poor = await withoutPayouts();
    expect((await post(payout(), poor.key)).status).toBe(403);
    expect((await batch([await made(), await made()], {}, poor.key)).status).toBe(403);
  });

  test("to a recipient whom screening rejects is made and can be paid by nobody (AP-12)", async () => {
    const { blocked, payer } = developmentAccounts();
    const accessPolicy = { mode: "kyt_all_wallets", screeningProvider: "hypernative" };
    const { status, body } = await post(payout({ recipient: blocked.address, accessPolicy }));
    expect(status).toBe(201);
    expect((await linkOf(body.token)).status).toBe("compliance_failed");
    for (const [handler, path] of [
      [readLink, ""],
      [getCalldata, "/pay"],
    ] as const) {
      const answer = await send(handler, `/v2/secure-payments/${body.token}${path}?wallet=${payer.address}`, {
        headers: shop.browser,
        params: { token: body.token },
      });
      expect(answer.status).toBe(403);
    }
    const found = await send(lookUp, `/v2/secure-payments?requestId=${body.requestIds[0]}`, {
      headers: shop.session.bearer,
    });
    expect(found.body).toMatchObject({
      status: "compliance_failed",
      blockReason: "compliance_failed",
      childExecutable: false,
      payerKytResults: [],
      payeeKytResults: [{ walletAddress: blocked.address, status: "rejected", provider: "hypernative" }],
    });
    expect((await batch([body.token, await made()])).status).toBe(400);
  });

  test("once under one Idempotency-Key", async () => {
    const headers = { ...shop.key, "idempotency-key": "payout-link" };
    const body = payout();
    const [first, second] = await Promise.all([post(body, headers), post(body, headers)]);
    expect(first.body).toEqual(second.body);
  });
});

describe("payout links paid together", () => {
  test("become one link; a second call, even at the same moment, finds them gone", async () => {
    const tokens = [await made(), await made()];
    const answers = await Promise.all([batch(tokens), batch(tokens), batch([...tokens].reverse())]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    const merged = answers.find(({ status }) => status === 201)?.body;
    const children = await Promise.all(tokens.map(linkOf));
    const parent = await linkOf(merged.token);
    expect(parent).toMatchObject({ paymentType: "batch", flow: "outgoing", status: "pending" });
    for (const child of children) {
      expect(child).toMatchObject({ status: "invalidated", mergedIntoId: parent.id });
    }
    const found = await send(lookUp, `/v2/secure-payments?requestId=${merged.requestIds[0]}`, {
      headers: shop.session.bearer,
    });
    expect(found.body).toMatchObject({ token: merged.token, paymentType: "batch" });
  });

  test("in several currencies have no fee plan", async () => {
    const { status, body } = await batch([await made(), await made({ currency: "ETH" })]);
    expect(status).toBe(201);
    expect(body.feePlan).toBeNull();
  });

  test("400 with the documented words for several networks", async () => {
    const { status, body } = await batch([await made(), await made({ network: "base" })]);
    expect([status, body.message]).toEqual([400, "All requests must be on the same network"]);
  });

  test("400 for what cannot be merged, the same words for a stranger's token and for none", async () => {
    const own = await made();
    const incoming = await send(createLink, "/v2/secure-payments", {
      method: "POST",
      headers: shop.key,
      body: { requests: [{ amount: "1" }] },
    });
    const expired = await made();
    await change(expired, { expiresAt: new Date(0) });
    const completed = await made();
    await change(completed, { status: "completed" });
    const foreign = await made({}, stranger.key);
    const ofClient = await made({ recipient: stranger.wallet }, stranger.browser);
    const words = new Set<string>();
    for (const token of [
      foreign,
      ofClient,
      "01JZZZZZZZZZZZZZZZZZZZZZZZ",
      "nonsense",
      incoming.body.token,
      expired,
      completed,
    ]) {
      const { status, body } = await batch([own, token]);
      expect(status).toBe(400);
      words.add(JSON.stringify(body));
    }
    expect(words.size).toBe(1);
    for (const tokens of [[own], [], [own, own], "x", [own, 5]]) {
      expect((await batch(tokens)).status).toBe(400);
    }
    expect((await batch([own, await made()], { redirectUrl: "javascript:1" })).status).toBe(400);
    expect((await linkOf(own)).status).toBe("pending");
  });

  test("400 for one that has been paid in part", async () => {
    const { aTransfer } = await import("@/server/testing/data/stored");
    const { body } = await post(payout());
    const [row] = await api.app.database.db
      .select()
      .from(requests)
      .where(eq(requests.requestId, `0x${body.requestIds[0]}`));
    if (!row) throw new Error("no request");
    await aTransfer(api.app, row, { amount: 1n, state: "seen" });
    expect((await batch([body.token, await made()])).status).toBe(400);
  });
});

async function change(token: string, changes: Partial<typeof securePayments.$inferInsert>): Promise<void> {
  await api.app.database.db.update(securePayments).set(changes).where(eq(securePayments.token, token));
}

async function withoutPayouts(): Promise<Merchant> {
  const merchant = await aMerchant(api);
  await changeAccount(api, merchant.platformId, { canCreatePayouts: false });
  return merchant;
}
