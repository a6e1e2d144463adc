import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as listKeys } from "@/app/v1/api-keys/route";
import { PUT as putOwnBranding, GET as readOwnBranding } from "@/app/v1/branding/route";
import { GET as listClientIds } from "@/app/v1/client-ids/route";
import { GET as listPayments } from "@/app/v1/dashboard/payments/route";
import { GET as listOwnDeliveries } from "@/app/v1/webhook/deliveries/route";
import { POST as createOwnWebhook, GET as listOwnWebhooks } from "@/app/v1/webhook/route";
import { GET as listV2ClientIds } from "@/app/v2/client-ids/route";
import { GET as getEarnings } from "@/app/v2/orchestrators/earnings/route";
import { GET as getPlatforms } from "@/app/v2/orchestrators/platforms/route";
import { POST as makeOrchestrator } from "@/app/v2/orchestrators/route";
import { GET as searchPayments } from "@/app/v2/payments/route";
import { GET as getRequest } from "@/app/v2/request/[requestId]/route";
import { GET as listRequests } from "@/app/v2/request/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createLink, GET as lookUp } from "@/app/v2/secure-payments/route";
import { brandings } from "@/db/schema";
import { brandingOf } from "@/server/branding/find";
import type { EndpointHandler } from "@/server/http/endpoint";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator, aWallet, type TestOrchestrator } from "@/server/testing/credentials";
import { asPartner, asPlatform } from "@/server/testing/data/partner";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { type Answered, send } from "@/server/testing/send";
import { startWebhookReceiver, type WebhookReceiver } from "@/server/testing/webhooks/webhook-receiver";
import { createWebhookSender, type WebhookSender } from "@/server/webhooks/sending/deliver";

let api: TestApi;
let receiver: WebhookReceiver;
let sender: WebhookSender;
let partner: TestOrchestrator;
let rival: TestOrchestrator;
/** Linked to the partner. */
let shop: Merchant;
let stranger: Merchant;
let pair: Record<string, string>;
let clientId: string;

beforeAll(async () => {
  api = await startTestApi({
    RATE_LIMITS: "off",
    NETWORK_PROFILE: "local",
    WEBHOOK_ALLOW_LOOPBACK: "true",
    RPC_URL_SEPOLIA: "http://127.0.0.1:9",
  });
  receiver = await startWebhookReceiver();
  sender = createWebhookSender(api.app);
  await sender.start();
  [partner, rival] = [await anOrchestrator(api), await anOrchestrator(api)];
  [shop, stranger] = [await aMerchant(api), await aMerchant(api)];
  clientId = shop.browser["x-client-id"] ?? "";
  expect((await orc().link(clientId)).status).toBe(201);
  pair = { ...partner.keyAlone, ...shop.browser };
});
afterAll(async () => {
  await Promise.all([sender?.stop(), receiver?.close()]);
  await api?.close();
});

type Headers = Record<string, string>;
const orc = (of: TestOrchestrator = partner) => asPartner(of.keyAlone);
const get = (handler: EndpointHandler, path: string, headers: Headers, params?: Headers) =>
  send(handler, path, { headers, ...(params ? { params } : {}) });
const aLink = async (): Promise<Answered> =>
  send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers: pair,
    body: { requests: [{ amount: "10" }], accessPolicy: { allowedPayerAddresses: [aWallet()] } },
  });

