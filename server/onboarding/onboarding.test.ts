import { and, eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PATCH as deactivateDestination } from "@/app/v1/payee-destination/deactivate/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import {
  auditLog,
  clientIds,
  orchestratorLinks,
  payeeDestinations,
  securePayments,
  webhookEvents,
} from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { replaceApp } from "@/server/boot";
import { inTransaction, type Tx } from "@/server/context";
import { disablePlatform, enablePlatform } from "@/server/platforms/operate";
import { switchOrchestrator } from "@/server/platforms/orchestrators/operate";
import { anotherProcess, type TestApi } from "@/server/testing/api";
import { aBoundClient, anOrchestrator, aSession, type TestOrchestrator } from "@/server/testing/credentials";
import { changeAccount } from "@/server/testing/data/change-account";
import { asPartner, asPlatform, tokenOf } from "@/server/testing/data/partner";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { ManualClock } from "@/server/testing/manual-clock";
import { send } from "@/server/testing/send";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let partner: TestOrchestrator;
const clock = new ManualClock();
const DAY_MS = 86_400_000;

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain("sepolia", { RATE_LIMITS: "off" }, { now: clock.now }));
  partner = await anOrchestrator(api);
});
afterAll(() => stop?.());

const db = () => api.app.database.db;
const orc = (of: TestOrchestrator = partner) => asPartner(of.keyAlone);
const as = (merchant: Merchant) => asPlatform(merchant.session.bearer);
const invite = async (body?: object) => tokenOf(await orc().invite(body));
const NONE = { kyt: { provider: null } };
/** A merchant who finished the partner's onboarding, and its new pair. */
async function anOnboarded(intent: object = { clientIdName: "Shop" }, choice: object | null = NONE) {
  const merchant = await aMerchant(api);
  const answer = await as(merchant).complete(await invite(intent), choice ?? undefined);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 201 });
  const { clientId, link } = answer.body;
  const pair = { ...partner.keyAlone, "x-client-id": clientId.clientId };
  return { merchant, clientId: clientId.clientId as string, clientIdId: clientId.id as string, link, pair };
}
const create = (headers: Record<string, string>, more: object = {}) =>
  send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers,
    body: { requests: [{ amount: "100" }], ...more },
  });
const eventsOf = (orchestratorId: string) =>
  db()
    .select()
    .from(webhookEvents)
    .where(eq(webhookEvents.platformId, orchestratorId))
    .orderBy(webhookEvents.sequence);

