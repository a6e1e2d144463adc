import { afterAll, beforeAll, expect, test } from "vitest";
import { checksumEvmAddress } from "@/server/chains/address";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, tokenOf } from "@/server/testing/data/stored";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";
import { POST } from "./route";

const NOW = new Date("2026-03-10T12:00:00Z");
/** What lists show of an address is its first six and last four characters. */
const wallet = (middle: string) => checksumEvmAddress(`0xabcd${middle.repeat(32)}1234`);
const SUPPLIER = wallet("1");
const POISON = wallet("2");
const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

let api: TestApi;
let shop: Merchant;
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off", RPC_URL_SEPOLIA: "http://127.0.0.1:9" }, { now: () => NOW });
  shop = await aMerchant(api);
  const paid = { status: "paid", paidAt: NOW } as const;
  await aRequest(api.app, shop, { kind: "payout", payee: SUPPLIER }, paid);
  await aRequest(
    api.app,
    shop,
    { kind: "payout", payee: SUPPLIER },
    { ...paid, paidAt: new Date(NOW.getTime() - 1) },
  );
  await aRequest(api.app, shop, { kind: "payout", payee: TRON, token: tokenOf("USDT-tron") }, paid);
  // Asked for and never paid: nobody vouches for this one.
  await aRequest(api.app, shop, { kind: "payout", payee: wallet("7") });
});
afterAll(() => api?.close());

async function recipientsOf(of: Merchant, ...addresses: string[]) {
  const recipients = addresses.map((address) => ({
    network: address.startsWith("T") ? "tron" : "sepolia",
    address,
  }));
  const { status, body } = await send(POST, "/v1/dashboard/payouts/recipients", {
    method: "POST",
    headers: of.session.cookie,
    body: { recipients },
  });
  expect(status).toBe(200);
  return body.recipients;
}

test("a wallet that was paid before is known, in any letter case, and the merchant's own is theirs", async () => {
  expect(
    await recipientsOf(shop, SUPPLIER.toLowerCase(), shop.wallet, TRON, wallet("7").replace("1234", "9999")),
  ).toEqual([
    {
      address: SUPPLIER.toLowerCase(),
      isOwn: false,
      paidPayouts: 2,
      lastPaidAt: NOW.toISOString(),
      looksLike: null,
    },
    { address: shop.wallet, isOwn: true, paidPayouts: 0, lastPaidAt: null, looksLike: null },
    { address: TRON, isOwn: false, paidPayouts: 1, lastPaidAt: NOW.toISOString(), looksLike: null },
    expect.objectContaining({ paidPayouts: 0, looksLike: null }),
  ]);
});

test("an address that begins and ends like a known one is said to, whichever middle it has", async () => {
  const [poison, tron] = await recipientsOf(
    shop,
    POISON.toLowerCase(),
    `${TRON.slice(0, 6)}${"x".repeat(24)}${TRON.slice(-4)}`,
  );
  expect(poison).toMatchObject({ paidPayouts: 0, looksLike: SUPPLIER.toLowerCase() });
  expect(tron).toMatchObject({ paidPayouts: 0, looksLike: TRON });
});

test("a known wallet is not suspected because of a stranger that imitates it", async () => {
  const [poison, supplier] = await recipientsOf(shop, POISON, SUPPLIER);
  expect([poison.looksLike, supplier.looksLike]).toEqual([SUPPLIER.toLowerCase(), null]);
});

test("two of one list that look alike are both said to", async () => {
  const stranger = await aMerchant(api);
  const found = await recipientsOf(stranger, SUPPLIER, POISON, wallet("3").replace("1234", "0000"));
  expect(found.map(({ looksLike }: { looksLike: string | null }) => looksLike)).toEqual([
    POISON,
    SUPPLIER,
    null,
  ]);
  // What another account has paid is nobody else's business.
  expect(found.map(({ paidPayouts }: { paidPayouts: number }) => paidPayouts)).toEqual([0, 0, 0]);
});

test("400 for no recipients, too many, and an unknown network", async () => {
  const post = (recipients: unknown) =>
    send(POST, "/v1/dashboard/payouts/recipients", {
      method: "POST",
      headers: shop.session.cookie,
      body: { recipients },
    });
  expect((await post([])).status).toBe(400);
  expect((await post([{ network: "mars", address: SUPPLIER }])).status).toBe(400);
  expect((await post(Array(501).fill({ network: "sepolia", address: SUPPLIER }))).status).toBe(400);
});
