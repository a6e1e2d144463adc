import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as postLogin } from "@/app/v1/auth/login/route";
import { POST as postLogout } from "@/app/v1/auth/logout/route";
import { POST as postRegister } from "@/app/v1/auth/register/route";
import { GET as listRequests } from "@/app/v2/request/route";
import { sessions, users } from "@/db/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { call } from "@/server/testing/paying";
import { tokenOf } from "@/server/testing/sign-in";

let api: TestApi;
const clock = new ManualClock();
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
});
afterAll(() => api.close());

const list = (headers: Record<string, string>) => listRequests(call("GET", "/v2/request", headers));
const logout = (headers: Record<string, string>) => postLogout(call("POST", "/v1/auth/logout", headers));
const register = (body: unknown, headers: Record<string, string> = {}) =>
  postRegister(call("POST", "/v1/auth/register", headers, body));
const login = (body: unknown, headers: Record<string, string> = {}) =>
  postLogin(call("POST", "/v1/auth/login", headers, body));

let made = 0;
const anEmail = () => `merchant${++made}@shop.example`;
const password = "correct horse battery";

describe("a wallet session ends after fifteen idle minutes (WS-10)", () => {
  test("unused it is over", async () => {
    const { cookie } = await aSession(api);
    clock.advance(15 * MINUTE);
    expect((await list(cookie)).status).toBe(401);
  });

  test("used it goes on, and its cookie is sent again at most once a minute", async () => {
    const { cookie, token } = await aSession(api);
    expect((await list(cookie)).headers.get("set-cookie")).toBeNull();
    for (let used = 0; used < 4; used++) {
      clock.advance(14 * MINUTE);
      const answer = await list(cookie);
      expect(answer.status).toBe(200);
      expect(tokenOf(answer)).toBe(token);
      expect(answer.headers.get("set-cookie")).toContain("Max-Age=900");
      clock.advance(MINUTE / 2);
      expect((await list(cookie)).headers.get("set-cookie")).toBeNull();
    }
  });

  test("a bearer's end moves as well, without a cookie", async () => {
    const { bearer } = await aSession(api);
    clock.advance(14 * MINUTE);
    const answer = await list(bearer);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toBeNull();
    clock.advance(14 * MINUTE);
    expect((await list(bearer)).status).toBe(200);
  });

  test("however much it is used, it is over after seven days", async () => {
    const { bearer, sessionId } = await aSession(api);
    const createdAt = new Date(clock.now().getTime() - 7 * DAY + 20 * MINUTE);
    await api.app.database.db.update(sessions).set({ createdAt }).where(eq(sessions.id, sessionId));
    clock.advance(10 * MINUTE);
    expect((await list(bearer)).status).toBe(200);
    clock.advance(10 * MINUTE - 1);
    expect((await list(bearer)).status).toBe(200);
    clock.advance(1);
    expect((await list(bearer)).status).toBe(401);
  });
});

describe("what counts as a session token", () => {
  test.each([
    [{ cookie: "session_token=" }],
    [{ cookie: `session_token=${"A".repeat(43)}` }],
    [{ cookie: "session_token=' or 1=1 --" }],
    [{ cookie: `xsession_token=${"A".repeat(43)}` }],
    [{ authorization: "Bearer" }],
    [{ authorization: "Bearer null" }],
    [{ authorization: `Bearer ${"A".repeat(10_000)}` }],
    [{ authorization: "Basic dXNlcjpwYXNz" }],
  ])("401 for %j", async (headers) => {
    expect((await list(headers)).status).toBe(401);
  });

  test("401 for a wrong bearer beside a good cookie", async () => {
    const { cookie } = await aSession(api);
    expect((await list({ ...cookie, authorization: `Bearer ${"A".repeat(43)}` })).status).toBe(401);
  });

  test("a proxy's own password beside a good cookie does no harm", async () => {
    const { cookie } = await aSession(api);
    expect((await list({ ...cookie, authorization: "Basic dXNlcjpwYXNz" })).status).toBe(200);
  });
});

describe("logout (WS-11)", () => {
  test("200 clears the cookie and ends the session for its bearer too", async () => {
    const { cookie, bearer, sessionId } = await aSession(api);
    const answer = await logout(cookie);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("set-cookie")).toMatch(/^session_token=; Path=\/; Max-Age=0; /);
    expect((await list(cookie)).status).toBe(401);
    expect((await list(bearer)).status).toBe(401);
    expect(await api.app.database.db.select().from(sessions).where(eq(sessions.id, sessionId))).toEqual([]);
  });

  test("ends this session, not the same wallet's others", async () => {
    const first = await aSession(api);
    const second = await aSession(api, { wallet: first.wallet });
    expect((await logout(first.cookie)).status).toBe(200);
    expect((await list(second.cookie)).status).toBe(200);
  });

  test("401 without a session, and a second time", async () => {
    expect((await logout({})).status).toBe(401);
    const { cookie } = await aSession(api);
    expect((await logout(cookie)).status).toBe(200);
    expect((await logout(cookie)).status).toBe(401);
  });
});

