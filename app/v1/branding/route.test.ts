import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DELETE, GET, PUT } from "@/app/v1/branding/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createLink, GET as lookUp } from "@/app/v2/secure-payments/route";
import { auditLog, brandings, orchestratorLinks, securePayments } from "@/db/schema";
import { brandingOf } from "@/server/branding/find";
import { newId } from "@/server/lib/ids";
import type { TestApi } from "@/server/testing/api";
import { anOrchestrator, revokeLink } from "@/server/testing/credentials";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { aClientId } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;
let stranger: Merchant;

beforeAll(async () => {
  ({ api, stop } = await startApiOnChain("sepolia"));
  shop = await aMerchant(api);
  stranger = await aMerchant(api);
});
afterAll(() => stop?.());
beforeEach(() => api.app.database.db.delete(brandings));

type Headers = Record<string, string>;
const path = (clientId?: string) => `/v1/branding${clientId ? `?clientId=${clientId}` : ""}`;
const get = (clientId?: string, headers: Headers = shop.session.bearer) =>
  send(GET, path(clientId), { headers });
const put = (body: unknown, clientId?: string, headers: Headers = shop.session.bearer) =>
  send(PUT, path(clientId), { method: "PUT", headers, body });
const remove = (clientId?: string, headers: Headers = shop.session.bearer) =>
  send(DELETE, path(clientId), { method: "DELETE", headers });

const aLink = async (headers: Headers = shop.browser) => {
  const body = { requests: [{ amount: "12.5" }] };
  const answer = await send(createLink, "/v2/secure-payments", { method: "POST", headers, body });
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  return answer.body as { token: string; requestIds: string[] };
};
const read = (token: string, headers: Headers = shop.browser) =>
  send(readLink, `/v2/secure-payments/${token}`, { headers, params: { token } });
const brandingOn = async (token: string, headers?: Headers) => (await read(token, headers)).body.branding;
const clientId = () => shop.browser["x-client-id"] ?? "";

describe("a branding", () => {
  test("is null, then what was put, then null again", async () => {
    expect(await get()).toMatchObject({ status: 200, body: null });
    const full = {
      displayName: "Café Größe",
      contact: "help@shop.example",
      pageBackgroundColor: "#f3f4f6",
      cardBackgroundColor: "#fff",
      primaryActionColor: "#00D395",
      primaryTextColor: "#475569",
      secondaryTextColor: "#94a3b8",
      logoPath: "/branding/shop/logo.webp",
      termsPath: "/branding/terms.html",
      privacyPath: "/branding/shop/privacy-2026.html",
      displayRequestBranding: false,
    };
    const { status, body } = await put(full);
    expect(status).toBe(200);
    expect(body).toEqual({ id: expect.any(String), ...full });
    expect((await get(undefined, shop.key)).body).toEqual(body);
    expect((await remove()).body).toEqual({ removed: true });
    expect((await remove()).body).toEqual({ removed: false });
    expect((await get()).body).toBeNull();
  });

  test("is replaced as a whole", async () => {
    await put({ displayName: "One", primaryActionColor: "#112233" });
    const { body } = await put({ displayName: "Two" });
    expect(body).toEqual({ id: expect.any(String), displayName: "Two" });
  });

  test("put twice at once ends as one of the two", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((number) => put({ displayName: `Shop ${number}` })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await api.app.database.db.$count(brandings)).toBe(1);
  });

  test("leaves a trace of every change", async () => {
    const { body } = await put({ displayName: "Traced", contact: " https://shop.example/help " });
    await remove();
    const trail = await api.app.database.db.select().from(auditLog).where(eq(auditLog.subject, body.id));
    expect(trail.map(({ action }) => action).sort()).toEqual(["branding.deleted", "branding.updated"]);
    expect(trail.find(({ action }) => action === "branding.updated")?.details).toMatchObject({
      displayName: "Traced",
      contact: "https://shop.example/help",
    });
  });
});

