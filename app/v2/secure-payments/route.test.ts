import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as createBatch } from "@/app/v2/payouts/batch/route";
import { POST as createPayout } from "@/app/v2/payouts/route";
import { POST as createRequest } from "@/app/v2/request/route";
import { POST as createSecurePayout } from "@/app/v2/secure-payments/payouts/route";
import { GET, POST } from "@/app/v2/secure-payments/route";
import { payeeDestinations, requests, securePayments } from "@/db/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import {
  aBoundClient,
  anOrchestrator,
  aSession,
  changeClient,
  deactivate,
} from "@/server/testing/credentials";
import { itRequires } from "@/server/testing/it-requires";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { aClientId } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { countStatements } from "@/server/testing/statements";

let api: TestApi;
let shop: Merchant;
let stranger: Merchant;

/** Requests, their fee legs, the link and what it pays. */
const STATEMENTS_TO_CREATE = 4;
const PROTOCOL = "0x5555555555555555555555555555555555555555";

beforeAll(async () => {
  api = await startTestApi({
    NETWORK_PROFILE: "local",
    RPC_URL_SEPOLIA: "http://127.0.0.1:9",
    RPC_URL_BASE: "http://127.0.0.1:9",
    PROTOCOL_FEE_BPS: "5",
    PROTOCOL_FEE_CAP_USD: "25",
    PROTOCOL_FEE_EVM_ADDRESS: PROTOCOL,
  });
  shop = await aMerchant(api);
  stranger = await aMerchant(api);
});
afterAll(() => api?.close());

const create = (body: unknown, headers: Record<string, string> = shop.browser) =>
  send(POST, "/v2/secure-payments", { method: "POST", headers, body });
const one = (amount = "100", more: object = {}) => ({ requests: [{ amount, ...more }] });
const links = () => api.app.database.db.$count(securePayments);

itRequires(
  () => api,
  [{ at: "POST /v2/secure-payments", handler: POST }],
  ["apiKey", "clientId", "orchestrator", "session"],
);
itRequires(() => api, [{ at: "GET /v2/secure-payments", handler: GET }], ["session"]);

describe("400 for a link whose payments nobody could send together", () => {
  /** The most a uint256 holds, in USDC. */
  const most = (2n ** 256n - 1n) / 10n ** 6n;

  test.each([
    ["200 payments", Array.from({ length: 200 }, () => ({ amount: String(most / 150n) }))],
    ["2 payments", [{ amount: String(most) }, { amount: "1" }]],
  ])("%s that add up to more than a uint256", async (_, requests) => {
    const before = await links();
    const { status, body } = await create({ requests });
    expect([status, body.message]).toEqual([400, "Amount and fees together are too large"]);
    expect(await links()).toBe(before);
  });

  test("as many that just fit are taken", async () => {
    const requests = Array.from({ length: 200 }, () => ({ amount: String(most / 200n) }));
    expect((await create({ requests })).status).toBe(201);
  });
});