describe("what an orchestrator is not told (AU-17, AL-07)", () => {
  const READS: [string, EndpointHandler, string][] = [
    ["payments", searchPayments, "/v2/payments"],
    ["requests", listRequests, "/v2/request"],
    ["the dashboard's list", listPayments, "/v1/dashboard/payments?flow=incoming"],
    ["API keys", listKeys, "/v1/api-keys"],
    ["client IDs", listClientIds, "/v1/client-ids"],
    ["client IDs of the main API", listV2ClientIds, "/v2/client-ids"],
    ["webhooks", listOwnWebhooks, "/v1/webhook"],
    ["deliveries", listOwnDeliveries, "/v1/webhook/deliveries"],
    ["the platform's branding", readOwnBranding, "/v1/branding"],
  ];
  test.each(READS)("%s: 401 with the pair, and with the key alone", async (_, handler, path) => {
    expect((await get(handler, path, pair)).status).toBe(401);
    expect((await get(handler, path, partner.keyAlone)).status).toBe(401);
  });

  test("a link it made itself, its request and its allowlist: it cannot read them back", async () => {
    const { body } = await aLink();
    const { token } = body;
    const [requestId] = body.requestIds;
    for (const headers of [pair, partner.keyAlone]) {
      expect((await get(readLink, `/v2/secure-payments/${token}`, headers, { token })).status).toBe(401);
      expect((await get(lookUp, `/v2/secure-payments?requestId=${requestId}`, headers)).status).toBe(401);
      expect((await get(getRequest, `/v2/request/${requestId}`, headers, { requestId })).status).toBe(401);
    }
    expect(JSON.stringify(body)).not.toContain("allowedPayerAddresses");
  });

  test("the key without a client ID creates nothing, and the pair of a foreign client ID neither", async () => {
    const create = (headers: Headers) =>
      send(createLink, "/v2/secure-payments", {
        method: "POST",
        headers,
        body: { requests: [{ amount: "10" }] },
      });
    expect((await create(partner.keyAlone)).status).toBe(401);
    expect((await create({ ...partner.keyAlone, ...stranger.browser })).status).toBe(403);
    expect((await create({ ...rival.keyAlone, ...shop.browser })).status).toBe(403);
    // Nor is another credential beside it taken for it.
    expect((await create({ ...rival.keyAlone, ...shop.browser, ...shop.key })).status).toBe(403);
  });
});

describe("what one side has, nobody else sees", () => {
  test("links, intents, keys and fees of an orchestrator: another sees none of them", async () => {
    await orc().invite({ clientIdName: "Secret", externalId: "secret" });
    await orc().createFee({
      bps: 10,
      flow: "incoming",
      feeBearer: "payer",
      evmRecipientAddress: aWallet(),
      clientId,
    });
    const seen = await Promise.all([
      orc(rival).links(),
      orc(rival).intents(),
      orc(rival).fees(),
      orc(rival).fees(clientId),
      orc(rival).keys(),
      get(getEarnings, "/v2/orchestrators/earnings", rival.keyAlone),
      get(getPlatforms, "/v2/orchestrators/platforms", rival.keyAlone),
    ]);
    for (const { status, body } of seen) {
      expect(status).toBe(200);
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`${clientId}|${partner.id}|secret`));
    }
    const own = await get(getPlatforms, "/v2/orchestrators/platforms", partner.keyAlone);
    expect(own.body.platforms.map((one: { clientId: string }) => one.clientId)).toContain(clientId);
  });

  test("a platform sees its partner, what it costs and how to reach it, but not where the fee goes", async () => {
    const { body } = await asPlatform(shop.session.bearer).links();
    expect(body.links).toMatchObject([
      {
        partner: "Partner",
        partnerEmail: "partner@partner.example",
        clientId,
        agreed: null,
        fees: [{ flow: "incoming", feeBearer: "payer", bps: 10, usdCap: null }],
      },
    ]);
    expect(JSON.stringify(body)).not.toContain("evmRecipientAddress");
    expect((await asPlatform(stranger.session.bearer).links()).body.links).toEqual([]);
    expect((await asPlatform(stranger.session.bearer).chooseKyt(shop.browserRow, null)).status).toBe(404);
    // The owner of the orchestrator is a platform too, and sees nothing of it in that role.
    expect((await asPlatform(shop.key).links()).status).toBe(401);
  });
});

