import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { POST as postLogin } from "@/app/v1/auth/login/route";
import { POST as postRegister } from "@/app/v1/auth/register/route";
import { POST as createRequest, GET as listRequests } from "@/app/v2/request/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { auditLog, platforms, requests } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { PAYER_PAGE_CLIENT_ID } from "@/server/auth/payer-page";
import { replaceApp } from "@/server/boot";
import { inTransaction } from "@/server/context";
import { pageSession } from "@/server/http/pages/page-session";
import { disablePlatform, enablePlatform, limitPlatform } from "@/server/platforms/operate";
import { anotherProcess, startTestApi, type TestApi } from "@/server/testing/api";
import { anOrchestrator, aSession } from "@/server/testing/credentials";
import { aMerchant } from "@/server/testing/links";
import { ManualClock } from "@/server/testing/manual-clock";
import { runCommandHere } from "@/server/testing/operator-command";
import { call } from "@/server/testing/paying";
import { databaseEnvironment } from "@/server/testing/postgres/mode";
import { send } from "@/server/testing/send";
import { aChallenge, anEvmWallet, signed, verify } from "@/server/testing/sign-in";
import { createDueOccurrences } from "@/server/worker/tasks/recurring-invoices";

let api: TestApi;
const clock = new ManualClock();
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off", RPC_URL_SEPOLIA: "http://127.0.0.1:9" }, { now: clock.now });
});
afterAll(() => api.close());
afterEach(() => {
  vi.useRealTimers();
  replaceApp(api.app);
});

type Work = Parameters<typeof inTransaction<void>>[1];
const operate = (work: Work) => inTransaction(api.app.context(systemCaller("")), work);
const disable = (id: string) => operate((tx) => disablePlatform(tx, id, "fraud"));
const enable = (id: string) => operate((tx) => enablePlatform(tx, id));
const withSettings = (settings: Record<string, string>) =>
  anotherProcess(api, { RATE_LIMITS: "off", ...settings }, { now: clock.now });
/** What is remembered for a second, until the change has been told. */
const eventually = (status: () => Promise<number>, expected: number) =>
  expect.poll(status, { timeout: 30_000 }).toBe(expected);

const DISABLED = {
  statusCode: 403,
  message: "This account is disabled; the operator of this service can tell why",
  error: "Forbidden",
};
const list = (headers: Record<string, string>) => send(listRequests, "/v2/request", { headers });
const invoice = (headers: Record<string, string>, payee: string) =>
  send(createRequest, "/v2/request", {
    method: "POST",
    headers,
    body: { payee, amount: "1", invoiceCurrency: "USDC-sepolia", paymentCurrency: "USDC-sepolia" },
  });
const link = (headers: Record<string, string>, amounts = ["1"]) =>
  send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers,
    body: { requests: amounts.map((amount) => ({ amount })) },
  });

