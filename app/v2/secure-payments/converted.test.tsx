import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { I18nProvider } from "@/components/i18n/provider";
import { translator } from "@/components/i18n/translator";
import { pageStateIn } from "@/components/pay/api/page-answer";
import { FirstView } from "@/components/pay/page/first-view";
import { compare } from "@/components/pay/safety/compare";
import { contradictionIn } from "@/components/pay/safety/contradiction";
import { checkSignature } from "@/components/pay/safety/signed-quotes";
import { Quoted } from "@/components/pay/summary/quoted";
import { en } from "@/messages/en";
import { payerPageCaller } from "@/server/auth/callers";
import { quittanceSigner } from "@/server/keys/quittance-signer";
import type { PageState, PageStateOf } from "@/server/secure-payments/page/page-schema";
import { readPageState } from "@/server/secure-payments/page/page-state";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { type ApiOnChain, PROTOCOL_FEE, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { moveFeed } from "@/server/testing/evm/feeds";
import { watchAll } from "@/server/testing/evm/watch-all";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { ManualClock } from "@/server/testing/manual-clock";
import { signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

const clock = new ManualClock(Date.now());
const t = translator("en", en);
let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("base", {}, { now: clock.now }));
  shop = await aMerchant(api, { currency: "USDC-base" });
});
afterAll(() => stop?.());

async function setPrice(symbol: string, answer: bigint): Promise<void> {
  await moveFeed(chain, symbol, answer);
  // Prices are remembered for a moment.
  clock.advance(20_000);
}

function create(item: object, more: object[] = []) {
  const body = { requests: [item, ...more] };
  return send(createLink, "/v2/secure-payments", { method: "POST", headers: shop.browser, body });
}

/** The state as it goes to a browser, checked there by its description. */
async function pageOf(token: string, wallet?: string): Promise<PageState> {
  const caller = payerPageCaller({ origin: null, ip: null });
  const state = await readPageState(api.app.context(caller), token, wallet === undefined ? {} : { wallet });
  const page = pageStateIn(JSON.parse(JSON.stringify(state)), token);
  if (!page) throw new Error(`the page refuses ${state.kind}`);
  if ("shown" in page && page.shown.quote) {
    await checkSignature(page.shown.quote, quittanceSigner(api.app.config).address);
  }
  return page;
}

async function readyPage(token: string, wallet: string): Promise<PageStateOf<"ready">> {
  const page = await pageOf(token, wallet);
  if (page.kind !== "ready") throw new Error(`not ready: ${page.kind}`);
  return page;
}

function drawn(page: PageState): string {
  const text = renderToStaticMarkup(
    <I18nProvider locale="en" messages={en}>
      <FirstView t={t} page={page} />
    </I18nProvider>,
  );
  return text.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
}

async function watch(): Promise<void> {
  for (let i = 0; i < 4; i++) await chain.mine();
  await watchAll(api, "base");
}