describe("branding (OB-01 to OB-10)", () => {
  beforeEach(() => api.app.database.db.delete(brandings));
  const page = () =>
    brandingOf({ db: api.app.database.db }, { platformId: shop.platformId, clientIdId: shop.browserRow });
  const own = (body: object, of?: string) =>
    send(putOwnBranding, `/v1/branding${of ? `?clientId=${of}` : ""}`, {
      method: "PUT",
      headers: shop.session.bearer,
      body,
    });

  test("is one row: created once, changed in parts, never cleared by a change, removed again and again (OB-07)", async () => {
    expect((await orc().branding()).body).toBeNull();
    const full = { displayName: "Partner", primaryActionColor: "#123", logoPath: "/branding/p/logo.png" };
    const made = await orc().createBranding(full);
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.any(String), orchestratorId: partner.id, ...full },
    ]);
    expect((await orc().createBranding(full)).status).toBe(409);
    const changed = await orc().updateBranding({ cardBackgroundColor: "#ffffff" });
    expect(changed.body).toMatchObject({ ...full, cardBackgroundColor: "#ffffff" });
    expect((await orc().updateBranding({ displayName: null })).status).toBe(400);
    expect((await orc().updateBranding({})).status).toBe(400);
    expect((await orc(rival).branding()).body).toBeNull();
    expect((await orc(rival).updateBranding({ displayName: "Mine" })).status).toBe(404);
    expect((await orc(rival).removeBranding()).body).toEqual({ removed: false });
    expect((await orc().removeBranding()).body).toEqual({ removed: true });
    expect((await orc().removeBranding()).body).toEqual({ removed: false });
  });

  test.each([
    ["/branding/../secret.png"],
    ["https://evil.example/branding/logo.png"],
    ["//evil.example/branding/logo.png"],
    ["/branding/logo.svg"],
    ["/branding/logo.png?x=<script>"],
    ["/branding/%2e%2e/logo.png"],
    ["javascript:alert(1)//branding/logo.png"],
  ])("400 for the logo %s (OB-03)", async (logoPath) => {
    expect((await orc().createBranding({ logoPath })).status).toBe(400);
    expect((await orc().createBranding({ primaryActionColor: "#12345" })).status).toBe(400);
    expect((await orc().createBranding({ displayName: "<script>", clientId: "" })).status).toBe(400);
    expect((await orc().branding()).body).toBeNull();
  });

  test("wins by who is nearest: the platform's client row, the partner's, the partner's own, the platform's (OB-06)", async () => {
    await own({ displayName: "Platform" });
    expect(await page()).toMatchObject({ displayName: "Platform" });
    await orc().createBranding({ displayName: "Partner", primaryActionColor: "#111111" });
    expect(await page()).toMatchObject({ displayName: "Partner" });
    await orc().createBranding({ displayName: "Partner for this shop", clientId });
    const row = await page();
    expect(row).toMatchObject({ displayName: "Partner for this shop", orchestratorId: partner.id });
    // Its unset fields fall to the page's defaults (OB-06).
    expect(row).not.toHaveProperty("primaryActionColor");
    await own({ displayName: "Shop's own" }, clientId);
    expect(await page()).toMatchObject({ displayName: "Shop's own" });
    // What the platform chose is not the partner's to read, change or remove.
    expect((await orc().branding(clientId)).body.displayName).toBe("Partner for this shop");
    await orc().updateBranding({ clientId, displayName: "Changed" });
    await orc().removeBranding(clientId);
    expect(await page()).toMatchObject({ displayName: "Shop's own" });
  });

  test("404 for a client ID that is not linked to it; reading and removing tell nothing of it", async () => {
    const foreign = stranger.browser["x-client-id"] ?? "";
    for (const named of [foreign, rival.client.clientId, "cli_unknown"]) {
      expect((await orc().createBranding({ displayName: "X", clientId: named })).status).toBe(404);
      expect((await orc().updateBranding({ displayName: "X", clientId: named })).status).toBe(404);
      expect((await orc().branding(named)).body).toBeNull();
      expect((await orc().removeBranding(named)).body).toEqual({ removed: false });
    }
  });

  test("ends with the link (OB-08)", async () => {
    const leaving = await aMerchant(api);
    const named = leaving.browser["x-client-id"] ?? "";
    await orc().link(named);
    await orc().createBranding({ displayName: "Partner" });
    await orc().createBranding({ displayName: "Partner for it", clientId: named });
    const look = () =>
      brandingOf(
        { db: api.app.database.db },
        { platformId: leaving.platformId, clientIdId: leaving.browserRow },
      );
    expect(await look()).toMatchObject({ displayName: "Partner for it" });
    await asPlatform(leaving.session.bearer).leave(leaving.browserRow);
    expect(await look()).toBeNull();
    const rows = await api.app.database.db
      .select()
      .from(brandings)
      .where(eq(brandings.clientIdId, leaving.browserRow));
    expect(rows).toHaveLength(1);
  });
});