describe("a disabled account", () => {
  test("is refused with every credential, and let in again with each when it is enabled", async () => {
    const shop = await aMerchant(api);
    const { client, pair } = await anOrchestrator(api);
    const holders: [string, string, Record<string, string>, typeof list][] = [
      ["API key", shop.platformId, shop.key, list],
      ["session as bearer", shop.platformId, shop.session.bearer, list],
      ["session as cookie", shop.platformId, shop.session.cookie, list],
      ["client ID", client.platformId, client.headers, list],
      ["pair", client.platformId, pair, link],
    ];
    for (const [what, id, headers, ask] of holders) {
      const good = (await ask(headers)).status;
      expect([what, good]).toEqual([what, ask === link ? 201 : 200]);
      await disable(id);
      await eventually(async () => (await ask(headers)).status, 403);
      expect((await ask(headers)).body).toEqual(DISABLED);
      await enable(id);
      await eventually(async () => (await ask(headers)).status, good);
    }
  });

  test("of an orchestrator takes its pairs along", async () => {
    const { platformId, pair } = await anOrchestrator(api);
    expect((await link(pair)).status).toBe(201);
    await disable(platformId);
    await eventually(async () => (await link(pair)).status, 403);
  });

  test("can neither sign in by wallet or email nor see the dashboard, and is told why", async () => {
    const wallet = anEvmWallet();
    expect((await verify(await signed(wallet, await aChallenge(wallet.address)))).status).toBe(200);
    const credentials = { email: "shop@example.com", password: "correct horse battery" };
    expect((await postRegister(call("POST", "/v1/auth/register", {}, credentials))).status).toBe(201);
    const own = await aSession(api);
    for (const row of await api.app.database.db.select().from(platforms)) {
      const isOne = row.walletAddress === wallet.address || row.name === credentials.email;
      if (isOne || row.id === own.platformId) await disable(row.id);
    }
    const answers = [
      await verify(await signed(wallet, await aChallenge(wallet.address))),
      await postLogin(call("POST", "/v1/auth/login", {}, credentials)),
    ];
    for (const answer of answers) {
      expect([answer.status, await answer.json()]).toEqual([403, DISABLED]);
      expect(answer.headers.get("set-cookie")).toBeNull();
    }
    await expect.poll(() => pageSession(api.app, new Headers(own.cookie)), { timeout: 30_000 }).toBeNull();
  });

  test("takes no first payment of a link any more; one that has begun may be paid to its end", async () => {
    const shop = await aMerchant(api);
    const [fresh, begun] = [await link(shop.key), await link(shop.key)];
    const read = ({ body }: { body: { token: string } }) =>
      send(readLink, `/v2/secure-payments/${body.token}`, {
        headers: { "x-client-id": PAYER_PAGE_CLIENT_ID, origin: "http://127.0.0.1:3000" },
        params: { token: body.token },
      });
    const [requestId] = begun.body.requestIds;
    await api.app.database.db
      .update(requests)
      .set({ status: "processing" })
      .where(eq(requests.requestId, `0x${requestId}`));
    expect([(await read(fresh)).status, (await read(begun)).status]).toEqual([200, 200]);
    await disable(shop.platformId);
    expect((await read(fresh)).body).toMatchObject({
      statusCode: 403,
      message: "Secure payment is not payable",
    });
    expect((await read(begun)).status).toBe(200);
    await expect(disable(shop.platformId)).rejects.toThrow("is disabled already");
    await enable(shop.platformId);
    await expect(enable(shop.platformId)).rejects.toThrow("is not disabled");
    expect((await read(fresh)).status).toBe(200);
  });

  test("gets no new requests of its recurring invoices until it is enabled", async () => {
    const shop = await aMerchant(api);
    const startDate = new Date(clock.now().getTime() + 1_000).toISOString();
    const made = await send(createRequest, "/v2/request", {
      method: "POST",
      headers: shop.key,
      body: {
        payee: shop.wallet,
        amount: "1",
        invoiceCurrency: "USDC-sepolia",
        paymentCurrency: "USDC-sepolia",
        recurrence: { startDate, frequency: "DAILY" },
      },
    });
    expect(made.status).toBe(201);
    await disable(shop.platformId);
    clock.advance(3 * 86_400_000);
    const due = () => createDueOccurrences(api.app.context(systemCaller("")), 10);
    expect(await due()).toBe(0);
    await enable(shop.platformId);
    expect(await due()).toBeGreaterThan(0);
  });
});

describe("a limited account", () => {
  test("may create so many payments a day, in whatever call, and is told when it may again", async () => {
    const shop = await aMerchant(api);
    await operate((tx) => limitPlatform(tx, shop.platformId, { creationsPerDay: 3 }));
    await eventually(async () => (await link(shop.key, ["1", "1", "1", "1"])).status, 429);
    expect((await link(shop.key, ["1", "1"])).status).toBe(201);
    expect((await link(shop.key, ["1", "1"])).status).toBe(429);
    expect((await invoice(shop.key, shop.wallet)).status).toBe(201);
    const refused = await link(shop.session.bearer);
    expect([refused.status, refused.body.message]).toEqual([429, "This account may create 3 payments a day"]);
    const wait = Number(refused.headers.get("retry-after"));
    expect(wait).toBe(Math.ceil((86_400_000 - (clock.now().getTime() % 86_400_000)) / 1_000));
    clock.advance(wait * 1_000);
    expect((await invoice(shop.key, shop.wallet)).status).toBe(201);
    await operate((tx) => limitPlatform(tx, shop.platformId, { creationsPerDay: null }));
    await eventually(async () => (await link(shop.key, ["1", "1", "1", "1"])).status, 201);
  });

  test("has the tier of the account with every credential", async () => {
    const shop = await aMerchant(api);
    await operate((tx) => limitPlatform(tx, shop.platformId, { rateTier: "premium" }));
    const strict = withSettings({ RATE_LIMITS: "production", RATE_LIMIT_STORE: "memory" });
    replaceApp(strict);
    vi.useFakeTimers({ toFake: ["Date"] });
    for (const headers of [shop.key, shop.session.bearer]) {
      const statuses: number[] = [];
      for (let n = 0; n < 11; n++) statuses.push((await list(headers)).status);
      expect(statuses).toEqual([...Array(10).fill(200), 429]);
    }
    await strict.close();
  });
});