describe("201 with a link", () => {
  test("to the destination the client ID is bound to, under a token that opens it", async () => {
    const { status, body } = await create({
      ...one("100"),
      reference: "order-1",
      redirectUrl: "https://shop.example/thanks",
      redirectLabel: "Back",
    });
    expect(status).toBe(201);
    expect(body.token).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(body.securePaymentUrl).toBe(`${api.app.config.urls.pay}/?token=${body.token}`);
    expect(body.requestIds).toHaveLength(1);
    expect(body.requestIds[0]).toMatch(/^01[0-9a-f]{64}$/);
    const [link] = await api.app.database.db
      .select()
      .from(securePayments)
      .where(eq(securePayments.token, body.token));
    expect(link).toMatchObject({
      status: "pending",
      paymentType: "single",
      flow: "incoming",
      clientIdId: shop.browserRow,
      platformId: shop.platformId,
      reference: "order-1",
      redirectLabel: "Back",
      destination: { destinationId: shop.destinationId, walletAddress: shop.wallet },
    });
    // SP-14.
    expect((link?.expiresAt.getTime() ?? 0) - (link?.createdAt.getTime() ?? 0)).toBe(7 * 86_400_000);
  });

  test("whose request asks for what has to reach the payee, fees of the payee taken off", async () => {
    const { body } = await create(one("1000"));
    expect(body.feePlan).toMatchObject({ netRecipientAmountUsd: "999.5", payerTotalAmountUsd: "1000" });
    expect((await requestOf(body.requestIds[0])).amount).toBe(999_500_000n);
  });

  test("for 200 payments, whose shares of the fee add up to the unit, in as many statements as for two", async () => {
    const two = await countStatements(api.app, () =>
      create({ requests: [{ amount: "1" }, { amount: "2" }] }),
    );
    const many = Array.from({ length: 200 }, (_, i) => ({ amount: String(i + 1) }));
    const all = await countStatements(api.app, () => create({ requests: many }));
    expect(all.result.status).toBe(201);
    expect(all.statements).toBe(two.statements);
    expect(all.statements).toBe(STATEMENTS_TO_CREATE);
    const ids: string[] = all.result.body.requestIds;
    expect(new Set(ids).size).toBe(200);
    const rows = await Promise.all(ids.map(requestOf));
    const net = rows.reduce((sum, row) => sum + row.amount, 0n);
    // 20,100 USDC at 5 bps.
    expect(net).toBe(20_100_000_000n - 10_050_000n);
  });

  test("by API key, session and pair, to the account's active destination", async () => {
    for (const headers of [shop.key, shop.session.bearer]) {
      const { status, body } = await create(one(), headers);
      expect(status).toBe(201);
      expect((await requestOf(body.requestIds[0])).payee).toBe(shop.wallet);
    }
    const orchestrator = await anOrchestrator(api);
    const { status, body } = await create(one(), orchestrator.pair);
    expect(status).toBe(201);
    const [link] = await api.app.database.db
      .select()
      .from(securePayments)
      .where(eq(securePayments.token, body.token));
    expect(link?.orchestratorId).toBe(orchestrator.id);
  });

  test("once under one Idempotency-Key, also when two calls race", async () => {
    const before = await links();
    const headers = { ...shop.key, "idempotency-key": "link-1" };
    const [first, second] = await Promise.all([create(one(), headers), create(one(), headers)]);
    expect(first.body).toEqual(second.body);
    expect(await links()).toBe(before + 1);
    expect((await create(one("5"), headers)).status).toBe(409);
  });

  test("naming the destination it is bound to changes nothing, in any case of its letters", async () => {
    const id = shop.destinationId.replace("0x", "0X").toLowerCase();
    expect((await create(one("1", { destinationId: shop.destinationId }))).status).toBe(201);
    expect((await create(one("1", { destinationId: id }))).status).toBe(201);
  });
});

describe("403 for money that would go elsewhere", () => {
  test.each<[string, () => Promise<Record<string, string>> | Record<string, string>]>([
    ["a bound client ID", () => shop.browser],
    ["an API key", () => shop.key],
    ["a session", () => shop.session.bearer],
    ["an unbound browser client ID", () => unbound(["https://shop.example"])],
  ])("another tenant's destination, by %s", async (_, headersOf) => {
    const headers = await headersOf();
    const before = await links();
    const { status, body } = await create(one("1", { destinationId: stranger.destinationId }), headers);
    expect(status).toBe(403);
    expect(body.message).toBe("Destination does not match the configured payment destination.");
    expect(await links()).toBe(before);
  });

  test("one of several items names another one", async () => {
    const { status } = await create({
      requests: [{ amount: "1" }, { amount: "1", destinationId: stranger.destinationId }],
    });
    expect(status).toBe(403);
  });

  test("a backend client ID that is bound to nothing (SP-06)", async () => {
    expect((await create(one(), await unbound([]))).status).toBe(403);
  });

  test("an account that signs in by email (D-32)", async () => {
    const byEmail = await aSession(api, { wallet: null });
    expect((await create(one(), byEmail.bearer)).status).toBe(403);
  });

  test("a client ID linked to an orchestrator without its key (AU-15)", async () => {
    const { client, pair } = await anOrchestrator(api);
    expect((await create(one(), client.headers)).status).toBe(403);
    expect((await create(one(), pair)).status).toBe(201);
  });
});