describe("400", () => {
  const hostile = [
    "red",
    "#12",
    "#12345",
    "#1234567",
    "#gggggg",
    "#fff;background:url(//evil.example)",
    "#fff}</style><script>alert(1)</script>",
    "#fff\n",
    "var(--ink)",
    "",
  ];
  test.each(hostile)("for the colour %j, on every one of the five", async (color) => {
    for (const name of [
      "pageBackgroundColor",
      "cardBackgroundColor",
      "primaryActionColor",
      "primaryTextColor",
    ]) {
      expect((await put({ [name]: color })).status).toBe(400);
    }
    expect((await put({ secondaryTextColor: color })).status).toBe(400);
  });

  test.each([
    "https://evil.example/branding/logo.png",
    "//evil.example/branding/logo.png",
    "/\\evil.example/logo.png",
    "branding/logo.png",
    "/logo.png",
    "/branding/logo.svg",
    "/branding/logo.png?x=1",
    "/branding/logo.png#x",
    "/branding/../v1/api-keys.png",
    "/branding/%2e%2e/x.png",
    "/branding//logo.png",
    "/branding/.png",
    "/branding/logo.png\n",
    "/branding/a b.png",
    "javascript:alert(1)//.png",
    "/branding/logo.html",
    `/branding/${"a".repeat(300)}.png`,
  ])("for the logo %j (OB-03)", async (logoPath) => {
    expect((await put({ logoPath })).status).toBe(400);
  });

  test.each([
    "/branding/terms.png",
    "/branding/terms.htm",
    "/branding/../terms.html",
    "//x.example/terms.html",
  ])("for the document %j (OB-03)", async (document) => {
    expect((await put({ termsPath: document })).status).toBe(400);
    expect((await put({ privacyPath: document })).status).toBe(400);
  });

  test.each([
    "javascript:alert(document.domain)",
    "http://shop.example/help",
    "https://shop.example@evil.example/",
    "https://sh\u043ep.example/help",
    "help@shop.example?bcc=thief@evil.example",
    "help@shop.example\r\nbcc: thief@evil.example",
    "help@shop.example\u202e",
    "call us",
    "",
    `https://shop.example/${"a".repeat(200)}`,
  ])("for the contact %j", async (contact) => {
    const { status, body } = await put({ contact });
    expect(status).toBe(400);
    expect(body.message[0]).toMatchObject({ path: ["contact"] });
    expect((await get()).body).toBeNull();
  });

  test("for a field that nobody knows, and for a name without an end", async () => {
    expect((await put({ customCss: "*{}" })).status).toBe(400);
    expect((await put({ displayName: "x".repeat(61) })).status).toBe(400);
    expect((await put({ displayName: "  " })).status).toBe(400);
    expect((await put({ displayName: "\u202eShop" })).status).toBe(400);
    expect((await put({ displayName: "Sh\u200bop" })).status).toBe(400);
  });

  test.each([
    "Shop ✓",
    "✅ Shop",
    "Shop 🔒",
    "Verified wallet of Shop",
    "Geprüfter Shop",
    "已验证 Shop",
    "متجر موثّق",
  ])("for a name that pretends to be verified: %s", async (displayName) => {
    expect((await put({ displayName })).status).toBe(400);
  });

  test("but not for one with a word that is like it", async () => {
    expect((await put({ displayName: "Verity & Sons" })).status).toBe(200);
  });
});

describe("404", () => {
  test("for a client ID of somebody else, which stays as it is", async () => {
    const foreign = stranger.browser["x-client-id"] ?? "";
    await put({ displayName: "Theirs" }, foreign, stranger.session.bearer);
    for (const answer of [
      await get(foreign),
      await put({ displayName: "Mine" }, foreign),
      await remove(foreign),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await get(foreign, stranger.session.bearer)).body.displayName).toBe("Theirs");
    expect((await get("cli_unknown")).status).toBe(404);
  });

  test("never for one's own platform, which is not another's", async () => {
    await put({ displayName: "Shop" });
    expect((await get(undefined, stranger.session.bearer)).body).toBeNull();
    expect((await remove(undefined, stranger.session.bearer)).body).toEqual({ removed: false });
    expect((await get()).body.displayName).toBe("Shop");
  });
});

