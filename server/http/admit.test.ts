import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { systemCaller } from "@/server/auth/callers";
import { endSession } from "@/server/auth/sessions";
import { boot, replaceApp } from "@/server/boot";
import { type Caller, inTransaction } from "@/server/context";
import { route } from "@/server/http/route";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import {
  aBoundClient,
  anOrchestrator,
  aSession,
  changeClient,
  deactivate,
  revokeLink,
} from "@/server/testing/credentials";
import { itRequires } from "@/server/testing/it-requires";
import { ManualClock } from "@/server/testing/manual-clock";
import { call } from "@/server/testing/paying";

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const common = {
  summary: "",
  tags: [],
  status: 200 as const,
  returns: z.unknown(),
  errors: [],
};
const who = ({ ctx }: { ctx: { caller: Caller } }) => ctx.caller;

/** Open to all, for payments: what secure payments and payouts will be. */
const payments = route(
  {
    ...common,
    operationId: "createSecurePayment",
    auth: ["apiKey", "clientId", "orchestrator", "session"],
    linkedNeedsPair: true,
  },
  who,
);
const partners = route({ ...common, operationId: "listFeeConfigs", auth: ["orchestratorKey"] }, who);
const keysOnly = route({ ...common, operationId: "searchPayments", auth: ["apiKey"] }, who);
const clientsOnly = route({ ...common, operationId: "getSecurePayment", auth: ["clientId"] }, who);
const sessionsOnly = route({ ...common, operationId: "listSessions", auth: ["session"] }, who);
const wallets = route(
  { ...common, operationId: "getMyPayeeDestination", auth: ["session"], walletSessionOnly: true },
  who,
);
const scoped = route(
  { ...common, operationId: "exportDashboardRequests", auth: ["session"], scopedByClientId: true },
  who,
);

type Handler = typeof payments;
const get = (handler: Handler, headers: Record<string, string>) => handler(call("GET", "/v2/x", headers));
const status = async (handler: Handler, headers: Record<string, string>) =>
  (await get(handler, headers)).status;

itRequires(
  () => api,
  [{ at: "GET /v2/payments-like", handler: payments }],
  ["apiKey", "clientId", "orchestrator", "session"],
);
itRequires(() => api, [{ at: "GET /v2/partners-like", handler: partners }], ["orchestratorKey"]);
itRequires(() => api, [{ at: "GET /v2/keys-like", handler: keysOnly }], ["apiKey"]);
itRequires(() => api, [{ at: "POST /v2/clients-like", handler: clientsOnly }], ["clientId"]);
itRequires(() => api, [{ at: "POST /v1/sessions-like", handler: sessionsOnly }], ["session"]);

describe("which credential counts (AU-12, D-01)", () => {
  test("API key before client ID before session; the pair before all", async () => {
    const [tenant, client, session] = [await aTenant(api), await aBoundClient(api), await aSession(api)];
    const orchestrator = await anOrchestrator(api);
    const all = { ...session.bearer, ...client.headers, "x-api-key": tenant.apiKey };
    expect(await (await get(payments, all)).json()).toMatchObject({
      kind: "apiKey",
      platformId: tenant.platformId,
    });
    const { "x-api-key": _key, ...less } = all;
    expect(await (await get(payments, less)).json()).toMatchObject({
      kind: "clientId",
      platformId: client.platformId,
    });
    expect(await (await get(payments, { ...all, ...orchestrator.pair })).json()).toMatchObject({
      kind: "orchestrator",
      platformId: orchestrator.client.platformId,
      orchestratorId: orchestrator.id,
      clientId: { publicId: orchestrator.client.clientId },
    });
  });

  test("invalid API key beside a valid session: 401", async () => {
    const { cookie } = await aSession(api);
    expect(await status(sessionsOnly, cookie)).toBe(200);
    expect(await status(sessionsOnly, { ...cookie, "x-api-key": "sk_wrong" })).toBe(401);
    expect(await status(payments, { ...cookie, "x-api-key": "sk_wrong" })).toBe(401);
  });

  test("orchestrator key without client ID: 401, whatever else is sent", async () => {
    const { keyAlone } = await anOrchestrator(api);
    const [{ apiKey }, { cookie }] = [await aTenant(api), await aSession(api)];
    expect(await status(payments, keyAlone)).toBe(401);
    expect(await status(payments, { ...keyAlone, "x-api-key": apiKey })).toBe(401);
    expect(await status(payments, { ...keyAlone, ...cookie })).toBe(401);
    expect(await status(keysOnly, { ...keyAlone, "x-api-key": apiKey })).toBe(401);
  });
});

