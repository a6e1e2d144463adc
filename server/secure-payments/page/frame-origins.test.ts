import { eq } from "drizzle-orm";
import { NextRequest } from "next/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { clientIds, platforms } from "@/db/schema";
import { proxy } from "@/proxy.next";
import { frameOrigins } from "@/server/secure-payments/page/frame-origins";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import { aMerchant, type Merchant, PAGE_ORIGIN } from "@/server/testing/links";
import { send } from "@/server/testing/send";

let api: TestApi;
let shop: Merchant;
let token: string;

beforeAll(async () => {
  api = await startTestApi({ RPC_URL_SEPOLIA: "http://127.0.0.1:9" });
  shop = await aMerchant(api);
  token = await aLink(shop.browser);
});
afterAll(() => api?.close());
beforeEach(() => setDomains([PAGE_ORIGIN]));

const aLink = (headers: Record<string, string>) =>
  created(createLink, "/v2/secure-payments", headers, { requests: [{ amount: "3" }] });

async function created(
  handler: typeof createLink,
  path: string,
  headers: Record<string, string>,
  body: object,
) {
  const answer = await send(handler, path, { method: "POST", headers, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return String(answer.body.token);
}

const setClient = (change: Partial<typeof clientIds.$inferInsert>) =>
  api.app.database.db.update(clientIds).set(change).where(eq(clientIds.id, shop.browserRow));
const setDomains = (allowedDomains: string[]) => setClient({ allowedDomains });
const origins = (of = token) => frameOrigins(api.app.database, of);

/** Who may frame a page, by the headers of its answer. */
async function framers(path: string) {
  const { headers } = await proxy(new NextRequest(`http://127.0.0.1:3000${path}`));
  const [ancestors] = /frame-ancestors [^;]*/.exec(headers.get("content-security-policy") ?? "") ?? [];
  return [ancestors, headers.get("x-frame-options")];
}
const NOBODY = ["frame-ancestors 'none'", "DENY"];

describe("a link may be shown in a frame", () => {
  test("of the domains of the client ID that made it", async () => {
    await setDomains([PAGE_ORIGIN, "https://pay.shop.example:8443", "http://localhost:3000"]);
    expect(await origins()).toEqual([PAGE_ORIGIN, "https://pay.shop.example:8443", "http://localhost:3000"]);
  });

  test("of no domain that a policy cannot name: one of these would make it void", async () => {
    await setDomains(["http://[::1]:3000", "https://under_score.example", PAGE_ORIGIN]);
    expect(await origins()).toEqual([PAGE_ORIGIN]);
  });

  test("of nobody where an API key made it, or a client ID without domains", async () => {
    const payout = {
      recipient: aWallet(),
      creatorWalletAddress: shop.wallet,
      network: "sepolia",
      currency: "USDC",
      amount: "3",
    };
    expect(
      await origins(await created(createPayout, "/v2/secure-payments/payouts", shop.key, payout)),
    ).toEqual([]);
    await setDomains([]);
    expect(await origins()).toEqual([]);
  });

  test("of another client's domains never", async () => {
    const other = await aMerchant(api);
    const theirs = "https://other.example";
    await api.app.database.db
      .update(clientIds)
      .set({ allowedDomains: [theirs] })
      .where(eq(clientIds.id, other.browserRow));
    const foreign = await aLink({ ...other.browser, origin: theirs });
    expect(await origins(foreign)).toEqual([theirs]);
    expect(await origins()).toEqual([PAGE_ORIGIN]);
  });

  test.each(["inactive", "revoked"] as const)("of nobody once its client ID is %s", async (status) => {
    await setClient({ status });
    expect(await origins()).toEqual([]);
    await setClient({ status: "active" });
    expect(await origins()).toEqual([PAGE_ORIGIN]);
  });

  test("of nobody while its account is disabled", async () => {
    const { db } = api.app.database;
    const disable = (disabledAt: Date | null) =>
      db.update(platforms).set({ disabledAt }).where(eq(platforms.id, shop.platformId));
    await disable(new Date());
    expect(await origins()).toEqual([]);
    await disable(null);
    expect(await origins()).toEqual([PAGE_ORIGIN]);
  });

  test("of nobody where the token is none", async () => {
    for (const odd of ["", "01UNKNOWN", "\u0000", "\ud800", "x".repeat(100_000), "' or 1=1"]) {
      expect(await origins(odd)).toEqual([]);
    }
  });
});

describe("what the answer says", () => {
  test("on the page for frames, the domains of this very link", async () => {
    for (const path of [`/pay/embed?token=${token}`, `/pay/embed/?token=${token}`]) {
      expect(await framers(path)).toEqual([`frame-ancestors ${PAGE_ORIGIN}`, null]);
    }
    expect(await framers("/pay/embed?token=01UNKNOWN")).toEqual(NOBODY);
    expect(await framers("/pay/embed")).toEqual(NOBODY);
  });

  test("on every other page of the same link, nobody", async () => {
    for (const path of [
      "/pay",
      "/pay/",
      "/pay/embed/x",
      "/pay/embedded",
      "/pay/schedule",
      "/dashboard/pay/embed",
    ]) {
      expect(await framers(`${path}?token=${token}`)).toEqual(NOBODY);
    }
  });

  test("nobody, for a second token that a shop adds: the first one is the page's", async () => {
    expect(await framers(`/pay/embed?token=01UNKNOWN&token=${token}`)).toEqual(NOBODY);
  });

  test("the colours of the shop's page, and nothing but light or dark", async () => {
    const colours = ["light", "dark", "system", "", '"><script>'].map(async (theme) => {
      const url = `http://127.0.0.1:3000/pay/embed?${new URLSearchParams({ token, theme })}`;
      const answer = await proxy(new NextRequest(url, { headers: { cookie: "quittance_theme=dark" } }));
      return answer.headers.get("x-middleware-request-x-page-theme");
    });
    expect(await Promise.all(colours)).toEqual(["light", "dark", "system", "system", "system"]);
  });

  test("nobody, while the database does not answer", async () => {
    const broken = vi.spyOn(api.app.database.db, "select").mockImplementation(() => {
      throw new Error("gone");
    });
    try {
      expect(await framers(`/pay/embed?token=${token}`)).toEqual(NOBODY);
    } finally {
      broken.mockRestore();
    }
  });
});
