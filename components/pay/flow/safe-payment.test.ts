import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { POST as askState } from "@/app/pay/state/route";
import { POST as askNode } from "@/app/rpc/[network]/route";
import { POST as recordIntent } from "@/app/v2/secure-payments/[token]/intent/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { claimSafe } from "@/components/pay/flow/announce";
import { startFlow } from "@/components/pay/flow/flow";
import { type Prepared, prepare } from "@/components/pay/flow/prepare";
import { drawnOn } from "@/components/pay/flow/same-payment";
import { executeSafe, type LocalSafe, localSafeTxHash, nextNonce } from "@/local/chains/local-safe";
import { systemCaller } from "@/server/auth/callers";
import { PAYER_PAGE_CLIENT_ID } from "@/server/auth/payer-page";
import { safeTransactionFor } from "@/server/chains/evm/safe/safe-transaction";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import type { TestApi } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { aSafe, fundSafe, safeNode } from "@/server/testing/evm/safe";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";
import type { BatchingWallet } from "@/wallet/wallet";

const ORIGIN = "http://pages.test";
const USDC = "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;
let safe: LocalSafe;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", { PAY_URL: `${ORIGIN}/pay` }));
  shop = await aMerchant(api);
  safe = await aSafe(chain);
  await fundSafe(chain, safe, USDC, 1_000_000_000n);
  vi.stubGlobal("window", { location: { origin: ORIGIN } });
  const { fetch } = globalThis;
  // The page's own calls go to the real handlers, and through the real proxy to the real node.
  vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) => {
    const url = new URL(String(input instanceof Request ? input.url : input), ORIGIN);
    if (url.origin !== ORIGIN) return fetch(input, init);
    const request = new Request(url, init);
    request.headers.set("origin", ORIGIN);
    const [, , , token = "", what = ""] = url.pathname.split("/");
    const params = Promise.resolve({ token });
    if (url.pathname.startsWith("/rpc/"))
      return askNode(request, { params: Promise.resolve({ network: "sepolia" }) });
    if (url.pathname === "/pay/state") return askState(request, { params: Promise.resolve({}) });
    return (what === "pay" ? getCalldata : recordIntent)(request, { params });
  });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await stop?.();
});

async function aLink() {
  const answer = await send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers: shop.browser,
    body: { requests: [{ amount: "10" }] },
  });
  expect(answer.status).toBe(201);
  const token: string = answer.body.token;
  const page = await stateOf(token, safe.address);
  const context = {
    token,
    apiUrl: "",
    clientId: PAYER_PAGE_CLIENT_ID,
    drawn: drawnOn(page),
    quoteSigner: "",
    drawnAt: 0,
  };
  return { token, page, context };
}

async function stateOf(token: string, wallet?: string): Promise<PageState> {
  return (await send(askState, "/pay/state", { method: "POST", body: { token, wallet } })).body;
}

async function prepared(isAtomic: boolean): Promise<Prepared & { link: Awaited<ReturnType<typeof aLink>> }> {
  const { address } = safe;
  const link = await aLink();
  const { page, context } = link;
  if (!("shown" in page)) throw new Error(page.kind);
  const batches = { isAtomic: async () => isAtomic } as unknown as BatchingWallet;
  const payer = { family: "evm", address, chainId: 11155111 } as const;
  return { ...(await prepare(context, { shown: page.shown, source: null }, payer, [], batches)), link };
}

async function work(): Promise<void> {
  const adapter = api.app.chains.find("sepolia");
  if (!adapter) throw new Error("no adapter");
  for (let idle = 0; idle < 2; ) {
    const pass = await watchTransfers(
      api.app.context(systemCaller("")),
      adapter,
      "worker",
      newWatcherMemory(),
    );
    idle = pass === "idle" ? idle + 1 : 0;
  }
}

describe("a payment from a Safe on the payer's page", () => {
  test("is one batch of the compared calls, whose claim every device sees, and paid once its owners execute it", async () => {
    const made = await prepared(true);
    if (made.kind !== "plan" || !made.plan.batch) throw new Error(made.kind);
    const { plan, link } = made;
    expect(plan.safe).toEqual({ threshold: 2, owners: 3 });
    expect(plan.steps.map(({ kind }) => kind)).toEqual(["approve", "pay"]);
    expect(plan.batch?.calls).toEqual(plan.steps.map(({ transaction }) => transaction));
    const node = safeNode(chain);
    const transaction = safeTransactionFor("sepolia", safe.version, made.plan.batch.calls);
    const batch = localSafeTxHash(node, safe, transaction, await nextNonce(node, safe));
    const flow = startFlow(link.page, null, null);
    expect(await claimSafe(link.context, flow, { batch, wallet: safe.address })).toBe(true);
    // A repeated claim is the same one.
    expect(await claimSafe(link.context, flow, { batch, wallet: safe.address })).toBe(true);
    expect(await stateOf(link.token)).toMatchObject({
      kind: "in_progress",
      safe: { safeTxHash: batch, address: safe.address, threshold: 2, owners: 3 },
    });
    await executeSafe(node, safe, transaction);
    await chain.mine(20);
    await work();
    expect(await stateOf(link.token)).toMatchObject({ kind: "paid" });
  });

  test("is not offered where the connection takes no batches, and is no step by step either", async () => {
    expect((await prepared(false)).kind).toBe("no_batch");
  });

  test("of a hash of nothing is a claim that holds nobody up", async () => {
    const { token, page, context } = await aLink();
    const flow = startFlow(page, null, null);
    await claimSafe(context, flow, { batch: `0x${"ab".repeat(32)}`, wallet: safe.address });
    expect((await stateOf(token)).kind).toBe("ready");
  });

  test("an account of a key keeps its steps", async () => {
    const link = await aLink();
    const address = chain.accounts.payer.address;
    const page = await stateOf(link.token, address);
    if (!("shown" in page)) throw new Error(page.kind);
    const payer = { family: "evm", address, chainId: 11155111 } as const;
    const made = await prepare(link.context, { shown: page.shown, source: null }, payer, [], undefined);
    expect(made).toMatchObject({ kind: "plan", plan: { safe: null, batch: null } });
  });
});