test("a link in euros is quoted to its payer, paid while the rate moves, and done in euros", async () => {
  const wallet = chain.accounts.payer.address;
  const { status, body } = await create({ amount: "49.90", invoiceCurrency: "EUR" });
  expect(status).toBe(201);
  const token = String(body.token);
  const params = { token };

  const first = await pageOf(token);
  expect(first).toMatchObject({ kind: "ready", shown: { quote: null, legs: [{ amount: "0" }] } });
  expect(contradictionIn(first)).toBeNull();
  expect(drawn(first)).toContain("49.90 EUR");
  expect(drawn(first)).toContain("Paid in USDC. The exact amount is fixed for your wallet");
  const read = await send(readLink, `/v2/secure-payments/${token}`, { headers: shop.browser, params });
  expect(read.body).toMatchObject({ amount: "49.9", invoiceCurrency: "EUR", paymentCurrency: "USDC-base" });

  const page = await readyPage(token, wallet);
  expect(contradictionIn(page)).toBeNull();
  const quote = page.shown.quote;
  expect(quote).toMatchObject({ invoiceAmount: "49.9", invoiceCurrency: "EUR", payer: wallet.toLowerCase() });
  const words = renderToStaticMarkup(
    <I18nProvider locale="en" messages={en}>
      <Quoted t={t} facts={page.facts} quote={quote} />
    </I18nProvider>,
  );
  expect(words).toContain(`${quote?.paymentAmount} USDC`);
  expect(words).toContain("Rate held until");

  // The feed moves; what was promised stays.
  await setPrice("EUR", 200_000_000n);
  expect((await readyPage(token, wallet)).shown).toEqual(page.shown);
  const path = `/v2/secure-payments/${token}/pay?wallet=${wallet}`;
  const pay = await send(getCalldata, path, { headers: shop.browser, params });
  expect(pay.status).toBe(200);
  expect(pay.body.quote).toMatchObject({ id: quote?.id, signature: quote?.signature });
  expect(compare(page.shown, pay.body, { family: "evm", address: wallet })).toMatchObject({ ok: true });

  await signAndSend(chain, "payer", pay.body.transactions as Parameters<typeof signAndSend>[2]);
  await watch();
  const done = await pageOf(token);
  expect(done).toMatchObject({ kind: "paid", facts: { items: [{ invoice: { received: "4990000000" } }] } });
  expect(drawn(done)).toContain("49.90 EUR");
});

test("a quote that has ended is replaced by another one, which says so by its amount", async () => {
  await setPrice("EUR", 108_500_000n);
  const wallet = chain.accounts.payer.address;
  const token = String((await create({ amount: "10", invoiceCurrency: "EUR" })).body.token);
  const before = await readyPage(token, wallet);
  clock.advance(901_000);
  await setPrice("EUR", 120_000_000n);
  await setPrice("USDC", 100_010_000n);
  const after = await readyPage(token, wallet);
  expect(contradictionIn(after)).toBeNull();
  expect(after.shown.quote?.id).not.toBe(before.shown.quote?.id);
  expect(Number(after.shown.quote?.paymentAmount)).toBeGreaterThan(Number(before.shown.quote?.paymentAmount));
});

test("without a price the page says so, and still shows the link to who has no wallet yet", async () => {
  const token = String((await create({ amount: "10", invoiceCurrency: "EUR" })).body.token);
  await setPrice("EUR", 0n);
  const wallet = chain.accounts.payer.address;
  expect(await pageOf(token, wallet)).toEqual({ kind: "no_rate" });
  expect(drawn({ kind: "no_rate" })).toContain("No exchange rate at the moment");
  expect(await pageOf(token)).toMatchObject({ kind: "ready", shown: { quote: null } });
  const path = `/v2/secure-payments/${token}/pay?wallet=${wallet}`;
  const pay = await send(getCalldata, path, { headers: shop.browser, params: { token } });
  expect(pay.status).toBe(503);
});

test.each<[string, object, object[]]>([
  ["a currency nobody knows", { amount: "10", invoiceCurrency: "XXX" }, []],
  ["cents of a cent", { amount: "10.001", invoiceCurrency: "EUR" }, []],
  ["yen with decimals", { amount: "10.5", invoiceCurrency: "JPY" }, []],
  ["several payments", { amount: "10", invoiceCurrency: "EUR" }, [{ amount: "1" }]],
])("refuses %s", async (_, item, more) => {
  expect((await create(item, more)).status).toBe(400);
});

test("refuses fees, whose amounts would have to be known before a rate is", async () => {
  const env = { NETWORK_PROFILE: "local", RPC_URL_BASE: chain.rpcUrl, ...PROTOCOL_FEE };
  const other = await startTestApi(env);
  try {
    const merchant = await aMerchant(other, { currency: "USDC-base" });
    const body = { requests: [{ amount: "10", invoiceCurrency: "EUR" }] };
    const headers = merchant.browser;
    const { status } = await send(createLink, "/v2/secure-payments", { method: "POST", headers, body });
    expect(status).toBe(400);
  } finally {
    await other.close();
  }
});