describe("a session-only POST from a foreign page", () => {
  test.each([
    ["a stranger", { origin: "https://evil.example" }],
    ["a look-alike", { origin: "http://127.0.0.1.evil.example" }],
    ["our host on another port", { origin: "http://127.0.0.1:4000" }],
    ["our host over TLS", { origin: "https://127.0.0.1" }],
    ["a sandboxed frame", { origin: "null" }],
    ["a cross-site page without Origin", { "sec-fetch-site": "cross-site" }],
    ["a neighbour without Origin", { "sec-fetch-site": "same-site" }],
  ])("403 for %s, nothing written", async (_what, page) => {
    const { cookie, sessionId } = await aSession(api);
    expect((await logout({ ...cookie, ...page })).status).toBe(403);
    const [row] = await api.app.database.db.select().from(sessions).where(eq(sessions.id, sessionId));
    expect(row).toBeDefined();
    expect((await list(cookie)).status).toBe(200);
  });

  test.each([
    ["the page itself", { origin: "http://127.0.0.1" }],
    ["the configured dashboard", { origin: "http://127.0.0.1:3000" }],
    ["the page itself without Origin", { "sec-fetch-site": "same-origin" }],
    ["a program", {}],
  ])("200 for %s", async (_what, page) => {
    const { cookie } = await aSession(api);
    expect((await logout({ ...cookie, ...page })).status).toBe(200);
  });

  test("a bearer is no cookie: it may come from anywhere", async () => {
    const { bearer } = await aSession(api);
    expect((await logout({ ...bearer, origin: "https://evil.example" })).status).toBe(200);
  });

  test("reading is allowed", async () => {
    const { cookie } = await aSession(api);
    expect((await list({ ...cookie, origin: "https://evil.example" })).status).toBe(200);
  });
});

describe("email accounts (WS-12, D-32)", () => {
  let email: string;
  beforeEach(() => {
    email = anEmail();
  });

  test("201 registers and signs in for thirty days", async () => {
    const answer = await register({ email, password });
    expect(answer.status).toBe(201);
    expect(answer.headers.get("set-cookie")).toContain("Max-Age=2592000");
    const cookie = { cookie: `session_token=${tokenOf(answer)}` };
    clock.advance(30 * DAY - 1);
    expect((await list(cookie)).status).toBe(200);
    clock.advance(30 * DAY);
    expect((await list(cookie)).status).toBe(401);
  });

  test("200 logs in whatever the case of the address; the platform has no wallet", async () => {
    await register({ email, password });
    const answer = await login({ email: email.toUpperCase(), password });
    expect(answer.status).toBe(200);
    const [row] = await api.app.database.db
      .select()
      .from(sessions)
      .where(eq(sessions.expiresAt, new Date(clock.now().getTime() + 30 * DAY)));
    expect(row).toMatchObject({ kind: "email", walletAddress: null });
  });

  test("401 alike for a wrong password and an unknown address", async () => {
    await register({ email, password });
    const wrong = await login({ email, password: `${password}!` });
    const unknown = await login({ email: anEmail(), password });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(await wrong.text()).toBe(await unknown.text());
  });

  test("400 when the address is taken, in any case, also by ten at once", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        register({ email: at % 2 ? email : email.toUpperCase(), password }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
    expect(await api.app.database.db.select().from(users).where(eq(users.email, email))).toHaveLength(1);
  });

  test("400 when already logged in; a session that is over does not count", async () => {
    const { cookie } = await aSession(api);
    await register({ email, password });
    expect((await login({ email, password }, cookie)).status).toBe(400);
    expect((await register({ email: anEmail(), password }, cookie)).status).toBe(400);
    clock.advance(15 * MINUTE);
    expect((await login({ email, password }, cookie)).status).toBe(200);
  });

  test.each([
    { email: "no-address" },
    { email: "" },
    { password: "1234567" },
    { password: "x".repeat(101) },
    { password: undefined },
  ])("400 for %j", async (change) => {
    expect((await register({ email, password, ...change })).status).toBe(400);
    expect((await login({ email, password, ...change })).status).toBe(400);
  });

  test("passwords are stored salted, never in clear", async () => {
    const other = anEmail();
    await register({ email, password });
    await register({ email: other, password });
    const rows = await api.app.database.db.select().from(users);
    expect(JSON.stringify(rows)).not.toContain(password);
    const hashes = rows.filter((row) => [email, other].includes(row.email)).map((row) => row.passwordHash);
    expect(new Set(hashes).size).toBe(2);
    for (const hash of hashes) expect(hash).toMatch(/^scrypt\$32768\$8\$3\$[\w+/=]{24}\$[\w+/=]{44}$/);
  });
});