describe("a link intent", () => {
  test("is answered with a URL that ends in its token, and lives two days (OL-05 to OL-07)", async () => {
    const { status, body } = await orc().invite({
      clientIdName: "Shop",
      domains: ["https://shop.example", "http://localhost:3000"],
      externalId: "shop-1",
      kyt: { providers: [{ provider: "merklescience" }, { provider: "hypernative" }] },
    });
    expect(status).toBe(201);
    expect(body.url).toMatch(/\/onboarding\/[0-9A-Z]{26}$/);
    expect(body.intent).toMatchObject({
      clientIdName: "Shop",
      externalId: "shop-1",
      used: false,
      allowedDomains: ["https://shop.example", "http://localhost:3000"],
      kyt: {
        providers: [
          { provider: "merklescience", priority: 0 },
          { provider: "hypernative", priority: 1 },
        ],
      },
      expiresAt: new Date(clock.now().getTime() + 2 * DAY_MS).toISOString(),
    });
    // The token itself is nowhere in the database.
    const token = body.url.slice(-26);
    const rows = await api.app.database.sql`select t::text as row from orchestrator_link_intents t`;
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test.each([
    ["an empty plan", { kyt: { providers: [] } }],
    ["three providers", { kyt: { providers: Array(3).fill({ provider: "hypernative" }) } }],
    ["one provider twice", { kyt: { providers: Array(2).fill({ provider: "hypernative" }) } }],
    ["a priority of its own", { kyt: { providers: [{ provider: "hypernative", priority: 1 }] } }],
    ["a policy that is no UUID", { kyt: { providers: [{ provider: "hypernative", policyId: "x" }] } }],
    ["an unknown provider", { kyt: { providers: [{ provider: "other" }] } }],
    ["a domain with a path", { domains: ["https://shop.example/x"] }],
    ["a domain without TLS", { domains: ["http://shop.example"] }],
    ["a domain twice", { domains: ["https://shop.example", "https://SHOP.example/"] }],
    ["eleven domains", { domains: Array.from({ length: 11 }, (_, i) => `https://s${i}.example`) }],
    ["a name that hides", { clientIdName: "\u202eevil" }],
    ["no name", { clientIdName: "" }],
  ])("400 for %s (OL-05, OK-01)", async (_, body) => {
    expect((await orc().invite({ clientIdName: "Shop", ...body })).status).toBe(400);
  });

  test("shows the terms to whoever is signed in, and what became of it to its orchestrator alone", async () => {
    const token = await invite({ clientIdName: "My shop", externalId: "mine" });
    const merchant = await aMerchant(api);
    const { status, body } = await as(merchant).readIntent(token);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      valid: true,
      clientIdName: "My shop",
      terms: { partner: "Partner", fees: [], kyt: null, branding: null },
    });
    expect((await asPlatform({}).readIntent(token)).status).toBe(401);
    await as(merchant).complete(token, NONE);
    const of = async (who: TestOrchestrator) =>
      (await orc(who).intents()).body.intents.find(
        (one: { externalId: string }) => one.externalId === "mine",
      );
    expect(await of(partner)).toMatchObject({ state: "used", used: true, clientId: expect.any(String) });
    expect(await of(await anOrchestrator(api))).toBeUndefined();
  });
});

