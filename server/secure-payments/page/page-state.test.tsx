import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { renderToStaticMarkup } from "react-dom/server";
import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { POST as askState } from "@/app/pay/state/route";
import { POST as recordIntent } from "@/app/v2/secure-payments/[token]/intent/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { POST as createBatchPayout } from "@/app/v2/secure-payments/batch-payouts/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { I18nProvider } from "@/components/i18n/provider";
import { translator } from "@/components/i18n/translator";
import { pageStateIn } from "@/components/pay/api/page-answer";
import { nextFlow, startFlow } from "@/components/pay/flow/flow";
import { drawnOn } from "@/components/pay/flow/same-payment";
import { FirstView } from "@/components/pay/page/first-view";
import { compare } from "@/components/pay/safety/compare";
import { contradictionIn } from "@/components/pay/safety/contradiction";
import { safeTransactions, securePaymentIntents, securePayments } from "@/db/schema";
import { en } from "@/messages/en";
import { systemCaller } from "@/server/auth/callers";
import { PAYER_PAGE_CLIENT_ID } from "@/server/auth/payer-page";
import type { Config } from "@/server/config";
import type { PageState, PageStateOf } from "@/server/secure-payments/page/page-schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { aSafe } from "@/server/testing/evm/safe";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

let chain: TestChain;
let api: TestApi;
let shop: Merchant;
let offset = 0;

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia" });
  const file = join(mkdtempSync(join(tmpdir(), "page-state-")), "networks.json");
  writeFileSync(file, JSON.stringify({ sepolia: { rpcUrls: [chain.rpcUrl], confirmations: 3 } }));
  api = await startTestApi(
    { NETWORK_PROFILE: "local", NETWORKS_FILE: file },
    { now: () => new Date(Date.now() + offset) },
  );
  shop = await aMerchant(api);
});
afterAll(async () => {
  await api?.close();
  await chain?.stop();
});
afterEach(() => {
  offset = 0;
});

const payer = () => chain.accounts.payer.address;

async function aLink(more: object = {}, amounts = ["12.345678"]): Promise<string> {
  const body = { requests: amounts.map((amount) => ({ amount })), ...more };
  const answer = await send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers: shop.browser,
    body,
  });
  expect(answer.status).toBe(201);
  return answer.body.token;
}

async function stateOf(token: string, wallet?: string): Promise<PageState> {
  const answer = await send(askState, "/pay/state", { method: "POST", body: { token, wallet } });
  expect(answer.status).toBe(200);
  // As the page reads it: what is not understood there is no answer.
  expect(pageStateIn(answer.body, token)).toEqual(answer.body);
  return answer.body;
}

/** The state, which has to be of this kind. */
async function expectState<K extends PageState["kind"]>(
  kind: K,
  token: string,
  wallet?: string,
): Promise<PageStateOf<K>> {
  const state = await stateOf(token, wallet);
  expect(state.kind).toBe(kind);
  // What the page draws and what it would have signed are two parts of the same answer.
  expect(contradictionIn(state)).toBeNull();
  return state as PageStateOf<K>;
}

async function watch(): Promise<void> {
  const adapter = api.app.chains.find("sepolia");
  if (!adapter) throw new Error("no adapter");
  const memory = newWatcherMemory();
  for (let idle = 0; idle < 2; ) {
    const pass = await watchTransfers(api.app.context(systemCaller("")), adapter, "worker", memory);
    idle = pass === "idle" ? idle + 1 : 0;
  }
}