describe("one row wins (OB-06)", () => {
  test("the client ID's, whose unset fields are not filled up; else the platform's", async () => {
    const { token } = await aLink();
    expect(await brandingOn(token)).toBeNull();
    await put({ displayName: "Platform", primaryActionColor: "#111111" });
    expect(await brandingOn(token)).toMatchObject({ displayName: "Platform" });
    await put({ displayName: "Client" }, clientId());
    expect(await brandingOn(token)).toEqual({
      id: expect.any(String),
      clientIdId: shop.browserRow,
      displayName: "Client",
    });
    const other = await aClientId(api.app, shop.platformId);
    expect((await get(other)).body).toBeNull();
    const keyLink = await aLink(shop.key);
    expect(await brandingOn(keyLink.token)).toMatchObject({ displayName: "Platform" });
  });

  test("the orchestrator's before the platform's, as long as its link is active (OB-08)", async () => {
    const merchant = await aMerchant(api);
    const partner = await anOrchestrator(api);
    const { db } = api.app.database;
    const now = api.app.now();
    const row = (platformId: string, values: { displayName: string; orchestratorId?: string }) => ({
      id: newId(now),
      platformId,
      createdAt: now,
      updatedAt: now,
      ...values,
    });
    await db
      .insert(brandings)
      .values([
        row(merchant.platformId, { displayName: "Platform" }),
        row(partner.platformId, { displayName: "Partner", orchestratorId: partner.id }),
      ]);
    const link = { clientIdId: merchant.browserRow, platformId: merchant.platformId };
    expect(await brandingOf({ db }, link)).toMatchObject({ displayName: "Platform" });
    await db.insert(orchestratorLinks).values({
      id: newId(now),
      orchestratorId: partner.id,
      clientIdId: merchant.browserRow,
      createdAt: now,
    });
    expect(await brandingOf({ db }, link)).toMatchObject({
      displayName: "Partner",
      orchestratorId: partner.id,
    });
    await put({ displayName: "Client" }, merchant.browser["x-client-id"], merchant.session.bearer);
    expect(await brandingOf({ db }, link)).toMatchObject({ displayName: "Client" });
    await remove(merchant.browser["x-client-id"], merchant.session.bearer);
    await revokeLink(api, merchant.browserRow);
    expect(await brandingOf({ db }, link)).toMatchObject({ displayName: "Platform" });
  });
});

test("a paid link says so in its merchant's colours (SG-06)", async () => {
  await put({ displayName: "Shop", primaryActionColor: "#123456" });
  const { token } = await aLink();
  await api.app.database.db
    .update(securePayments)
    .set({ status: "completed", completedAt: api.app.now() })
    .where(eq(securePayments.token, token));
  const { status, body } = await read(token);
  expect(status).toBe(409);
  expect(body.branding).toMatchObject({ displayName: "Shop", primaryActionColor: "#123456" });
});

test("the owner sees whose look a link has (SL-03)", async () => {
  const { requestIds } = await aLink();
  const found = () =>
    send(lookUp, `/v2/secure-payments?requestId=${requestIds[0]}`, { headers: shop.session.bearer });
  expect((await found()).body.branding).toEqual({ whitelabelEnabled: false, source: "service_network" });
  await put({ displayName: "Platform" });
  expect((await found()).body.branding).toEqual({ whitelabelEnabled: true, source: "service_network" });
  await put({ displayName: "Client" }, clientId());
  expect((await found()).body.branding).toEqual({ whitelabelEnabled: true, source: "client_id" });
});