describe("completing an intent (OL-08)", () => {
  test("makes the client ID, copies the domains, binds and links it, and tells the orchestrator", async () => {
    const domains = ["https://shop.example"];
    const { merchant, clientId, link } = await anOnboarded(
      { clientIdName: "Shop", domains, externalId: "ext-7" },
      { kyt: { provider: "hypernative" } },
    );
    const [row] = await db().select().from(clientIds).where(eq(clientIds.clientId, clientId));
    expect(row).toMatchObject({
      platformId: merchant.platformId,
      label: "Shop",
      allowedDomains: domains,
      payeeDestinationId: merchant.destinationRow,
      status: "active",
    });
    expect(link).toMatchObject({ status: "active", kytControl: "platform", externalId: "ext-7" });
    const events = await eventsOf(partner.id);
    expect(JSON.parse(events.at(-1)?.body ?? "")).toMatchObject({
      event: "client_id.linked",
      clientId,
      orchestratorId: partner.id,
      linkId: link.id,
      externalId: "ext-7",
      destinationId: merchant.destinationId,
      destinationWalletAddress: merchant.wallet.toLowerCase(),
      chain: "sepolia",
      currency: "USDC",
    });
    const trail = await db().select().from(auditLog).where(eq(auditLog.subject, link.id));
    expect(trail.map(({ platformId }) => platformId).sort()).toEqual(
      [merchant.platformId, partner.platformId].sort(),
    );
  });

  test("binds payments to that destination (OL-09)", async () => {
    const { pair } = await anOnboarded();
    const other = await aMerchant(api);
    expect((await create(pair)).status).toBe(201);
    const foreign = await create(pair, {
      requests: [{ amount: "1", destinationId: other.destinationId }],
    });
    expect([foreign.status, foreign.body.message]).toEqual([
      403,
      "Destination does not match the configured payment destination.",
    ]);
  });

  test("by twenty at once happens once", async () => {
    const token = await invite();
    const merchants = await Promise.all(Array.from({ length: 4 }, () => aMerchant(api)));
    const before = (await eventsOf(partner.id)).length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => {
        const merchant = merchants[i % merchants.length];
        if (!merchant) throw new Error("no merchant");
        return as(merchant).complete(token, NONE);
      }),
    );
    const codes = answers.map(({ status, body }) => (status === 201 ? "done" : `${status} ${body.code}`));
    expect(codes.filter((code) => code === "done")).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(["done", "403 LINK_INTENT_USED"]));
    expect((await eventsOf(partner.id)).length).toBe(before + 1);
    const made = await db()
      .select()
      .from(clientIds)
      .where(
        and(
          inArray(
            clientIds.platformId,
            merchants.map(({ platformId }) => platformId),
          ),
          eq(clientIds.label, "Shop"),
        ),
      );
    expect(made).toHaveLength(1);
  });

  test("404 for a guessed token, 403 for one that was used or expired between view and confirm (ER-06)", async () => {
    const merchant = await aMerchant(api);
    for (const guess of ["x", "0".repeat(26), "../intents", `${await invite()}0`]) {
      for (const answer of [await as(merchant).readIntent(guess), await as(merchant).complete(guess, NONE)]) {
        expect([answer.status, answer.body.code]).toEqual([404, "LINK_INTENT_NOT_FOUND"]);
      }
    }
    const used = await invite();
    await as(merchant).complete(used, NONE);
    for (const answer of [await as(merchant).readIntent(used), await as(merchant).complete(used, NONE)]) {
      expect([answer.status, answer.body.code]).toEqual([403, "LINK_INTENT_USED"]);
    }
    const late = await invite();
    const viewed = await as(merchant).readIntent(late);
    expect(viewed.status).toBe(200);
    // Sessions end sooner than intents; the wallet signs in again.
    clock.advance(2 * DAY_MS);
    const again = await aSession(api, { wallet: merchant.session.wallet });
    const expired = await asPlatform(again.bearer).complete(late, NONE);
    expect([expired.status, expired.body.code]).toEqual([403, "LINK_INTENT_EXPIRED"]);
    expect((await asPlatform(again.bearer).readIntent(late)).body.code).toBe("LINK_INTENT_EXPIRED");
  });

  test("404 while its orchestrator is switched off, itself or with its account", async () => {
    const own = await anOrchestrator(api);
    const merchant = await aMerchant(api);
    const token = tokenOf(await orc(own).invite());
    const by = (work: Parameters<typeof inTransaction<void>>[1]) =>
      inTransaction(api.app.context(systemCaller("")), work);
    const steps = [
      [(tx: Tx) => switchOrchestrator(tx, own.id, "inactive"), 404],
      [(tx: Tx) => switchOrchestrator(tx, own.id, "active"), 200],
      [(tx: Tx) => disablePlatform(tx, own.platformId, "fraud"), 404],
      [(tx: Tx) => enablePlatform(tx, own.platformId), 200],
    ] as const;
    for (const [step, status] of steps) {
      await by(step);
      expect((await as(merchant).readIntent(token)).status).toBe(status);
    }
    expect((await as(merchant).complete(token, NONE)).status).toBe(201);
  });

  test("400 without a destination, and nothing is used up; 403 for an account without a wallet", async () => {
    const token = await invite();
    const bare = await aSession(api);
    const refused = await asPlatform(bare.bearer).complete(token, NONE);
    expect([refused.status, refused.body.message]).toEqual([400, "Set up a payment destination first"]);
    const email = await aSession(api, { wallet: null });
    expect((await asPlatform(email.bearer).complete(token, NONE)).status).toBe(403);
    expect(await db().$count(clientIds, eq(clientIds.platformId, bare.platformId))).toBe(0);
    expect((await as(await aMerchant(api)).complete(token, NONE)).status).toBe(201);
  });

  test("409 when the terms or the destination are others than were shown, and nothing is agreed to", async () => {
    const own = await anOrchestrator(api);
    const merchant = await aMerchant(api);
    const token = tokenOf(await orc(own).invite());
    const { termsId } = (await as(merchant).readIntent(token)).body;
    await orc(own).createFee({
      bps: 900,
      flow: "incoming",
      feeBearer: "recipient",
      evmRecipientAddress: merchant.wallet,
    });
    const raised = await as(merchant).complete(token, { ...NONE, termsId });
    expect([raised.status, raised.body.code]).toEqual([409, "TERMS_CHANGED"]);
    const shown = await as(merchant).readIntent(token);
    expect(shown.body.terms.fees).toEqual([
      { flow: "incoming", feeBearer: "recipient", bps: 900, usdCap: null },
    ]);
    const fresh = { ...NONE, termsId: shown.body.termsId };
    const moved = await as(merchant).complete(token, { ...fresh, destinationId: "D".repeat(26) });
    expect([moved.status, moved.body.code]).toEqual([409, "DESTINATION_CHANGED"]);
    const agreed = await as(merchant).complete(token, { ...fresh, destinationId: merchant.destinationId });
    expect(agreed.status).toBe(201);
    const [listed] = (await as(merchant).links()).body.links;
    expect(listed).toMatchObject({ partner: "Partner", feesChanged: false, agreed: shown.body.terms });
    // A later change is seen beside what was agreed.
    const [config] = (await orc(own).fees()).body;
    await orc(own).updateFee(config.id, { bps: 1_000 });
    const [changed] = (await as(merchant).links()).body.links;
    expect(changed).toMatchObject({
      feesChanged: true,
      fees: [{ bps: 1_000 }],
      agreed: { fees: [{ bps: 900 }] },
    });
  });
});