describe("whoever reads a page's client ID can pay nobody but the destination it is bound to", () => {
  const attacker = "0x90F79bf6EB2c4f870365E785982E1f101E93b906";
  const REFUSED = "Destination does not match the configured payment destination.";
  const usdc = { amount: "100", invoiceCurrency: "USDC-sepolia", paymentCurrency: "USDC-sepolia" };
  const secure = { creatorWalletAddress: attacker, network: "sepolia", currency: "USDC", amount: "100" };
  const rows = () => api.app.database.db.$count(requests);
  type Creates = (payee: string, headers: Record<string, string>) => ReturnType<typeof send>;
  const request: Creates = (payee, headers) =>
    send(createRequest, "/v2/request", {
      method: "POST",
      headers,
      body: { ...usdc, payee, reference: "ORDER-4711" },
    });
  const recurring: Creates = (payee, headers) =>
    send(createRequest, "/v2/request", {
      method: "POST",
      headers,
      body: { ...usdc, payee, recurrence: { startDate: "2100-01-01T00:00:00Z", frequency: "DAILY" } },
    });
  const payout: Creates = (payee, headers) =>
    send(createPayout, "/v2/payouts", { method: "POST", headers, body: { ...usdc, payee } });
  const batch: Creates = (payee, headers) =>
    send(createBatch, "/v2/payouts/batch", {
      method: "POST",
      headers,
      body: {
        requests: [
          { ...usdc, payee: shop.wallet },
          { ...usdc, payee },
        ],
      },
    });
  const payoutLink: Creates = (recipient, headers) =>
    send(createSecurePayout, "/v2/secure-payments/payouts", {
      method: "POST",
      headers,
      body: { ...secure, recipient },
    });

  test.each<[string, Creates]>([
    ["a request", request],
    ["a recurring invoice", recurring],
    ["a payout", payout],
    ["one item of a batch payout", batch],
    ["a payout link", payoutLink],
  ])("%s", async (_, creates) => {
    const before = await rows();
    const { status, body } = await creates(attacker, shop.browser);
    expect(body).toMatchObject({ message: REFUSED });
    expect(status).toBe(403);
    expect(await rows()).toBe(before);
    expect((await creates(shop.wallet, shop.browser)).status).toBe(201);
    expect((await creates(attacker, shop.key)).status).toBe(201);
  });

  test("in another token or on another network, also when the payee is left out", async () => {
    for (const currency of ["USDT-sepolia", "ETH-sepolia", "USDC-base"]) {
      for (const payee of [shop.wallet, undefined]) {
        const { status, body } = await send(createRequest, "/v2/request", {
          method: "POST",
          headers: shop.browser,
          body: { amount: "1", invoiceCurrency: currency, paymentCurrency: currency, payee },
        });
        expect([status, body.message]).toEqual([403, REFUSED]);
      }
    }
  });

  test("a request of a backend client ID follows its binding too; its payouts name their recipients", async () => {
    const bound = await aBoundClient(api);
    expect((await request(attacker, bound.headers)).status).toBe(403);
    expect((await payout(attacker, bound.headers)).status).toBe(201);
  });

  test("the payee may be left out, and is named in any case of its letters", async () => {
    const { requestId } = (
      await send(createRequest, "/v2/request", { method: "POST", headers: shop.browser, body: usdc })
    ).body;
    const [row] = await api.app.database.db
      .select()
      .from(requests)
      .where(eq(requests.requestId, `0x${requestId}`));
    expect(row?.payee).toBe(shop.wallet);
    expect((await request(shop.wallet.toLowerCase(), shop.browser)).status).toBe(201);
  });

  test("nobody at all once that destination is deactivated", async () => {
    const bound = await aBoundClient(api, { origin: "https://shop.example" });
    await deactivate(api, "destination", bound.destinationRow);
    const { status, body } = await request(attacker, bound.headers);
    expect([status, body.message]).toEqual([400, "The payee destination of this client ID is not active"]);
    expect((await payout(attacker, bound.headers)).status).toBe(403);
  });
});

