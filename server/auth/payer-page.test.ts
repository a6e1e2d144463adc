import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiRoutes } from "@/app/api-routes";
import { POST as sendEvent } from "@/app/v2/secure-payments/[token]/events/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { PAYER_PAGE_CLIENT_ID } from "@/server/auth/payer-page";
import { replaceApp } from "@/server/boot";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator, aSession } from "@/server/testing/credentials";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { send } from "@/server/testing/send";

const PAY = "http://127.0.0.1:4999";
/** Payments need a configured network; nothing here asks its node. */
const NODE = { RPC_URL_SEPOLIA: "http://127.0.0.1:9" };
const page = { "x-client-id": PAYER_PAGE_CLIENT_ID, origin: PAY };

let api: TestApi;
let shop: Merchant;
let other: Merchant;
beforeAll(async () => {
  api = await startTestApi({ ...NODE, API_URL: PAY, PAY_URL: `${PAY}/pay` });
  shop = await aMerchant(api);
  other = await aMerchant(api);
});
afterAll(() => api.close());

async function aLink(
  merchant: Merchant,
  headers: Record<string, string> = merchant.browser,
): Promise<string> {
  const body = { requests: [{ amount: "12.345678" }] };
  const answer = await send(createLink, "/v2/secure-payments", { method: "POST", headers, body });
  expect(answer.status).toBe(201);
  return answer.body.token;
}
const read = (token: string, headers: Record<string, string>) =>
  send(readLink, `/v2/secure-payments/${token}`, { headers, params: { token } });

describe("the payer page (D-18)", () => {
  test("reads any merchant's link, by a client ID or without one", async () => {
    const links = [await aLink(shop), await aLink(other), await aLink(shop, shop.key)];
    for (const token of links) expect((await read(token, page)).status).toBe(200);
    const [token = ""] = links;
    const calldata = await send(getCalldata, `/v2/secure-payments/${token}/pay`, {
      headers: page,
      params: { token },
    });
    expect(calldata.status).toBe(200);
    const event = await send(sendEvent, `/v2/secure-payments/${token}/events`, {
      method: "POST",
      headers: page,
      params: { token },
      body: { userEvent: "wallet_connected" },
    });
    expect(event.status).toBe(202);
  });

  test("needs the token: an unknown one is a 404", async () => {
    expect((await read("01JZZZZZZZZZZZZZZZZZZZZZZZ", page)).status).toBe(404);
  });

  test("is let in from its own origin and from no other", async () => {
    const token = await aLink(shop);
    const id = { "x-client-id": PAYER_PAGE_CLIENT_ID };
    const from: [Record<string, string>, number][] = [
      [{ "sec-fetch-site": "same-origin" }, 200],
      // No page: a program, which can say whatever it likes, or a read that something on the way has made its own.
      [{}, 200],
      [{ "sec-fetch-site": "none" }, 401],
      [{ "sec-fetch-site": "same-site" }, 401],
      [{ "sec-fetch-site": "cross-site" }, 401],
      [{ origin: "https://evil.example" }, 403],
      [{ origin: "https://evil.example", "sec-fetch-site": "same-origin" }, 403],
      [{ origin: `${PAY}.evil.example` }, 403],
      [{ origin: PAY.replace("4999", "4998") }, 403],
      [{ origin: PAY.replace("http:", "https:") }, 403],
      [{ origin: "null" }, 403],
      [{ origin: "" }, 403],
    ];
    for (const [headers, status] of from) {
      expect({ headers, status: (await read(token, { ...id, ...headers })).status }).toEqual({
        headers,
        status,
      });
    }
  });

  test("writes only with its origin: a browser always sends it", async () => {
    const token = await aLink(shop);
    const nothing: Record<string, string> = {};
    for (const sent of [nothing, { "sec-fetch-site": "same-origin" }]) {
      const answer = await send(sendEvent, `/v2/secure-payments/${token}/events`, {
        method: "POST",
        headers: { "x-client-id": PAYER_PAGE_CLIENT_ID, ...sent },
        params: { token },
        body: { userEvent: "wallet_connected" },
      });
      expect(answer.status).toBe(401);
    }
  });

  test("on another host than the API, a read from the API's own origin is not the page's", async () => {
    const apart = await startTestApi({
      ...NODE,
      API_URL: "https://api.example",
      PAY_URL: "https://pay.example",
    });
    try {
      const merchant = await aMerchant(apart);
      const token = await aLink(merchant);
      const id = { "x-client-id": PAYER_PAGE_CLIENT_ID };
      expect((await read(token, { ...id, "sec-fetch-site": "same-origin" })).status).toBe(401);
      expect((await read(token, id)).status).toBe(401);
      expect((await read(token, { ...id, origin: "https://api.example" })).status).toBe(403);
      expect((await read(token, { ...id, origin: "https://pay.example" })).status).toBe(200);
    } finally {
      await apart.close();
      replaceApp(api.app);
    }
  });

  test("is an unknown client ID to every other endpoint", async () => {
    const open: string[] = [];
    for (const [pattern, module] of apiRoutes) {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"] as const) {
        const { def } = module[method];
        if (!def || def.auth.length === 0) continue;
        const path = pattern.replace(/\[\w+\]/g, "01ARZ3NDEKTSV4RRFFQ69G5FAV");
        const names = [...pattern.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
        const { status } = await send(module[method], path, {
          method,
          headers: page,
          body: method === "GET" || method === "DELETE" ? undefined : {},
          params: Object.fromEntries(names.map((name) => [name, "01ARZ3NDEKTSV4RRFFQ69G5FAV"])),
        });
        if (status !== 401) open.push(`${method} ${pattern}`);
      }
    }
    expect(open.sort()).toEqual([
      "GET /v2/secure-payments/[token]",
      "GET /v2/secure-payments/[token]/invoice",
      "GET /v2/secure-payments/[token]/pay",
      "POST /v2/secure-payments/[token]/events",
      "POST /v2/secure-payments/[token]/intent",
      "POST /v2/secure-payments/[token]/multicall-intent",
      "POST /v2/secure-payments/[token]/refresh-step-transaction",
      "POST /v2/secure-payments/[token]/tron/broadcast",
    ]);
  });

  test("adds nothing to a better credential, and makes no pair with an orchestrator's key", async () => {
    const token = await aLink(shop);
    const orchestrator = await anOrchestrator(api);
    const pair = { ...page, ...orchestrator.keyAlone };
    const body = { requests: [{ amount: "1" }] };
    const created = await send(createLink, "/v2/secure-payments", { method: "POST", headers: pair, body });
    expect(created.status).toBe(401);
    const { bearer } = await aSession(api);
    const beside = await send(createLink, "/v2/secure-payments", {
      method: "POST",
      headers: { ...bearer, ...page },
      body,
    });
    expect(beside.status).toBe(401);
    expect((await read(token, { ...page, "x-api-key": `sk_${"0".repeat(64)}` })).status).toBe(401);
  });
});