describe("webhooks of an orchestrator (SC-03, SC-10, TD-07)", () => {
  test("hear their test, signed with the secret that was shown once, and replay it", async () => {
    const url = new URL("/partner", receiver.url).href;
    const made = await orc().createWebhook(url);
    expect(made.status).toBe(201);
    const { webhook, secret } = made.body;
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(webhook).toMatchObject({ url, isActive: true });
    expect((await orc().testWebhooks("payment.confirmed")).status).toBe(400);
    expect((await orc().testWebhooks("client_id.linked")).body).toEqual({ sent: 1, failed: 0 });
    const heard = await receiver.next((one) => one.path === "/partner");
    expect(heard.json).toMatchObject({ event: "client_id.linked" });
    expect(heard.headers["x-service-test"]).toBe("true");
    await expect
      .poll(async () => (await orc().deliveries()).body.deliveries[0]?.state, { timeout: 20_000 })
      .toBe("succeeded");
    const [delivery] = (await orc().deliveries()).body.deliveries;
    expect((await orc(rival).replay(delivery.id)).status).toBe(404);
    expect((await orc().replay(delivery.id)).status).toBe(201);
    expect((await receiver.next((one) => one.path === "/partner")).body).toEqual(heard.body);
    const rotated = await orc().rotateSecret(webhook.id);
    expect(rotated.body.secret).not.toBe(secret);
    expect(JSON.stringify((await orc().webhooks()).body)).not.toContain(secret);
    expect((await orc(rival).rotateSecret(webhook.id)).status).toBe(404);
  });

  test("keep URL and secret when they are switched off, and their URL stays taken", async () => {
    const url = new URL("/switched", receiver.url).href;
    const { id } = (await orc(rival).createWebhook(url)).body.webhook;
    expect((await orc(rival).createWebhook(url)).status).toBe(409);
    expect((await orc(rival).deactivateWebhook(id)).body.webhook.isActive).toBe(false);
    expect((await orc(rival).deactivateWebhook(id)).body.webhook.isActive).toBe(false);
    expect((await orc(rival).createWebhook(url)).status).toBe(409);
    expect((await orc(rival).testWebhooks("client_id.linked")).body).toEqual({ sent: 0, failed: 0 });
    expect((await orc(rival).webhooks()).body.webhooks).toHaveLength(1);
    expect((await orc(rival).activateWebhook(id)).body.webhook.isActive).toBe(true);
    expect((await orc().activateWebhook(id)).status).toBe(404);
    expect((await orc().deactivateWebhook(id)).status).toBe(404);
    // Another orchestrator may have the same URL.
    expect((await orc().createWebhook(url)).status).toBe(201);
    expect((await orc().createWebhook("http://10.0.0.1/x")).status).toBe(400);
  });

  test("are no webhooks of the account that owns the orchestrator, and its are none of the orchestrator", async () => {
    const owner = await aMerchant(api);
    const mine = (
      await send(makeOrchestrator, "/v2/orchestrators", {
        method: "POST",
        headers: owner.session.bearer,
        body: { orchestratorName: "Mine", orchestratorContactEmail: "m@m.example" },
      })
    ).body;
    const key = asPartner({ "x-orchestrator-key": mine.rawKey });
    const url = new URL("/both", receiver.url).href;
    const ofAccount = await send(createOwnWebhook, "/v1/webhook", {
      method: "POST",
      headers: owner.session.bearer,
      body: { url },
    });
    const ofPartner = await key.createWebhook(url);
    expect([ofAccount.status, ofPartner.status]).toEqual([201, 201]);
    const listed = await get(listOwnWebhooks, "/v1/webhook", owner.session.bearer);
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([ofAccount.body.id]);
    expect((await key.webhooks()).body.webhooks.map(({ id }: { id: string }) => id)).toEqual([
      ofPartner.body.webhook.id,
    ]);
    expect((await key.rotateSecret(ofAccount.body.id)).status).toBe(404);
    expect((await key.testWebhooks("kyt.screening.completed")).body).toEqual({ sent: 1, failed: 0 });
    const deliveries = await get(listOwnDeliveries, "/v1/webhook/deliveries", owner.session.bearer);
    expect(deliveries.body.deliveries).toEqual([]);
    expect((await key.deliveries()).body.deliveries).toHaveLength(1);
  });
});