describe("origins that look alike (AU-13, D-33)", () => {
  test.each([
    ["https://shop.example.evil.io", 403],
    ["https://evil-shop.example", 403],
    ["https://shop.example.", 403],
    ["https://sub.shop.example", 403],
    ["http://shop.example", 403],
    ["https://shop.example:8443", 403],
    ["https://shop.example:443", 403],
    ["https://shop.example/", 403],
    ["https://SHOP.example", 403],
    ["https://shop.example, https://evil.example", 403],
    ["https://shop.example@evil.example", 403],
    ["null", 403],
    ["", 403],
    [undefined, 401],
    ["https://shop.example", 200],
  ])("origin %s: %s", async (origin, expected) => {
    const { clientId } = await aBoundClient(api, { origin: "https://shop.example" });
    const headers = { "x-client-id": clientId, ...(origin === undefined ? {} : { origin }) };
    const answer = await get(clientsOnly, headers);
    expect(answer.status).toBe(expected);
    if (expected === 401) expect((await answer.json()).message).toBe("Origin header is required");
  });

  test("a backend client ID works without an origin and with any (AU-14)", async () => {
    const { headers } = await aBoundClient(api);
    expect(await status(clientsOnly, headers)).toBe(200);
    expect(await status(clientsOnly, { ...headers, origin: "https://evil.example" })).toBe(200);
  });
});

describe("the orchestrator pair (AU-15, AU-16, AU-18, D-04)", () => {
  test("a linked client ID alone: 403 on payments, fine elsewhere", async () => {
    const { client, pair } = await anOrchestrator(api);
    expect(await status(payments, client.headers)).toBe(403);
    expect(await status(clientsOnly, client.headers)).toBe(200);
    expect(await status(payments, pair)).toBe(200);
  });

  test("a client ID that was never linked may create alone", async () => {
    expect(await status(payments, (await aBoundClient(api)).headers)).toBe(200);
  });

  test("403 with a client ID of another orchestrator, or of none", async () => {
    const [mine, other] = [await anOrchestrator(api), await anOrchestrator(api)];
    expect(await status(payments, { ...mine.keyAlone, ...other.client.headers })).toBe(403);
    expect(await status(payments, { ...mine.keyAlone, ...(await aBoundClient(api)).headers })).toBe(403);
  });

  test("403 once the link is revoked, the client ID is, or its destination is inactive", async () => {
    const link = await anOrchestrator(api);
    await revokeLink(api, link.client.id);
    expect(await status(payments, link.pair)).toBe(403);

    const client = await anOrchestrator(api);
    await changeClient(api, client.client.id, { status: "revoked" });
    expect(await status(payments, client.pair)).toBe(403);

    const destination = await anOrchestrator(api);
    await deactivate(api, "destination", destination.client.destinationRow);
    expect(await status(payments, destination.pair)).toBe(403);

    const unbound = await anOrchestrator(api);
    await changeClient(api, unbound.client.id, { payeeDestinationId: null });
    expect(await status(payments, unbound.pair)).toBe(403);
  });

  test("401 once the key or the client ID is switched off", async () => {
    const key = await anOrchestrator(api);
    await deactivate(api, "orchestrator", key.id);
    expect(await status(payments, key.pair)).toBe(401);
    expect(await status(partners, key.keyAlone)).toBe(401);

    const client = await anOrchestrator(api);
    await changeClient(api, client.client.id, { status: "inactive" });
    expect(await status(payments, client.pair)).toBe(401);
  });

  test("the pair's client ID keeps to its origins", async () => {
    const { pair } = await anOrchestrator(api, { origin: "https://partner.example" });
    expect(await status(payments, pair)).toBe(200);
    expect(await status(payments, { ...pair, origin: "https://partner.example.evil.io" })).toBe(403);
    const { origin: _origin, ...without } = pair;
    expect(await status(payments, without)).toBe(401);
  });

  test("the pair opens no other endpoint of the platform (AU-17)", async () => {
    const { pair } = await anOrchestrator(api);
    for (const handler of [keysOnly, clientsOnly, sessionsOnly])
      expect(await status(handler, pair)).toBe(401);
  });

  test("the key alone acts for its owner on the orchestrator's endpoints", async () => {
    const { keyAlone, id, platformId } = await anOrchestrator(api);
    expect(await (await get(partners, keyAlone)).json()).toMatchObject({
      kind: "orchestrator",
      orchestratorId: id,
      platformId,
      clientId: null,
    });
  });
});