describe("who screens the payers of a linked client ID (OK-01 to OK-05)", () => {
  const PLAN = {
    clientIdName: "Screened",
    kyt: {
      providers: [
        { provider: "merklescience", policyId: "123e4567-e89b-42d3-a456-426614174000" },
        { provider: "hypernative" },
      ],
    },
  };
  const policyOf = async (token: string) => {
    const [link] = await db().select().from(securePayments).where(eq(securePayments.token, token));
    return link?.accessPolicy;
  };

  test("the orchestrator's plan: stored on the payment, not the platform's to change", async () => {
    const { merchant, clientIdId, pair } = await anOnboarded(PLAN, null);
    const { body } = await create(pair);
    expect(await policyOf(body.token)).toMatchObject({
      mode: "kyt_all_wallets",
      providers: [
        { id: "merklescience", policyId: "123e4567-e89b-42d3-a456-426614174000" },
        { id: "hypernative", policyId: null },
      ],
    });
    expect((await as(merchant).chooseKyt(clientIdId, null)).status).toBe(403);
    const override = await create(pair, { accessPolicy: { mode: "off" } });
    expect(override.status).toBe(400);
    const flags = await create(pair, { accessPolicy: { hidePayeeAddress: true } });
    expect(flags.status).toBe(201);
    // Without the pair the destination's policy holds.
    const own = await create(merchant.browser);
    expect(await policyOf(own.body.token)).toMatchObject({ mode: "off" });
    // A choice beside a plan is not the platform's.
    const token = await invite(PLAN);
    expect((await as(await aMerchant(api)).complete(token, NONE)).status).toBe(400);
  });

  test("the platform's choice: required, changeable, for payments from then on", async () => {
    const merchant = await aMerchant(api);
    const token = await invite();
    expect((await as(merchant).complete(token)).status).toBe(400);
    expect((await as(merchant).complete(token, {})).status).toBe(400);
    // The second provider is not enabled for this account (AP-02).
    expect((await as(merchant).complete(token, { kyt: { provider: "merklescience" } })).status).toBe(400);
    const done = await as(merchant).complete(token, { kyt: { provider: "hypernative" } });
    const { id: clientIdId, clientId } = done.body.clientId;
    const pair = { ...partner.keyAlone, "x-client-id": clientId };
    const before = await create(pair);
    expect((await as(merchant).chooseKyt(clientIdId, "merklescience")).status).toBe(400);
    expect((await as(merchant).chooseKyt(clientId, null)).body).toMatchObject({ kyt: { providers: [] } });
    const after = await create(pair);
    expect(await policyOf(before.body.token)).toMatchObject({ mode: "kyt_all_wallets" });
    expect(await policyOf(after.body.token)).toMatchObject({ mode: "off" });
    await changeAccount(api, merchant.platformId, { hasSecondScreeningProvider: true });
    expect((await as(merchant).chooseKyt(clientIdId, "merklescience")).status).toBe(200);
    expect((await as(await aMerchant(api)).chooseKyt(clientIdId, null)).status).toBe(404);
  });

  test("a direct link has no plan: the destination's policy holds (OK-04)", async () => {
    const accessPolicy = {
      mode: "kyt_all_wallets",
      screeningProvider: "hypernative",
      hideUntilApproved: false,
      hidePayeeAddress: false,
    };
    const merchant = await aMerchant(api, { accessPolicy });
    const clientId = merchant.browser["x-client-id"] ?? "";
    expect((await orc().link(clientId)).status).toBe(201);
    const { body } = await create({ ...partner.keyAlone, ...merchant.browser });
    expect(await policyOf(body.token)).toMatchObject({ providers: [{ id: "hypernative" }] });
  });

  test("tells the orchestrator each definitive result with the provider that decided, and of nobody after the end", async () => {
    const { merchant, clientId, clientIdId, pair } = await anOnboarded(PLAN, null);
    const { token } = (await create(pair)).body;
    const { payer, blocked } = chain.accounts;
    const visit = (wallet: string) =>
      send(readLink, `/v2/secure-payments/${token}?wallet=${wallet}`, {
        headers: { "x-client-id": clientId },
        params: { token },
      });
    const screened = async () =>
      (await eventsOf(partner.id))
        .map(({ body }) => JSON.parse(body))
        .filter((event) => event.event === "kyt.screening.completed" && event.paymentToken === token);
    expect((await visit(payer.address)).status).toBe(200);
    await visit(blocked.address);
    expect(await screened()).toEqual([
      {
        event: "kyt.screening.completed",
        timestamp: clock.now().toISOString(),
        sequence: expect.any(Number),
        paymentToken: token,
        walletAddress: payer.address,
        eoaAddress: payer.address,
        smartAccountAddress: null,
        status: "approved",
        provider: "merklescience",
        policyId: "123e4567-e89b-42d3-a456-426614174000",
        clientId,
        orchestratorId: partner.id,
      },
      expect.objectContaining({ status: "rejected", walletAddress: blocked.address }),
    ]);
    // Seen again a moment later, it is no news.
    await visit(payer.address);
    expect(await screened()).toHaveLength(2);
    // The rejected wallet gets no calldata, whatever the backup would say.
    const pay = await send(getCalldata, `/v2/secure-payments/${token}/pay?wallet=${blocked.address}`, {
      headers: { "x-client-id": clientId },
      params: { token },
    });
    expect(pay.status).toBe(403);
    expect((await as(merchant).leave(clientIdId)).status).toBe(200);
    await visit(chain.accounts.payer2.address);
    expect(await screened()).toHaveLength(2);
  });

  test("a backup answers where the primary is down, and only then (AP-11)", async () => {
    const backup = { providers: [{ provider: "hypernative" }, { provider: "merklescience" }] };
    const { clientId, pair } = await anOnboarded({ clientIdName: "Backed", kyt: backup }, null);
    const { token } = (await create(pair)).body;
    const down = anotherProcess(
      api,
      {
        RATE_LIMITS: "off",
        NETWORK_PROFILE: "local",
        RPC_URL_SEPOLIA: chain.rpcUrl,
        KYT_HYPERNATIVE: "api",
        KYT_HYPERNATIVE_URL: "http://127.0.0.1:9",
        KYT_HYPERNATIVE_KEY: "id:secret",
      },
      { now: clock.now },
    );
    replaceApp(down);
    try {
      const visit = await send(
        readLink,
        `/v2/secure-payments/${token}?wallet=${chain.accounts.payer.address}`,
        {
          headers: { "x-client-id": clientId },
          params: { token },
        },
      );
      expect(visit.body.accessDecision).toMatchObject({ status: "approved", provider: "merklescience" });
    } finally {
      replaceApp(api.app);
      await down.close();
    }
    const last = (await eventsOf(partner.id)).at(-1);
    expect(JSON.parse(last?.body ?? "")).toMatchObject({ paymentToken: token, provider: "merklescience" });
  });

  test("the recipient of a payout is told too (§8)", async () => {
    const { merchant, pair } = await anOnboarded(PLAN, null);
    const body = {
      recipient: chain.accounts.recipient.address,
      creatorWalletAddress: merchant.wallet,
      network: "sepolia",
      currency: "USDC-sepolia",
      amount: "5",
    };
    const paid = await send(createPayout, "/v2/secure-payments/payouts", {
      method: "POST",
      headers: pair,
      body,
    });
    expect(paid.status).toBe(201);
    const events = (await eventsOf(partner.id)).map(({ body: text }) => JSON.parse(text));
    expect(events.find(({ paymentToken }) => paymentToken === paid.body.token)).toMatchObject({
      status: "approved",
      walletAddress: chain.accounts.recipient.address,
    });
  });
});

