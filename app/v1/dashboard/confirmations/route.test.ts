import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getConfirmations, PUT as putConfirmations } from "@/app/v1/dashboard/confirmations/route";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { GET as getRequest } from "@/app/v2/request/[requestId]/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { requests, webhookEvents } from "@/db/schema";
import type { TestApi } from "@/server/testing/api";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { watchAll } from "@/server/testing/evm/watch-all";
import { useFixedPrices } from "@/server/testing/fixed-prices";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

const USDC = "USDC-sepolia";
const TIERS = [
  { upToUsd: "100", confirmations: 1 },
  { upToUsd: "10000", confirmations: 12 },
  { upToUsd: null, confirmations: "final" },
];

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;
const prices = new Map([["USDC", "1"]]);

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", { RATE_LIMITS: "off" }));
  shop = await aMerchant(api);
  useFixedPrices(api, prices);
});
beforeEach(async () => {
  prices.set("USDC", "1");
  await set({ account: null, destination: null });
});
afterAll(() => stop?.());

const set = (body: object) =>
  send(putConfirmations, "/v1/dashboard/confirmations", {
    method: "PUT",
    headers: shop.session.cookie,
    body,
  });

async function aRequest(amount: string): Promise<string> {
  const { status, body } = await send(postRequest, "/v2/request", {
    method: "POST",
    headers: shop.key,
    body: { payee: chain.accounts.recipient.address, amount, invoiceCurrency: USDC, paymentCurrency: USDC },
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return String(body.requestId);
}

async function requiredOf(requestId: string): Promise<number | null | undefined> {
  const [row] = await api.app.database.db
    .select({ required: requests.requiredConfirmations })
    .from(requests)
    .where(eq(requests.requestId, `0x${requestId}`));
  return row?.required;
}

async function pay(requestId: string): Promise<void> {
  const path = `/v2/request/${requestId}/pay?wallet=${chain.accounts.payer.address}`;
  const { body } = await send(getCalldata, path, { headers: shop.key, params: { requestId } });
  await signAndSend(chain, "payer", body.transactions);
  await watchAll(api, "sepolia");
}

async function statusOf(requestId: string): Promise<unknown> {
  const { body } = await send(getRequest, `/v2/request/${requestId}`, {
    headers: shop.key,
    params: { requestId },
  });
  return body.status;
}

async function mine(blocks: number): Promise<void> {
  await chain.mine(blocks);
  await watchAll(api, "sepolia");
}

/** What each confirmed payment was told to have needed, in their order. */
async function announced(): Promise<unknown[]> {
  const rows = await api.app.database.db.select().from(webhookEvents).orderBy(asc(webhookEvents.sequence));
  return rows
    .map((row): Record<string, unknown> => JSON.parse(row.body))
    .filter(({ event }) => event === "payment.confirmed")
    .map(({ requiredConfirmations }) => requiredConfirmations);
}

describe("payments count", () => {
  test("as deep as the worth of their request asks for, and not a block before", async () => {
    await set({ account: TIERS });
    const [small, medium, large] = [await aRequest("100"), await aRequest("100.01"), await aRequest("10001")];
    await pay(small);
    expect(await statusOf(small)).toBe("paid");
    await pay(medium);
    await mine(10);
    expect(await statusOf(medium)).toBe("processing");
    await mine(1);
    expect(await statusOf(medium)).toBe("paid");
    await pay(large);
    await mine(30);
    expect(await statusOf(large)).toBe("processing");
    await mine(200);
    expect(await statusOf(large)).toBe("paid");
    expect(await announced()).toEqual([1, 12, "final"]);
  });

  test("as was asked when the request was made, whatever is asked for later", async () => {
    const before = await aRequest("5000");
    await set({ account: [{ upToUsd: null, confirmations: "final" }] });
    await pay(before);
    expect(await statusOf(before)).toBe("paid");
    const strict = await aRequest("5");
    await set({ account: null });
    await pay(strict);
    expect(await statusOf(strict)).toBe("processing");
    await mine(200);
    expect(await statusOf(strict)).toBe("paid");
  });

  test("once final where nobody knows what the request is worth", async () => {
    await set({ account: TIERS });
    prices.clear();
    expect(await requiredOf(await aRequest("1"))).toBe(0);
  });
});

describe("a link", () => {
  test("of several payments counts by their sum, and by its destination where that says something", async () => {
    const link = async (...amounts: string[]) => {
      const { status, body } = await send(createLink, "/v2/secure-payments", {
        method: "POST",
        headers: shop.key,
        body: { requests: amounts.map((amount) => ({ amount, destinationId: shop.destinationId })) },
      });
      expect(status, JSON.stringify(body)).toBe(201);
      return requiredOf(String(body.requestIds[0]));
    };
    expect(await link("50")).toBeNull();
    await set({ account: TIERS });
    expect(await link("50")).toBe(1);
    expect(await link("60", "60")).toBe(12);
    await set({ destination: [{ upToUsd: null, confirmations: 7 }] });
    expect(await link("50")).toBe(7);
  });
});

describe("the setting", () => {
  test("is read as it was written", async () => {
    const { status } = await set({ account: TIERS, destination: null });
    expect(status).toBe(200);
    const { body } = await send(getConfirmations, "/v1/dashboard/confirmations", {
      headers: shop.session.cookie,
    });
    expect(body).toEqual({ account: TIERS, destination: null });
  });

  test.each([
    ["no tier", []],
    ["no tier for what is above", [{ upToUsd: "100", confirmations: 1 }]],
    ["a tier after the last", [TIERS[2], TIERS[0]]],
    ["tiers that do not rise", [TIERS[1], TIERS[0], TIERS[2]]],
    ["no confirmation", [{ upToUsd: null, confirmations: 0 }]],
    ["half of one", [{ upToUsd: null, confirmations: 1.5 }]],
    ["more than make sense", [{ upToUsd: null, confirmations: 201 }]],
    ["a sum below zero", [{ upToUsd: "-1", confirmations: 1 }, TIERS[2]]],
    ["four tiers", [TIERS[0], TIERS[1], { upToUsd: "20000", confirmations: 20 }, TIERS[2]]],
  ])("with %s is refused, and nothing changes", async (_what, account) => {
    expect((await set({ account })).status).toBe(400);
    const { body } = await send(getConfirmations, "/v1/dashboard/confirmations", {
      headers: shop.session.cookie,
    });
    expect(body).toEqual({ account: null, destination: null });
  });
});