describe("sessions", () => {
  test("403 for an email session where a wallet is needed (AU-25)", async () => {
    const [byWallet, byEmail] = [await aSession(api), await aSession(api, { wallet: null })];
    expect(await status(wallets, byWallet.bearer)).toBe(200);
    expect(await status(wallets, byEmail.bearer)).toBe(403);
    expect(await status(sessionsOnly, byEmail.bearer)).toBe(200);
  });

  test("the caller is told which wallet signed in", async () => {
    const { wallet, bearer, platformId } = await aSession(api);
    const caller = await (await get(wallets, bearer)).json();
    expect(caller).toMatchObject({ kind: "session", platformId, wallet, isWalletPlatform: true });
    const mail = await aSession(api, { wallet: null });
    expect(await (await get(sessionsOnly, mail.bearer)).json()).toMatchObject({
      wallet: null,
      isWalletPlatform: false,
    });
  });

  test("x-client-id narrows a session to one of its own client IDs, where that is what it means", async () => {
    const client = await aBoundClient(api);
    const [row] = await api.app.database.sql<
      { wallet: string }[]
    >`select wallet_address as wallet from platforms where id = ${client.platformId}`;
    const owner = await aSession(api, { wallet: { address: row?.wallet ?? "", family: "evm" } });
    const answer = await get(scoped, { ...owner.bearer, "x-client-id": client.clientId });
    expect(await answer.json()).toMatchObject({ kind: "session", clientId: { publicId: client.clientId } });
    expect(await status(sessionsOnly, { ...owner.bearer, "x-client-id": client.clientId })).toBe(401);
  });

  test("404 alike for a foreign and an unknown client ID as scope; 401 without the session", async () => {
    const [{ clientId }, { bearer }] = [await aBoundClient(api), await aSession(api)];
    const foreign = await get(scoped, { ...bearer, "x-client-id": clientId });
    const unknown = await get(scoped, { ...bearer, "x-client-id": `cli_${"0".repeat(32)}` });
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(await foreign.text()).toBe(await unknown.text());
    expect(await status(scoped, { "x-client-id": clientId })).toBe(401);
  });
});

describe("changed credentials on another process", () => {
  /** A second process on the same database, whose clock stands still unless it is moved. */
  async function onAnotherProcess(work: (clock: ManualClock) => Promise<void>): Promise<void> {
    const clock = new ManualClock(Date.now());
    const other = boot(api.app.config, "other", { now: clock.now });
    replaceApp(other);
    try {
      await work(clock);
    } finally {
      replaceApp(api.app);
      await other.close();
    }
  }

  /** Waits until the process remembers what it reads, which it does once it listens for changes. */
  async function untilRemembering(): Promise<void> {
    const { sql } = api.app.database;
    const remembers = async () => {
      const { id, headers } = await aBoundClient(api);
      expect(await status(clientsOnly, headers)).toBe(200);
      await sql`update client_ids set status = 'inactive' where id = ${id}`;
      return status(clientsOnly, headers);
    };
    await expect.poll(remembers).toBe(200);
  }

  test("revoked: refused there although its clock stands still, told by notification alone", async () => {
    const client = await aBoundClient(api);
    await onAnotherProcess(async () => {
      await untilRemembering();
      expect(await status(clientsOnly, client.headers)).toBe(200);
      await changeClient(api, client.id, { status: "revoked" });
      await expect.poll(() => status(clientsOnly, client.headers)).toBe(403);
    });
  });

  test("signed out: refused there although its clock stands still", async () => {
    const session = await aSession(api);
    await onAnotherProcess(async () => {
      await untilRemembering();
      expect(await status(sessionsOnly, session.bearer)).toBe(200);
      await inTransaction(api.app.context(systemCaller("")), (tx) => endSession(tx, session.sessionId));
      await expect.poll(() => status(sessionsOnly, session.bearer)).toBe(401);
    });
  });

  test("a change nobody announced is seen a second later", async () => {
    const client = await aBoundClient(api);
    await onAnotherProcess(async (clock) => {
      await untilRemembering();
      expect(await status(clientsOnly, client.headers)).toBe(200);
      await api.app.database.sql`update client_ids set status = 'revoked' where id = ${client.id}`;
      clock.advance(999);
      expect(await status(clientsOnly, client.headers)).toBe(200);
      clock.advance(1);
      expect(await status(clientsOnly, client.headers)).toBe(403);
    });
  });

  test("in the process that revoked, the very next call is refused", async () => {
    const client = await aBoundClient(api);
    expect(await status(clientsOnly, client.headers)).toBe(200);
    await changeClient(api, client.id, { status: "revoked" });
    expect(await status(clientsOnly, client.headers)).toBe(403);
  });
});