describe("direct links (OL-01 to OL-04)", () => {
  test("are made once in the life of a client ID, whoever asks, and ending one does not free it", async () => {
    const client = await aBoundClient(api);
    const other = await anOrchestrator(api);
    const { status, body } = await orc().link(client.clientId);
    expect([status, body.alreadyLinked]).toEqual([201, false]);
    expect(body.link).toMatchObject({ clientId: client.clientId, status: "active", kyt: null });
    expect((await orc().link(client.clientId)).status).toBe(409);
    expect((await orc(other).link(client.clientId)).status).toBe(409);
    expect((await orc(other).unlink(client.clientId)).status).toBe(404);
    const ended = await orc().unlink(client.clientId);
    expect(ended.body).toMatchObject({ link: { status: "revoked" }, wasAlreadyRevoked: false });
    expect((await orc().unlink(client.clientId)).body.wasAlreadyRevoked).toBe(true);
    expect((await orc().link(client.clientId)).status).toBe(409);
    expect((await orc(other).link(client.clientId)).status).toBe(409);
    const [row] = await db().select().from(clientIds).where(eq(clientIds.id, client.id));
    expect(row?.status).toBe("active");
    // No event for a direct link.
    expect(await eventsOf(other.id)).toEqual([]);
  });

  test("404 for an unknown client ID, 409 for a revoked one", async () => {
    expect((await orc().link("cli_unknown")).status).toBe(404);
    const client = await aBoundClient(api);
    await db().update(clientIds).set({ status: "revoked" }).where(eq(clientIds.id, client.id));
    expect((await orc().link(client.clientId)).status).toBe(409);
  });

  test("two orchestrators racing for one client ID 100 times: each time one of them wins", async () => {
    const other = await anOrchestrator(api);
    const client = await aBoundClient(api);
    const now = clock.now();
    const many = Array.from({ length: 100 }, (_, i) => ({
      id: `R${String(i).padStart(3, "0")}${client.id.slice(4)}`,
      clientId: `cli_race${String(i).padStart(3, "0")}`,
      platformId: client.platformId,
      label: "race",
      allowedDomains: [],
      createdAt: now,
      updatedAt: now,
    }));
    await db().insert(clientIds).values(many);
    for (let at = 0; at < many.length; at += 10) {
      const answers = await Promise.all(
        many.slice(at, at + 10).flatMap(({ clientId }) => [orc().link(clientId), orc(other).link(clientId)]),
      );
      const statuses = answers.map(({ status }) => status);
      for (let i = 0; i < statuses.length; i += 2) {
        expect([statuses[i], statuses[i + 1]].sort()).toEqual([201, 409]);
      }
    }
    const links = await db()
      .select()
      .from(orchestratorLinks)
      .where(
        inArray(
          orchestratorLinks.clientIdId,
          many.map(({ id }) => id),
        ),
      );
    expect(links).toHaveLength(100);
  });

  test("are listed by page, active ones only (OL-03)", async () => {
    const own = await anOrchestrator(api);
    const [first, second] = [await aBoundClient(api), await aBoundClient(api)];
    await orc(own).link(first.clientId);
    await orc(own).link(second.clientId);
    await orc(own).unlink(first.clientId);
    const pages = [await orc(own).links("?page=1&limit=1"), await orc(own).links("?page=2&limit=1")];
    expect(pages.map(({ body }) => [body.total, body.page, body.limit, body.links.length])).toEqual([
      [2, 1, 1, 1],
      [2, 2, 1, 1],
    ]);
    const listed = pages.map(({ body }) => body.links[0].clientId);
    expect(listed.sort()).toEqual([own.client.clientId, second.clientId].sort());
    expect((await orc(own).links("?page=0")).status).toBe(400);
  });
});