describe("400, with nothing created", () => {
  test.each<[string, unknown]>([
    ["no request", { requests: [] }],
    ["an amount of zero", one("0")],
    ["a negative amount", one("-1")],
    ["too many decimals", one("0.0000001")],
    ["an exponent", one("1e3")],
    ["a number for an amount", { requests: [{ amount: 5 }] }],
    ["a payee of its own (D-09)", one("1", { payee: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed" })],
    ["201 requests", { requests: Array.from({ length: 201 }, () => ({ amount: "1" })) }],
    ["a malformed destination", one("1", { destinationId: "nonsense" })],
    ["a label without a URL", { ...one(), redirectLabel: "Back" }],
    ["an unsafe URL", { ...one(), redirectUrl: "javascript:alert(1)" }],
    ["an empty reference", { ...one(), reference: "" }],
    ["a long reference", { ...one(), reference: "a".repeat(256) }],
    ["a reference with NUL", { ...one(), reference: "a\0" }],
    ["an unknown policy field", { ...one(), accessPolicy: { allowlist: [] } }],
    ["an allowlist with nonsense", { ...one(), accessPolicy: { allowedPayerAddresses: ["0x1"] } }],
  ])("for %s", async (_, body) => {
    const before = await links();
    expect((await create(body)).status).toBe(400);
    expect(await links()).toBe(before);
  });

  test("in the documented words for a redirect URL", async () => {
    const { body } = await create({ ...one(), redirectUrl: "//evil.example" });
    expect(body.message[0]).toMatchObject({
      message: "redirectUrl must be a safe http(s) URL with no script/HTML payload",
      path: ["redirectUrl"],
    });
  });

  test("for an account without an active destination (SP-07)", async () => {
    const session = await aSession(api);
    const { status } = await create(one(), session.bearer);
    expect(status).toBe(400);
  });

  test("for a destination that was deactivated since", async () => {
    const gone = await aMerchant(api);
    await api.app.database.db
      .update(payeeDestinations)
      .set({ active: false })
      .where(eq(payeeDestinations.id, gone.destinationRow));
    expect((await create(one("1"), gone.key)).status).toBe(400);
    expect((await create(one("1", { destinationId: gone.destinationId }), gone.key)).status).toBe(403);
  });
});

describe("GET by request, for the owner", () => {
  const lookUp = (requestId: string, headers: Record<string, string> = shop.session.bearer) =>
    send(GET, `/v2/secure-payments?requestId=${requestId}`, { headers });

  test("tells all 24 fields of the link", async () => {
    const { body: created } = await create({ ...one("10"), redirectUrl: "https://shop.example" });
    const { status, body } = await lookUp(created.requestIds[0]);
    expect(status).toBe(200);
    expect(Object.keys(body)).toHaveLength(24);
    expect(body).toMatchObject({
      token: created.token,
      securePaymentUrl: created.securePaymentUrl,
      status: "pending",
      paymentType: "single",
      completedAt: null,
      payerAddress: null,
      payerKytResults: [],
      destination: { destinationId: shop.destinationId },
      claimedDestination: null,
      network: "sepolia",
      currency: "USDC-sepolia",
      executionKind: "evm_same_chain",
      identityMode: "client_id",
      clientId: shop.browser["x-client-id"],
      branding: { whitelabelEnabled: false, source: "service_network" },
      childExecutable: false,
      blockReason: "not_outgoing",
    });
  });

  test("404, the same for unknown, malformed and foreign requests", async () => {
    const { body: created } = await create(one());
    const answers = await Promise.all([
      lookUp(created.requestIds[0], stranger.session.bearer),
      lookUp(`01${"0".repeat(64)}`),
      lookUp("nonsense"),
      lookUp("' or 1=1 --"),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });
});

async function requestOf(requestId: string) {
  const [row] = await api.app.database.db
    .select()
    .from(requests)
    .where(eq(requests.requestId, `0x${requestId}`));
  if (!row) throw new Error(`no request ${requestId}`);
  return row;
}

/** Of the shop's own account, without a destination. */
async function unbound(domains: string[]): Promise<Record<string, string>> {
  const clientId = await aClientId(api.app, shop.platformId, { domains });
  const [origin] = domains;
  return { "x-client-id": clientId, ...(origin ? { origin } : {}) };
}

test("what is bound and what is not are told apart by the binding alone", async () => {
  const bound = await aBoundClient(api);
  expect((await create(one(), bound.headers)).status).toBe(201);
  await changeClient(api, bound.id, { payeeDestinationId: null });
  expect((await create(one(), bound.headers)).status).toBe(403);
});
