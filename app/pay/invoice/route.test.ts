import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as download } from "@/app/pay/invoice/route";
import { POST as askState } from "@/app/pay/state/route";
import { PUT as putIssuer } from "@/app/v2/invoice-issuer/route";
import { POST as cancel } from "@/app/v2/invoices/[id]/cancel/route";
import { POST as issue } from "@/app/v2/invoices/[id]/issue/route";
import { POST as create } from "@/app/v2/invoices/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { requests, securePayments } from "@/db/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { INVOICE, ISSUER } from "@/server/testing/invoices/examples";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { readPdf } from "@/server/testing/pdf-text";
import { send } from "@/server/testing/send";

let api: TestApi;
let shop: Merchant;
let other: Merchant;

beforeAll(async () => {
  api = await startTestApi({ RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  [shop, other] = [await aMerchant(api), await aMerchant(api)];
  for (const { session } of [shop, other]) {
    await send(putIssuer, "/v2/invoice-issuer", { method: "PUT", headers: session.bearer, body: ISSUER });
  }
});
afterAll(() => api.close());

async function aLink(merchant: Merchant, more: object = {}): Promise<{ token: string; requestId: string }> {
  const { body } = await send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers: merchant.key,
    body: { requests: [{ destinationId: merchant.destinationId, amount: "119" }], ...more },
  });
  return { token: body.token, requestId: body.requestIds[0] };
}

async function anInvoice(merchant: Merchant, requestId: string, name: string): Promise<string> {
  const { body } = await send(create, "/v2/invoices", {
    method: "POST",
    headers: merchant.key,
    body: { ...INVOICE, requestId, currency: "USDC-sepolia", customer: { name, country: "FR" } },
  });
  const options = { method: "POST", headers: merchant.key, params: { id: body.id } } as const;
  expect(await send(issue, `/v2/invoices/${body.id}/issue`, options)).toMatchObject({ status: 200 });
  return body.id;
}

async function isPaid({ token, requestId }: { token: string; requestId: string }) {
  const { db } = api.app.database;
  await db.update(requests).set({ status: "paid" }).where(eq(requests.requestId, requestId));
  await db.update(securePayments).set({ status: "completed" }).where(eq(securePayments.token, token));
}

const pageOf = async (token: string) =>
  (await send(askState, "/pay/state", { method: "POST", body: { token } })).body;
async function fileOf(query: string) {
  const answer = await download(new Request(`http://127.0.0.1:3000/pay/invoice?${query}`));
  return {
    status: answer.status,
    headers: answer.headers,
    bytes: new Uint8Array(await answer.arrayBuffer()),
  };
}

test("the page of a paid link says that its invoice is there, and a plain link downloads that one alone", async () => {
  const [own, without, foreign] = [await aLink(shop), await aLink(shop), await aLink(other)];
  const id = await anInvoice(shop, own.requestId, "Buyer of the shop");
  await anInvoice(other, foreign.requestId, "Buyer of another shop");
  expect((await pageOf(own.token)).hasInvoice).toBe(false);
  for (const link of [own, without, foreign]) await isPaid(link);
  expect(await pageOf(own.token)).toMatchObject({ kind: "paid", hasInvoice: true });
  const page = await pageOf(without.token);
  expect(page).toMatchObject({ kind: "paid" });
  expect(page.hasInvoice).toBe(false);

  const file = await fileOf(`token=${own.token}`);
  expect(file.status).toBe(200);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="INV-00001.pdf"');
  expect(file.headers.get("cache-control")).toBe("no-store");
  expect(file.headers.get("access-control-allow-origin")).toBeNull();
  const { text } = await readPdf(file.bytes);
  expect(text).toContain("Buyer of the shop");
  expect(text).not.toContain("another");
  expect((await fileOf(`token=${without.token}`)).status).toBe(404);
  expect((await fileOf(`token=${own.requestId}`)).status).toBe(404);
  expect((await fileOf("token=01ARZ3NDEKTSV4RRFFQ69G5FAV")).status).toBe(404);
  expect((await fileOf(`token=${own.token}&token=${foreign.token}&x=1`)).status).toBe(400);
  expect((await fileOf("")).status).toBe(400);

  await send(cancel, `/v2/invoices/${id}/cancel`, {
    method: "POST",
    headers: shop.key,
    params: { id },
    body: { reason: "Wrong" },
  });
  expect((await pageOf(own.token)).hasInvoice).toBe(false);
  expect((await fileOf(`token=${own.token}`)).status).toBe(404);
});

test("a link that hides itself gives nobody its invoice: the token alone proves no wallet", async () => {
  const hidden = await aLink(shop, { accessPolicy: { hideUntilApproved: true } });
  await anInvoice(shop, hidden.requestId, "Hidden buyer");
  await isPaid(hidden);
  const page = await pageOf(hidden.token);
  expect(page.hasInvoice).toBe(false);
  expect(JSON.stringify(page)).not.toContain("Hidden");
  expect((await fileOf(`token=${hidden.token}`)).status).toBe(404);
});