describe("a platform that leaves", () => {
  test("ends the pair at once, keeps its client ID for itself, and may not come back", async () => {
    const { merchant, clientId, clientIdId, pair } = await anOnboarded();
    expect((await create(pair)).status).toBe(201);
    expect((await create({ "x-client-id": clientId })).status).toBe(403);
    const left = await as(merchant).leave(clientIdId);
    expect(left.body).toMatchObject({ link: { status: "revoked", revokedBy: "platform" } });
    expect((await create(pair)).status).toBe(403);
    await expect.poll(async () => (await create({ "x-client-id": clientId })).status).toBe(201);
    expect((await orc().link(clientId)).status).toBe(409);
    const [listed] = (await as(merchant).links()).body.links;
    expect(listed).toMatchObject({ status: "revoked", fees: [] });
  });

  test("is obeyed by a process that still remembers the pair", async () => {
    const { clientIdId, pair } = await anOnboarded();
    expect((await create(pair)).status).toBe(201);
    // Another process revokes, and its notice is lost: what this one remembers is a second old at most.
    await db()
      .update(orchestratorLinks)
      .set({ status: "revoked", revokedAt: clock.now() })
      .where(eq(orchestratorLinks.clientIdId, clientIdId));
    const refused = await create(pair);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "Client ID is not linked to this orchestrator",
    ]);
    expect(await db().$count(securePayments, eq(securePayments.clientIdId, clientIdId))).toBe(1);
  });

  test("404 for a client ID of another platform or without a link, also by its public value", async () => {
    const { clientId, clientIdId, merchant } = await anOnboarded();
    const stranger = await aMerchant(api);
    for (const named of [clientId, clientIdId, "x", "cli_x", stranger.browserRow]) {
      expect((await as(stranger).leave(named)).status).toBe(404);
    }
    expect((await as(stranger).links()).body.links).toEqual([]);
    expect((await as(merchant).leave(clientId)).status).toBe(200);
  });
});

test("a destination that goes while the platform agrees leaves no client ID bound to it", async () => {
  const merchant = await aMerchant(api);
  const token = await invite();
  const away = send(deactivateDestination, "/v1/payee-destination/deactivate", {
    method: "PATCH",
    headers: merchant.session.bearer,
    body: { destinationId: merchant.destinationId },
  });
  const [agreed] = await Promise.all([as(merchant).complete(token, NONE), away]);
  expect([201, 400]).toContain(agreed.status);
  if (agreed.status !== 201) return;
  // Then the destination was there when it was agreed to, and the pair needs an active one (AU-16).
  const pair = { ...partner.keyAlone, "x-client-id": agreed.body.clientId.clientId };
  const [row] = await db()
    .select()
    .from(payeeDestinations)
    .where(eq(payeeDestinations.id, merchant.destinationRow));
  expect((await create(pair)).status).toBe(row?.active ? 201 : 403);
});