async function calldata(token: string, wallet: string) {
  const answer = await send(getCalldata, `/v2/secure-payments/${token}/pay?wallet=${wallet}`, {
    headers: shop.browser,
    params: { token },
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function pay(token: string): Promise<Hex> {
  const {
    transactions,
    ERC20ApprovalTransactions = [],
    batchPaymentTransaction,
  } = await calldata(token, payer());
  const all = transactions ?? [...ERC20ApprovalTransactions, batchPaymentTransaction];
  const receipts = await signAndSend(chain, "payer", all);
  const last = receipts.at(-1);
  if (!last) throw new Error("nothing was sent");
  return last.transactionHash;
}

const change = (token: string, to: Partial<typeof securePayments.$inferInsert>) =>
  api.app.database.db.update(securePayments).set(to).where(eq(securePayments.token, token));

/** Everything a browser is given before a wallet came: the drawn page, and the state it goes on with. */
async function everythingGiven(token: string, wallet?: string): Promise<string> {
  const page = await stateOf(token, wallet);
  const t = translator("en", en);
  const html = renderToStaticMarkup(
    <I18nProvider locale="en" messages={en}>
      <FirstView t={t} page={page} />
    </I18nProvider>,
  );
  return `${JSON.stringify(page)}\n${html}`.toLowerCase();
}

describe("a link on the page", () => {
  test("unknown, malformed and hostile tokens are nothing", async () => {
    for (const token of ["01JZZZZZZZZZZZZZZZZZZZZZZZ", "", "x", "<script>", "' or 1=1 --"]) {
      expect(await stateOf(token)).toEqual({ kind: "not_found" });
    }
  });

  test("ready: facts for the eye, and what the comparison accepts as the API's own calldata", async () => {
    const token = await aLink({ reference: "order-7", redirectUrl: "https://shop.example/back" });
    const open = await expectState("ready", token);
    expect(open.facts).toMatchObject({
      paymentType: "single",
      reference: "order-7",
      network: { id: "sepolia", chainId: 11155111, isTestnet: true },
      takesTransfers: true,
      items: [{ recipient: shop.wallet, amount: "12345678", decimals: 6, symbol: "USDC", received: "0" }],
    });
    expect(open.redirect).toEqual({ url: "https://shop.example/back", label: null });
    expect(open.options).toEqual([]);
    expect(open.merchant, "the ends of a wallet are no name").toBeNull();
    const visited = await expectState("ready", token, payer());
    expect(open.watchedTo).toBeNull();
    expect(visited.options).toEqual([
      { symbol: "USDC", balance: "1000000", needed: "12.345678", hasEnough: true },
    ]);
    const answer = await calldata(token, payer());
    const signer = { family: "evm", address: payer() } as const;
    expect(compare(visited.shown, answer, signer).ok).toBe(true);
    // Passed as one wallet, signed as another.
    expect(compare(visited.shown, answer, { ...signer, address: aWallet() })).toMatchObject({
      ok: false,
      problem: { field: "wallet" },
    });
  });

  test("tells a wallet up to which block its payments would be in here", async () => {
    const token = await aLink();
    await chain.mine(2);
    await watch();
    const head = await chain.publicClient.getBlockNumber();
    expect((await expectState("ready", token, payer())).watchedTo).toBe(head.toString());
    await chain.mine();
    expect((await expectState("ready", token, payer())).watchedTo).toBe(head.toString());
  });

  test("leads to an explorer on a real network, and to none on a local chain", async () => {
    const token = await aLink({}, ["1"]);
    expect((await expectState("ready", token)).facts.network.explorer).toBeNull();
    expect(await everythingGiven(token)).not.toContain("etherscan");
    const back = await startAnotherApp({ profile: "live" });
    try {
      const { facts } = await expectState("ready", token);
      expect(facts.network.explorer?.addressPrefix).toBe("https://sepolia.etherscan.io/address/");
      expect(await everythingGiven(token)).toContain(
        `https://sepolia.etherscan.io/address/${shop.wallet}`.toLowerCase(),
      );
    } finally {
      await back();
    }
  });

  test("batch: every payment, in its order", async () => {
    const token = await aLink({}, ["1", "2.5"]);
    const { facts, shown } = await expectState("ready", token);
    expect(facts.items.map(({ amount }) => amount)).toEqual(["1000000", "2500000"]);
    expect(shown.legs.map(({ item, amount }) => [item, amount])).toEqual([
      [0, "1000000"],
      [1, "2500000"],
    ]);
  });

  test("confirming n of N, then paid with its transaction and the way back", async () => {
    const token = await aLink({ redirectUrl: "https://shop.example/back", redirectLabel: "To the shop" });
    const txHash = await pay(token);
    await watch();
    const seen = await expectState("confirming", token);
    expect(seen.progress).toEqual({ confirmations: 1, needed: 3, isByAmount: false });
    expect(seen.facts.transfers).toMatchObject([{ txHash, amount: "12345678", isConfirmed: false }]);
    await chain.mine();
    await watch();
    expect((await expectState("confirming", token)).progress.confirmations).toBe(2);
    await chain.mine();
    await watch();
    const paid = await expectState("paid", token);
    expect(paid.facts?.transfers).toMatchObject([{ txHash, isConfirmed: true }]);
    expect(paid.redirect).toEqual({ url: "https://shop.example/back", label: "To the shop" });
    // The page tells what it has sent, also when the chain was faster; for everybody else the link is over.
    const page = {
      "x-client-id": PAYER_PAGE_CLIENT_ID,
      origin: new URL(api.app.config.urls.pay).origin,
    };
    for (const [headers, status] of [
      [page, 200],
      [shop.browser, 409],
    ] as const) {
      const answer = await send(recordIntent, `/v2/secure-payments/${token}/intent`, {
        method: "POST",
        headers,
        params: { token },
        body: { chain: "ETHEREUM", token: "USDC", txHash },
      });
      expect(answer.status).toBe(status);
    }
    await expectState("paid", token);
  });

  test("partly paid, and the part taken back by the chain: the open page follows", async () => {
    const token = await aLink({}, ["3"]);
    const { transactions } = await calldata(token, payer());
    const [approve, payment] = [transactions.at(-2), transactions.at(-1)];
    if (approve) await signAndSend(chain, "payer", [approve]);
    const word = (units: number) => units.toString(16).padStart(64, "0");
    const part = { ...payment, data: payment.data.replace(word(3_000_000), word(1_000_000)) };
    expect(part.data).not.toBe(payment.data);
    await signAndSend(chain, "payer", [part]);
    await watch();
    const drawn = await expectState("partial", token, payer());
    expect(drawn.shown.legs.map(({ amount }) => amount)).toEqual(["2000000"]);
    await chain.reorg(1);
    await chain.mine();
    await watch();
    const after = await expectState("ready", token, payer());
    const flow = startFlow(drawn, null, drawnOn(drawn));
    const followed = nextFlow(flow, { type: "read", epoch: flow.epoch, page: after });
    expect(followed).toMatchObject({ step: "connect", page: { kind: "ready" } });
  });

  test("partly paid: what is left is asked for, and only that may be signed", async () => {
    const token = await aLink({}, ["1", "2"]);
    const { shown } = await expectState("ready", token, payer());
    const other = await aLink({}, ["1"]);
    // The first payment of the batch, made by itself.
    const [leg] = shown.legs;
    const single = await calldata(other, payer());
    const reference = (await expectState("ready", other)).shown.legs[0]?.reference.slice(2) ?? "";
    const patched = single.transactions.map((transaction: { data: string }) => ({
      ...transaction,
      data: transaction.data.replace(reference, leg?.reference.slice(2) ?? ""),
    }));
    await signAndSend(chain, "payer", patched);
    await watch();
    const partial = await expectState("partial", token, payer());
    expect(partial.facts.items.map(({ received }) => received)).toEqual(["1000000", "0"]);
    expect(partial.shown.legs).toEqual([shown.legs[1]]);
    const answer = await calldata(token, payer());
    const signer = { family: "evm", address: payer() } as const;
    expect(compare(partial.shown, answer, signer).ok).toBe(true);
    expect(compare(shown, answer, signer).ok).toBe(false);
  });

  test("paid twice at the same moment: overpaid, and by how much", async () => {
    const token = await aLink({}, ["1"]);
    const { transactions } = await calldata(token, payer());
    const { transactions: again } = await calldata(token, chain.accounts.payer2.address);
    await signAndSend(chain, "payer", transactions);
    await signAndSend(chain, "payer2", again);
    await chain.mine(3);
    await watch();
    const { facts } = await expectState("overpaid", token);
    expect(facts?.items[0]).toMatchObject({ amount: "1000000", received: "2000000" });
    expect(new Set(facts?.transfers.map(({ txHash }) => txHash)).size).toBe(2);
  });

  test("expired, and paid late", async () => {
    const token = await aLink({}, ["1"]);
    const { transactions } = await calldata(token, payer());
    // After a reorganisation the blocks of this chain are some seconds behind.
    await change(token, { expiresAt: new Date(api.app.now().getTime() - 60_000) });
    expect((await expectState("expired", token)).facts).toBeNull();
    await signAndSend(chain, "payer", transactions);
    await watch();
    expect((await expectState("expired", token)).facts?.transfers).toHaveLength(1);
    await chain.mine(3);
    await watch();
    expect((await expectState("paid_late", token)).facts?.transfers).toHaveLength(1);
  });

  test("in progress while a Safe transaction waits, and open again when it has failed", async () => {
    const token = await aLink();
    const safe = await aSafe(chain);
    const query = `?wallet=${safe.address}&isSafe=true`;
    const offered = await send(getCalldata, `/v2/secure-payments/${token}/pay${query}`, {
      headers: shop.browser,
      params: { token },
    });
    const { safeTxHash } = offered.body.safeTransaction;
    const safePaymentDeadline = 1_893_456_000;
    const claimed = await send(recordIntent, `/v2/secure-payments/${token}/intent`, {
      method: "POST",
      headers: shop.browser,
      params: { token },
      body: { chain: "ETHEREUM", token: "USDC", safeTxHash, safePaymentDeadline },
    });
    const waiting = await expectState("in_progress", token);
    expect(waiting.safe).toMatchObject({
      safeTxHash,
      address: safe.address,
      threshold: 2,
      owners: 3,
      signatures: null,
      deadline: "2030-01-01T00:00:00.000Z",
    });
    await api.app.database.db
      .update(securePaymentIntents)
      .set({ state: "failed" })
      .where(eq(securePaymentIntents.id, claimed.body.intentId));
    await api.app.database.db
      .update(safeTransactions)
      .set({ failure: "rejected" })
      .where(eq(safeTransactions.intentId, claimed.body.intentId));
    expect((await expectState("ready", token)).safeEnded).toEqual({ safeTxHash, why: "rejected" });
    expect((await expectState("ready", await aLink())).safeEnded).toBeNull();
  });

  test("merged into another link: invalidated; a payout to a rejected recipient: failed", async () => {
    const payout = async (recipient: string) => {
      const body = {
        recipient,
        creatorWalletAddress: shop.wallet,
        network: "sepolia",
        currency: "USDC",
        amount: "1",
      };
      return send(createPayout, "/v2/secure-payments/payouts", { method: "POST", headers: shop.key, body });
    };
    const tokens = [(await payout(aWallet())).body.token, (await payout(aWallet())).body.token];
    const merged = await send(createBatchPayout, "/v2/secure-payments/batch-payouts", {
      method: "POST",
      headers: shop.key,
      body: { tokens },
    });
    expect(merged.status).toBe(201);
    await expectState("invalidated", tokens[0]);
    await expectState("ready", merged.body.token);
    await change(merged.body.token, { status: "compliance_failed" });
    await expectState("failed", merged.body.token);
  });

  test("somebody said they have paid: others are warned for a while, and nobody is stopped", async () => {
    const token = await aLink();
    const txHash = `0x${"ef".repeat(32)}`;
    const answer = await send(recordIntent, `/v2/secure-payments/${token}/intent`, {
      method: "POST",
      headers: shop.browser,
      params: { token },
      body: { chain: "ETHEREUM", token: "USDC", txHash },
    });
    expect(answer.status).toBe(200);
    expect((await expectState("ready", token)).announced).toMatchObject([{ txHash }]);
    offset = 16 * 60_000;
    expect((await expectState("ready", token)).announced).toEqual([]);
  });

  test("a node that does not answer is no verdict on the link", async () => {
    const token = await aLink();
    const away = await startTestApiElsewhere();
    try {
      expect(await stateOf(token, payer())).toEqual({ kind: "unavailable" });
      await expectState("ready", token);
    } finally {
      await away();
    }
  });

  test("400 for a wallet that is none, and for a body that is none", async () => {
    const token = await aLink();
    const ask = (body: unknown) => send(askState, "/pay/state", { method: "POST", body });
    expect((await ask({ token, wallet: "0x12" })).status).toBe(400);
    expect((await ask({ token: 7 })).status).toBe(400);
    expect((await ask({ token, admin: true })).status).toBe(400);
    expect((await ask({})).status).toBe(400);
  });

  test("no foreign page may ask, and no cache may keep the answer", async () => {
    const token = await aLink();
    const ask = (headers: Record<string, string>) =>
      send(askState, "/pay/state", { method: "POST", headers, body: { token } });
    expect((await ask({ origin: "https://evil.example" })).status).toBe(403);
    expect((await ask({ "sec-fetch-site": "cross-site" })).status).toBe(403);
    const { headers } = await ask({});
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("what is hidden until a wallet passes (AP-03, PP-16)", () => {
  // The way back is the merchant's, and often names the order.
  const wayBack = { redirectUrl: "https://shop.example/orders/77", redirectLabel: "Back to order 77" };
  const secrets = () => [
    ...[shop.wallet, "12.345678", "12345678", "usdc", "sepolia", "order-hidden"],
    ...["shop.example", "order 77"],
  ];

  test("is nowhere in the drawn page or in the state it goes on with, whoever asks", async () => {
    const token = await aLink({
      reference: "order-hidden",
      ...wayBack,
      accessPolicy: { hideUntilApproved: true, allowedPayerAddresses: [payer()] },
    });
    const { shown } = await expectState("ready", token, payer());
    const reference = shown.legs[0]?.reference ?? "";
    expect((await expectState("hidden", token)).merchant, "the account is not named").toBeNull();
    expect(await expectState("blocked", token, aWallet())).toMatchObject({
      reason: "wallet_not_allowed",
      facts: null,
    });
    for (const wallet of [undefined, aWallet(), chain.accounts.payer2.address]) {
      const given = await everythingGiven(token, wallet);
      for (const secret of [...secrets(), reference]) expect(given).not.toContain(secret.toLowerCase());
    }
    const allowed = await everythingGiven(token, payer());
    for (const secret of ["12.345678", "usdc", "order-hidden"]) expect(allowed).toContain(secret);
  });

  test("stays hidden when it is paid, over or in progress", async () => {
    const token = await aLink({
      reference: "order-hidden",
      ...wayBack,
      accessPolicy: { hideUntilApproved: true, allowedPayerAddresses: [payer()] },
    });
    for (const status of ["completed", "expired", "invalidated", "compliance_failed"] as const) {
      await change(token, { status });
      const given = await everythingGiven(token);
      for (const secret of secrets()) expect(given).not.toContain(secret.toLowerCase());
    }
    await change(token, { status: "completed" });
    expect((await expectState("paid", token, payer())).redirect?.url).toBe(wayBack.redirectUrl);
    // Its receipt is not there for the public, so the page does not lead to it.
    expect(await everythingGiven(token, payer())).not.toContain('href="/request/');
    const open = await aLink();
    await change(open, { status: "completed" });
    expect(await everythingGiven(open, payer())).toContain('href="/request/');
  });

  test("a masked payee is in nothing the browser gets, and no other payee fits in its place", async () => {
    const token = await aLink({ accessPolicy: { hidePayeeAddress: true } });
    const given = await everythingGiven(token, payer());
    expect(given).not.toContain(shop.wallet.toLowerCase());
    expect(given).not.toContain(shop.wallet.slice(2).toLowerCase());
    expect(given).not.toContain("/address/0x");
    const { shown } = await expectState("ready", token, payer());
    const answer = await calldata(token, payer());
    const signer = { family: "evm", address: payer() } as const;
    const good = compare(shown, answer, signer);
    expect(good.ok).toBe(true);
    // Not even the decoded view tells it.
    const text = JSON.stringify(good, (key, value) =>
      key === "transaction" || key === "batch"
        ? undefined
        : typeof value === "bigint"
          ? value.toString()
          : value,
    );
    expect(text.toLowerCase()).not.toContain(shop.wallet.slice(2).toLowerCase());
    const forged = JSON.parse(
      JSON.stringify(answer).replaceAll(
        shop.wallet.slice(2).toLowerCase(),
        chain.accounts.payer2.address.slice(2).toLowerCase(),
      ),
    );
    expect(JSON.stringify(forged)).not.toBe(JSON.stringify(answer));
    expect(compare(shown, forged, signer).ok).toBe(false);
  });
});

describe("fees", () => {
  const protocolFee = () => ({ ...api.app.config.protocolFee, bps: 50, evmAddress: aWallet() });

  test("that the recipient bears are a part of what was paid, and of nothing that is left", async () => {
    const back = await startAnotherApp({ protocolFee: protocolFee() });
    try {
      const token = await aLink({}, ["10"]);
      const { facts, shown } = await expectState("ready", token);
      expect(facts.fees).toMatchObject([{ bearer: "payee", amount: "50000" }]);
      expect(shown.legs.map(({ amount }) => amount)).toEqual(["9950000", "50000"]);
      await pay(token);
      await watch();
      expect((await expectState("confirming", token)).facts.items[0]).toMatchObject({
        amount: "10000000",
        received: "10000000",
      });
      await chain.mine(3);
      await watch();
      await expectState("paid", token);
    } finally {
      await back();
    }
  });

  test("on top of a token without a fee plan are said before they are signed", async () => {
    const back = await startAnotherApp({ protocolFee: protocolFee() });
    try {
      const { body } = await send(createPayout, "/v2/secure-payments/payouts", {
        method: "POST",
        headers: shop.key,
        body: {
          recipient: aWallet(),
          creatorWalletAddress: shop.wallet,
          network: "sepolia",
          currency: "ETH",
          amount: "1",
        },
      });
      const { facts } = await expectState("ready", body.token);
      const fee = { label: "Protocol fee", bearer: "payer", symbol: "ETH", amount: "5000000000000000" };
      expect(facts.fees).toMatchObject([fee]);
      expect(facts.takesTransfers, "an address is for tokens").toBe(false);
    } finally {
      await back();
    }
  });
});

describe("the access policy on the page", () => {
  test("a wallet outside the allowlist is blocked with its reason, beside what is not hidden", async () => {
    const token = await aLink({ accessPolicy: { allowedPayerAddresses: [payer()] } });
    const { facts } = await expectState("ready", token);
    expect(facts.isOpenToAll).toBe(false);
    const blocked = await expectState("blocked", token, aWallet());
    expect(blocked.reason).toBe("wallet_not_allowed");
    expect(blocked.facts?.items[0]?.amount).toBe("12345678");
    expect(blocked).not.toHaveProperty("shown");
  });

  test("a wallet that screening rejects is blocked, and another one is not", async () => {
    const token = await aLink({
      accessPolicy: { mode: "kyt_all_wallets", screeningProvider: "hypernative" },
    });
    expect((await expectState("blocked", token, chain.accounts.blocked.address)).reason).toBe("rejected");
    await expectState("ready", token, payer());
  });
});

test("strings of a merchant are text, wherever they stand", async () => {
  const evil = `<img src=x onerror=alert(1)>"'\`</script>`;
  const token = await aLink({ reference: evil });
  const page = await expectState("ready", token);
  const html = renderToStaticMarkup(
    <I18nProvider locale="en" messages={en}>
      <FirstView t={translator("en", en)} page={page} />
    </I18nProvider>,
  );
  expect(html).not.toContain("<img");
  expect(html).not.toContain("</script");
  expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
});

/** The same database behind an app whose node is gone. */
const startTestApiElsewhere = () =>
  startAnotherApp({ networks: { sepolia: { rpcUrls: ["http://127.0.0.1:9"], confirmations: 3 } } });

/** The same database behind an app of another configuration; ends with what brings the first app back. */
async function startAnotherApp(change: Partial<Config>): Promise<() => Promise<void>> {
  const { boot, replaceApp } = await import("@/server/boot");
  const app = boot({ ...api.app.config, ...change }, "test", { now: api.app.now });
  replaceApp(app);
  return async () => {
    replaceApp(api.app);
    await app.close();
  };
}
