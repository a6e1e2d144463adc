import { type Hex, parseEther } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createBatchPayout } from "@/app/v2/secure-payments/batch-payouts/route";
import { POST as createMulticall } from "@/app/v2/secure-payments/multicall-payouts/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { compare } from "@/components/pay/safety/compare";
import { payerPageCaller, systemCaller } from "@/server/auth/callers";
import { readPageState } from "@/server/secure-payments/page/page-state";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import { PROTOCOL_FEE } from "@/server/testing/evm/api-on-chain";
import { startTestChain, type TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { asCall, balanceOf, signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

let chain: TestChain;
let api: TestApi;
let shop: Merchant;

const USDC = tokenAddress("USDC-sepolia");

beforeAll(async () => {
  chain = await startTestChain({ network: "sepolia" });
  const nodes = { RPC_URL_SEPOLIA: chain.rpcUrl, RPC_URL_BASE: chain.rpcUrl };
  api = await startTestApi({ NETWORK_PROFILE: "local", ...nodes, ...PROTOCOL_FEE });
  shop = await aMerchant(api);
});

afterAll(async () => {
  await api?.close();
  await chain?.stop();
});

interface Payout {
  token: string;
  recipient: Hex;
}

async function payout(amount: string, more: object = {}): Promise<Payout> {
  const recipient: Hex = `0x${aWallet().slice(2)}`;
  const { status, body } = await send(createPayout, "/v2/secure-payments/payouts", {
    method: "POST",
    headers: shop.key,
    body: {
      recipient,
      creatorWalletAddress: shop.wallet,
      network: "sepolia",
      currency: "USDC",
      amount,
      reference: `salary ${amount}`,
      ...more,
    },
  });
  expect(status).toBe(201);
  return { token: body.token, recipient };
}

async function multicallOf(children: readonly Payout[]): Promise<string> {
  const { status, body } = await send(createMulticall, "/v2/secure-payments/multicall-payouts", {
    method: "POST",
    headers: shop.key,
    body: { childTokens: children.map(({ token }) => token) },
  });
  expect(status).toBe(201);
  return body.token;
}

const payer = () => chain.accounts.payer.address;
const state = (token: string, wallet?: string) =>
  readPageState(
    api.app.context(payerPageCaller({ origin: null, ip: null })),
    token,
    wallet === undefined ? {} : { wallet },
  );
const ask = (handler: typeof getCalldata, token: string, query = "", path = "") =>
  send(handler, `/v2/secure-payments/${token}${path}${query}`, { headers: shop.browser, params: { token } });
const calldata = (token: string, query = `?wallet=${payer()}`) => ask(getCalldata, token, query, "/pay");
const read = (token: string, query = "") => ask(readLink, token, query);

async function work(): Promise<void> {
  const adapter = api.app.chains.find("sepolia");
  if (!adapter) throw new Error("no adapter");
  const memory = newWatcherMemory();
  for (let idle = 0; idle < 2; ) {
    const seen = await watchTransfers(api.app.context(systemCaller("")), adapter, "worker", memory);
    idle = seen === "idle" ? idle + 1 : 0;
  }
}

async function pay(token: string): Promise<void> {
  const { status, body } = await calldata(token);
  expect(status).toBe(200);
  await signAndSend(chain, "payer", body.transactions);
  await work();
}

const kindsOf = (page: Awaited<ReturnType<typeof state>>) =>
  "bundle" in page ? page.bundle?.rows.map((row) => row.state.kind) : null;

describe("the page of a multicall", () => {
  test("shows a row per recipient, totals by token and fees, and what it shows is what /pay asks for", async () => {
    const children = [
      await payout("100"),
      await payout("0.5", { currency: "ETH", reference: undefined }),
      await payout("50.000001"),
    ];
    const token = await multicallOf(children);
    const page = await state(token, payer());
    if (page.kind !== "bundle") throw new Error(page.kind);
    expect(page.bundle.rows).toMatchObject([
      { reference: "salary 100", recipient: children[0]?.recipient, amount: "100000000", symbol: "USDC" },
      { reference: null, amount: parseEther("0.5").toString(), symbol: "ETH", state: { kind: "open" } },
      {
        reference: "salary 50.000001",
        amount: "50000001",
        networkName: "Sepolia",
        token: children[2]?.token,
      },
    ]);
    expect(page.bundle.totals).toMatchObject([
      { currency: "USDC-sepolia", count: 2, amount: "150000001", open: "150000001" },
      { currency: "ETH-sepolia", count: 1, amount: parseEther("0.5").toString() },
    ]);
    expect(page.bundle.fees).toMatchObject([
      { bearer: "payer", amount: "75000", symbol: "USDC" },
      { bearer: "payer", amount: parseEther("0.00025").toString(), symbol: "ETH" },
    ]);
    expect(page.options.map(({ symbol, hasEnough }) => [symbol, hasEnough])).toEqual([
      ["USDC", true],
      ["ETH", true],
    ]);
    const { body } = await calldata(token);
    expect(compare(page.shown, body, { family: "evm", address: payer() }).ok).toBe(true);
  });

  test("follows its children: paid one by one, what is left, all of it", async () => {
    const children = [await payout("1"), await payout("2"), await payout("3")];
    const token = await multicallOf(children);
    await pay(children[1]?.token ?? "");
    const partly = await state(token);
    if (partly.kind !== "bundle") throw new Error(partly.kind);
    expect(kindsOf(partly)).toEqual(["open", "paid", "open"]);
    expect(partly.bundle.rows[1]?.txHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(partly.bundle.totals).toMatchObject([{ amount: "6000000", open: "4000000" }]);
    const items = partly.shown.legs.filter(({ role }) => role === "payment").map(({ item }) => item);
    expect(items).toEqual([0, 2]);

    await pay(token);
    const over = await state(token);
    expect(over.kind).toBe("paid");
    expect(kindsOf(over)).toEqual(["paid", "paid", "paid"]);
  });

  test("leaves out a child that went elsewhere and says why, and stops when nothing is left to pay", async () => {
    const [moved, other, stays] = [await payout("1"), await payout("2"), await payout("3")];
    const token = await multicallOf([moved, other, stays]);
    await send(createBatchPayout, "/v2/secure-payments/batch-payouts", {
      method: "POST",
      headers: shop.key,
      body: { tokens: [moved.token, other.token] },
    });
    const page = await state(token);
    if (page.kind !== "bundle") throw new Error(page.kind);
    expect(page.bundle.rows[0]?.state).toEqual({ kind: "blocked", reason: "secure_payment_not_pending" });
    expect(page.shown.legs.filter(({ role }) => role === "payment")).toMatchObject([{ item: 2 }]);
    await pay(stays.token);
    expect((await state(token)).kind).toBe("bundle_blocked");
  });

  test("over several networks points to each child's own link", async () => {
    const children = [await payout("1"), await payout("2", { network: "base" })];
    const page = await state(await multicallOf(children), payer());
    if (page.kind !== "bundle_blocked") throw new Error(page.kind);
    expect(page.bundle.isOneNetwork).toBe(false);
    expect(page.bundle.rows.map(({ token }) => token)).toEqual(children.map(({ token }) => token));
    expect(page.bundle.totals.map(({ networkName }) => networkName)).toEqual(["Sepolia", "Base"]);
  });
});

describe("what a multicall hides", () => {
  test("recipients: neither the read nor the page tells them, in no field; calldata does, to the wallet that pays", async () => {
    const children = [
      await payout("1", { accessPolicy: { hidePayeeAddress: true } }),
      await payout("2", { accessPolicy: { hidePayeeAddress: true } }),
    ];
    const token = await multicallOf(children);
    const page = await state(token, payer());
    const texts = [JSON.stringify((await read(token)).body), JSON.stringify(page)];
    for (const { recipient } of children) {
      for (const text of texts) expect(text.toLowerCase()).not.toContain(recipient.slice(2).toLowerCase());
    }
    if (page.kind !== "bundle") throw new Error(page.kind);
    const { body } = await calldata(token);
    const comparison = compare(page.shown, body, { family: "evm", address: payer() });
    expect(comparison.ok).toBe(true);
    await pay(token);
    expect(await balanceOf(chain, USDC, children[1]?.recipient ?? "0x")).toBe(2_000_000n);
  });

  test("everything, until a wallet has come: no amount, recipient, reference, network or fee", async () => {
    const child = await payout("4321.987654", { accessPolicy: { hideUntilApproved: true } });
    const token = await multicallOf([child, await payout("8765.123456")]);
    const page = await state(token);
    expect(page.kind).toBe("hidden");
    const anonymous = (await read(token)).body;
    expect(anonymous.totals.byDestinationCurrency).toEqual([]);
    for (const text of [JSON.stringify(page), JSON.stringify(anonymous)]) {
      // Long enough for no random ID to hold them by chance.
      expect(text).not.toMatch(/4321\.?987654|8765\.?123456|salary|sepolia|USDC/i);
      expect(text.toLowerCase()).not.toContain(child.recipient.slice(2).toLowerCase());
    }
    expect((await calldata(token, "")).status).toBe(403);
    expect((await state(token, payer())).kind).toBe("bundle");
  });
});

test("a smart account pays a multicall with the tokens of the wallet behind it; our page signs nothing of the kind", async () => {
  const children = [await payout("7"), await payout("8")];
  const token = await multicallOf(children);
  const account = chain.accounts.payer2.address;
  const { status, body } = await calldata(token, `?wallet=${account}&eoaWallet=${payer()}`);
  expect(status).toBe(200);
  expect(body.transactions).toHaveLength(3);
  const page = await state(token, account);
  if (page.kind !== "bundle") throw new Error(page.kind);
  expect(compare(page.shown, body, { family: "evm", address: account })).toMatchObject({
    ok: false,
    problem: { field: "transactions" },
  });

  const before = await balanceOf(chain, USDC, payer());
  await signAndSend(chain, "payer", body.eoaApprovalTransactions);
  await signAndSend(chain, "payer2", body.transactions);
  await work();
  expect(before - (await balanceOf(chain, USDC, payer()))).toBe(15_007_500n);
  expect(await balanceOf(chain, USDC, children[0]?.recipient ?? "0x")).toBe(7_000_000n);
  expect((await state(token)).kind).toBe("paid");
});

test("a multicall whose payment a reorganisation takes away is open again with every row, and completed by the same transaction", async () => {
  const token = await multicallOf([await payout("1"), await payout("2")]);
  const { body } = await calldata(token);
  const [approval, payment] = body.transactions;
  await signAndSend(chain, "payer", [approval]);
  await chain.mine(2);
  const wallet = chain.wallet("payer");
  const request = await wallet.prepareTransactionRequest(asCall(payment));
  const raw = await wallet.signTransaction(request);
  const hash = await chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
  await chain.publicClient.waitForTransactionReceipt({ hash });
  await work();
  expect((await state(token)).kind).toBe("paid");

  await chain.reorg(1);
  await chain.mine(2);
  await work();
  const open = await state(token);
  expect(open.kind).toBe("bundle");
  expect(kindsOf(open)).toEqual(["open", "open"]);

  await chain.publicClient.sendRawTransaction({ serializedTransaction: raw });
  await chain.publicClient.waitForTransactionReceipt({ hash });
  await work();
  const again = await state(token);
  expect(again.kind).toBe("paid");
  expect("bundle" in again && again.bundle?.rows.map(({ txHash }) => txHash)).toEqual([hash, hash]);
});