describe("quittance platforms", () => {
  const run = (...args: string[]) =>
    runCommandHere("platforms", args, {
      ...databaseEnvironment(api.app.config.databaseUrl),
      SECRET_KEY: "11".repeat(32),
      QUITTANCE_DATA_DIR: "/tmp/quittance-none",
    });

  test("quittance platforms list, limit, disable, enable: does what it says, and the audit log has it", async () => {
    const { platformId: id } = await aMerchant(api);
    const limited = await run("limit", id, "--tier", "basic", "--per-day", "5");
    expect(limited).toMatchObject({ code: 0, output: `Platform ${id} has its limits.\n` });
    expect(await run("disable", id, "--reason", "sells fakes")).toMatchObject({ code: 0 });
    const listed = await run("list", "--disabled", "--rows", "1000");
    const line = listed.output.split("\n").find((each) => each.startsWith(id));
    expect(line).toMatch(/disabled {2}tier=basic {2}per-day=5 .* "sells fakes"$/);
    expect(await run("enable", id)).toMatchObject({ code: 0 });
    const entries = await api.app.database.db
      .select({ action: auditLog.action, details: auditLog.details })
      .from(auditLog)
      .where(eq(auditLog.subject, id));
    expect(entries).toEqual([
      { action: "platform.updated", details: { rateTier: "basic", creationsPerDay: 5 } },
      { action: "platform.disabled", details: { reason: "sells fakes" } },
      { action: "platform.enabled", details: {} },
    ]);
  });

  test.each([
    [["disable", "x"], 2, "quittance platforms disable --help"],
    [["enable", "01ARZ3NDEKTSV4RRFFQ69G5FAV"], 1, "There is no platform"],
    [["limit", "x", "--tier", "gold"], 2, "--tier is one of"],
  ])("%j fails with one plain message", async (args, exitCode, message) => {
    const { code, errors } = await run(...args);
    expect([code, errors]).toEqual([exitCode, expect.stringContaining(message)]);
    expect(errors).not.toContain("    at ");
  });
});

describe("REGISTRATION=closed", () => {
  test("makes no accounts, by email or wallet, and existing ones sign in as ever", async () => {
    const wallet = anEvmWallet();
    const credentials = { email: "before@example.com", password: "correct horse battery" };
    expect((await verify(await signed(wallet, await aChallenge(wallet.address)))).status).toBe(200);
    expect((await postRegister(call("POST", "/v1/auth/register", {}, credentials))).status).toBe(201);
    const closed = withSettings({ REGISTRATION: "closed" });
    replaceApp(closed);
    const before = await api.app.database.db.$count(platforms);
    const stranger = anEvmWallet();
    const refused = [
      await postRegister(call("POST", "/v1/auth/register", {}, { ...credentials, email: "new@example.com" })),
      await verify(await signed(stranger, await aChallenge(stranger.address))),
    ];
    for (const answer of refused) {
      expect([answer.status, await answer.json()]).toEqual([
        403,
        {
          statusCode: 403,
          message: "Registration is closed on this service; ask its operator for an account",
          error: "Forbidden",
        },
      ]);
    }
    expect(await api.app.database.db.$count(platforms)).toBe(before);
    expect((await verify(await signed(wallet, await aChallenge(wallet.address)))).status).toBe(200);
    expect((await postLogin(call("POST", "/v1/auth/login", {}, credentials))).status).toBe(200);
    await closed.close();
  });
});
