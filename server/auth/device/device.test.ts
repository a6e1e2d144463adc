import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as listKeys } from "@/app/v1/api-keys/route";
import { POST as approve } from "@/app/v1/device/authorizations/approve/route";
import { POST as deny } from "@/app/v1/device/authorizations/deny/route";
import { POST as lookup } from "@/app/v1/device/authorizations/lookup/route";
import { DELETE as removeMember } from "@/app/v1/members/[id]/route";
import { GET as listMembers } from "@/app/v1/members/route";
import { DELETE as endKey, GET as whoami } from "@/app/v2/api-key/route";
import { POST as ask } from "@/app/v2/device/authorizations/route";
import { POST as collect } from "@/app/v2/device/tokens/route";
import { GET as listRequests } from "@/app/v2/request/route";
import { apiKeys, auditLog, budgets, deviceAuthorizations, memberships, platforms } from "@/db/schema";
import type { DeviceAuthorizationCreated, DeviceKeyIssued } from "@/server/auth/device/schema";
import type { Member } from "@/server/auth/members/schema";
import type { EndpointHandler } from "@/server/http/endpoint";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";

const TERMINAL = "203.0.113.7";
const BROWSER = "198.51.100.20";
const MINUTE = 60_000;
const DAY = 86_400_000;

let api: TestApi;
const clock = new ManualClock();
let owner: TestSession;

beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
});
afterAll(() => api.close());
beforeEach(async () => {
  await api.app.database.db.delete(budgets);
  owner = await aSession(api);
});

interface Asked {
  method?: string;
  headers?: Record<string, string>;
  peer?: string;
}

/** One call as the front door hands it over, from an address. */
async function call(handler: EndpointHandler, body?: unknown, options: Asked = {}) {
  const { method = "POST", headers = {}, peer = TERMINAL } = options;
  const request = new Request("http://127.0.0.1/x", {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = await handler.answer(request, {}, peer);
  const json: unknown = JSON.parse(String(answer.body));
  return { status: answer.status, code: answer.headers["x-error-code"], body: json };
}

const WISH = { scopes: ["read", "links"], label: "Laptop", machineName: "ada-laptop" };

async function begin(body: object = {}): Promise<DeviceAuthorizationCreated> {
  const answer = await call(ask, { ...WISH, ...body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body as DeviceAuthorizationCreated;
}
const as = (who: TestSession, peer = BROWSER): Asked => ({ headers: who.bearer, peer });
const look = (userCode: string, who = owner, peer = BROWSER) => call(lookup, { userCode }, as(who, peer));
const approveAs = (who: TestSession, userCode: string, scopes?: readonly string[]) =>
  call(approve, { userCode, ...(scopes ? { scopes } : {}) }, as(who));
const denyAs = (who: TestSession, userCode: string) => call(deny, { userCode }, as(who));
const poll = (deviceCode: string) => call(collect, { deviceCode });
const keysOf = async (who: TestSession) =>
  (await call(listKeys, undefined, { ...as(who), method: "GET" })).body as unknown[];

describe("the login of a terminal", () => {
  test("is asked for, read, approved and collected; the key has what was approved, and ends by itself", async () => {
    const asked = await begin();
    expect(asked).toEqual({
      deviceCode: expect.stringMatching(/^[\w-]{43}$/),
      userCode: expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/),
      verificationUrl: expect.stringMatching(/\/dashboard\/device$/),
      verificationUrlComplete: `${asked.verificationUrl}?code=${asked.userCode}`,
      expiresAt: new Date(clock.now().getTime() + 10 * MINUTE).toISOString(),
      intervalSeconds: 5,
    });
    expect(await poll(asked.deviceCode)).toMatchObject({ status: 400, code: "authorization_pending" });
    expect((await look(asked.userCode)).body).toEqual({
      userCode: asked.userCode,
      label: "Laptop",
      scopes: ["read", "links"],
      grantableScopes: ["read", "links"],
      expiresInDays: 90,
      machineName: "ada-laptop",
      ip: TERMINAL,
      isOtherAddress: true,
      createdAt: clock.now().toISOString(),
      expiresAt: asked.expiresAt,
    });
    expect((await look(asked.userCode, owner, TERMINAL)).body).toMatchObject({ isOtherAddress: false });
    expect(await approveAs(owner, asked.userCode.toLowerCase().replace("-", " "))).toMatchObject({
      status: 200,
    });
    // Nothing exists before it is collected, and so nobody else can take it.
    expect(await keysOf(owner)).toEqual([]);
    const collected = await poll(asked.deviceCode);
    expect(collected).toMatchObject({ status: 201 });
    const key = collected.body as DeviceKeyIssued;
    expect(key).toMatchObject({
      label: "Laptop",
      scopes: ["read", "links"],
      expiresAt: new Date(clock.now().getTime() + 90 * DAY).toISOString(),
      value: expect.stringMatching(/^sk_/),
      account: { id: owner.platformId },
      approvedBy: owner.wallet?.address,
    });
    expect(await keysOf(owner)).toHaveLength(1);
    const headers = { "x-api-key": key.value };
    expect(await call(listRequests, undefined, { method: "GET", headers })).toMatchObject({ status: 200 });
    clock.advance(90 * DAY);
    expect(await call(listRequests, undefined, { method: "GET", headers })).toMatchObject({ status: 401 });
  });

  test("is written down with both addresses, and the row holds neither code nor key in the clear", async () => {
    const { userCode, deviceCode } = await begin();
    await approveAs(owner, userCode);
    const key = (await poll(deviceCode)).body as DeviceKeyIssued;
    const { db } = api.app.database;
    const entries = await db.select().from(auditLog).where(eq(auditLog.platformId, owner.platformId));
    expect(entries.map(({ action, ip, details }) => ({ action, ip, details }))).toEqual([
      {
        action: "device_authorization.approved",
        ip: BROWSER,
        details: {
          ...{ label: "Laptop", scopes: ["read", "links"], expiresInDays: 90 },
          ...{ machineName: "ada-laptop", askedFrom: TERMINAL },
        },
      },
      {
        action: "api_key.created",
        ip: TERMINAL,
        details: expect.objectContaining({
          ...{ scopes: ["read", "links"], last4: key.last4, machineName: "ada-laptop" },
          ...{ approvedBy: owner.wallet?.address, collectedFrom: TERMINAL, endsWithMembership: true },
        }),
      },
    ]);
    const rows = JSON.stringify([await db.select().from(deviceAuthorizations), entries]);
    expect(rows).not.toContain(deviceCode);
    expect(rows).not.toContain(key.value);
  });

  test("the key tells whose it is, and ends itself", async () => {
    const { userCode, deviceCode } = await begin({ expiresInDays: 1 });
    await approveAs(owner, userCode);
    const { value, id } = (await poll(deviceCode)).body as DeviceKeyIssued;
    const headers = { "x-api-key": value };
    expect(await call(whoami, undefined, { method: "GET", headers })).toMatchObject({
      ...{ status: 200, body: { id, label: "Laptop", account: { id: owner.platformId } } },
    });
    expect(await call(endKey, undefined, { method: "DELETE", headers })).toMatchObject({ status: 200 });
    expect(await call(whoami, undefined, { method: "GET", headers })).toMatchObject({ status: 401 });
    expect(await keysOf(owner)).toEqual([]);
  });

  test.each([
    ["every right", { scopes: null }],
    ["no scope", { scopes: [] }],
    ["a scope that no key has", { scopes: ["everything"] }],
    ["a key for ever", { expiresInDays: 366 }],
    ["a name that turns the text around", { machineName: "\u202egnp.exe" }],
    ["a name of several lines", { label: "Laptop\nApproved by the operator" }],
    ["an account of its choice", { platformId: "01ARZ3NDEKTSV4RRFFQ69G5FAV" }],
  ])("cannot ask for %s", async (_, body) => {
    expect(await call(ask, { ...WISH, ...body })).toMatchObject({ status: 400, code: "validation_failed" });
  });
});

describe("attacks", () => {
  test("a stranger who types the code lets the terminal into the account of the stranger, which the terminal is told", async () => {
    const stranger = await aSession(api);
    const { userCode, deviceCode } = await begin();
    await approveAs(stranger, userCode);
    expect((await poll(deviceCode)).body).toMatchObject({
      account: { id: stranger.platformId },
      approvedBy: stranger.wallet?.address,
    });
    expect(await keysOf(owner)).toEqual([]);
  });

  test("the device code works once, also when it is used again later or by several at the same moment", async () => {
    const { userCode, deviceCode } = await begin();
    await approveAs(owner, userCode);
    const answers = await Promise.all(Array.from({ length: 8 }, () => poll(deviceCode)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ code }) => code)).toEqual(Array(7).fill("authorization_used"));
    expect(await keysOf(owner)).toHaveLength(1);
    expect(await poll(deviceCode)).toMatchObject({ status: 403, code: "authorization_used" });
  });

  test("nobody collects with another code: the user code, a code of another login, the hash", async () => {
    const { userCode, deviceCode } = await begin();
    const other = await begin();
    await approveAs(owner, userCode);
    const [row] = await api.app.database.db
      .select()
      .from(deviceAuthorizations)
      .where(eq(deviceAuthorizations.platformId, owner.platformId));
    for (const code of [userCode, userCode.replace("-", ""), row?.deviceCodeHash ?? "", row?.id ?? ""]) {
      expect(await poll(code)).toMatchObject({ status: 404, code: "not_found" });
    }
    expect(await poll(other.deviceCode)).toMatchObject({ code: "authorization_pending" });
    expect(await keysOf(owner)).toEqual([]);
    expect(await poll(deviceCode)).toMatchObject({ status: 201 });
  });

  test("guessed user codes are counted by session and by address, also those that are no codes", async () => {
    const { userCode } = await begin();
    for (let tried = 0; tried < 20; tried += 1) {
      const guess = tried % 2 === 0 ? "BBBB-BBBB" : "no code";
      expect(await look(guess)).toMatchObject({ status: 404 });
    }
    // The right one comes too late now, in whichever way it is tried.
    expect(await look(userCode)).toMatchObject({ status: 429, code: "too_many_requests" });
    expect(await approveAs(owner, userCode)).toMatchObject({ status: 429 });
    expect(await denyAs(owner, userCode)).toMatchObject({ status: 429 });
    // Other sessions at the same address use up what the address has.
    for (let tried = 0; tried < 37; tried += 1) {
      if (tried % 19 === 0) owner = await aSession(api);
      expect(await look("CCCC-CCCC")).toMatchObject({ status: 404 });
    }
    owner = await aSession(api);
    for (let tried = 0; tried < 4; tried += 1) await look("CCCC-CCCC");
    expect(await look(userCode)).toMatchObject({ status: 429 });
    expect(await look(userCode, owner, "192.0.2.1")).toMatchObject({ status: 200 });
    clock.advance(10 * MINUTE);
    expect(await look("CCCC-CCCC")).toMatchObject({ status: 404 });
  });

  test("as many guesses at the same moment are no more guesses", async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => look("DDDD-DDDD")));
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  test("two who approve at once: one does, and the key belongs to that one", async () => {
    const second = await aSession(api);
    const { userCode, deviceCode } = await begin();
    const answers = await Promise.all([approveAs(owner, userCode), approveAs(second, userCode)]);
    expect(answers.map(({ code = "approved" }) => code).sort()).toEqual(["approved", "conflict"]);
    const winner = answers[0]?.status === 200 ? owner : second;
    expect((await poll(deviceCode)).body).toMatchObject({ account: { id: winner.platformId } });
  });

  test("what is denied stays denied, and what is approved cannot be denied by another", async () => {
    const denied = await begin();
    expect(await denyAs(owner, denied.userCode)).toMatchObject({ status: 200 });
    expect(await approveAs(owner, denied.userCode)).toMatchObject({ status: 409, code: "conflict" });
    expect(await poll(denied.deviceCode)).toMatchObject({ status: 403, code: "authorization_denied" });
    const approved = await begin();
    await approveAs(owner, approved.userCode);
    expect(await denyAs(await aSession(api), approved.userCode)).toMatchObject({ code: "conflict" });
    expect(await poll(approved.deviceCode)).toMatchObject({ status: 201 });
  });

  test("after ten minutes nothing can be approved, and what was approved cannot be collected", async () => {
    const late = await begin();
    const approved = await begin();
    await approveAs(owner, approved.userCode);
    clock.advance(10 * MINUTE);
    expect(await look(late.userCode)).toMatchObject({ status: 403, code: "authorization_expired" });
    expect(await approveAs(owner, late.userCode)).toMatchObject({ code: "authorization_expired" });
    expect(await denyAs(owner, late.userCode)).toMatchObject({ code: "authorization_expired" });
    expect(await poll(late.deviceCode)).toMatchObject({ status: 403, code: "authorization_expired" });
    expect(await poll(approved.deviceCode)).toMatchObject({ code: "authorization_expired" });
    expect(await keysOf(owner)).toEqual([]);
  });

  test.each(["finance", "viewer"] as const)("a %s of the account approves nothing", async (role) => {
    const member = await aMember(api, owner.platformId, role);
    const { userCode, deviceCode } = await begin();
    for (const answer of [await look(userCode, member), await approveAs(member, userCode)]) {
      expect(answer).toMatchObject({ status: 403, code: "role_missing" });
    }
    expect(await denyAs(member, userCode)).toMatchObject({ code: "role_missing" });
    expect(await poll(deviceCode)).toMatchObject({ code: "authorization_pending" });
  });

  test("a developer gives no scope that the role does not have, and the key is held to the role and to the membership", async () => {
    const developer = await aMember(api, owner.platformId, "developer");
    const { userCode, deviceCode } = await begin({ scopes: ["read", "payouts"] });
    expect((await look(userCode, developer)).body).toMatchObject({
      ...{ scopes: ["read", "payouts"], grantableScopes: ["read"] },
    });
    expect(await approveAs(developer, userCode)).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await approveAs(developer, userCode, ["read"])).toMatchObject({ status: 200 });
    const { value } = (await poll(deviceCode)).body as DeviceKeyIssued;
    const ask = () => call(listRequests, undefined, { method: "GET", headers: { "x-api-key": value } });
    expect(await ask()).toMatchObject({ status: 200 });
    const members = (await call(listMembers, undefined, { ...as(owner), method: "GET" })).body as Member[];
    const id = members.find(({ role }) => role === "developer")?.id ?? "";
    await removeMember.answer(
      new Request("http://127.0.0.1/x", { method: "DELETE", headers: owner.bearer }),
      { id },
      BROWSER,
    );
    expect(await ask()).toMatchObject({ status: 401 });
  });

  test("whoever loses the role, leaves or is disabled before the key is collected has approved nothing", async () => {
    const { db } = api.app.database;
    const admin = await aMember(api, owner.platformId, "admin");
    const login = async () => {
      const { userCode, deviceCode } = await begin();
      expect(await approveAs(admin, userCode)).toMatchObject({ status: 200 });
      return deviceCode;
    };
    const ofAdmin = eq(memberships.role, "admin");
    const [lowered, removed, disabled] = [await login(), await login(), await login()];
    await db.update(memberships).set({ role: "viewer" }).where(ofAdmin);
    expect(await poll(lowered)).toMatchObject({ status: 403, code: "role_missing" });
    const ofViewer = eq(memberships.role, "viewer");
    await db.update(memberships).set({ endedAt: clock.now() }).where(ofViewer);
    expect(await poll(removed)).toMatchObject({ status: 403, code: "authorization_denied" });
    await db.update(platforms).set({ disabledAt: clock.now() }).where(eq(platforms.id, owner.platformId));
    expect(await poll(disabled)).toMatchObject({ status: 403, code: "account_disabled" });
    expect(await db.$count(apiKeys, eq(apiKeys.platformId, owner.platformId))).toBe(0);
  });

  test("scopes are narrowed by whoever approves, and never wider than the terminal asked", async () => {
    const { userCode, deviceCode } = await begin();
    for (const scopes of [["payouts"], ["read", "payouts"], ["read", "read"], []]) {
      expect(await approveAs(owner, userCode, scopes)).toMatchObject({
        ...{ status: 400, code: "validation_failed" },
      });
    }
    expect(await approveAs(owner, userCode, ["read"])).toMatchObject({ status: 200 });
    expect((await poll(deviceCode)).body).toMatchObject({ scopes: ["read"] });
  });

  test("a foreign page cannot use the session of whoever looks at it", async () => {
    const { userCode, deviceCode } = await begin();
    const ways: Record<string, string>[] = [
      { origin: "https://phish.example" },
      { "sec-fetch-site": "cross-site" },
      { origin: "null" },
    ];
    for (const way of ways) {
      for (const handler of [lookup, approve, deny]) {
        const headers = { ...owner.cookie, ...way };
        expect(await call(handler, { userCode }, { headers, peer: BROWSER })).toMatchObject({
          ...{ status: 403, code: "origin_not_allowed" },
        });
      }
    }
    expect(await poll(deviceCode)).toMatchObject({ code: "authorization_pending" });
  });

  test("whoever asks too often waits longer each time, and gets the key all the same", async () => {
    const { userCode, deviceCode } = await begin();
    expect(await poll(deviceCode)).toMatchObject({ code: "authorization_pending" });
    clock.advance(4_999);
    expect(await poll(deviceCode)).toMatchObject({ code: "slow_down", body: { intervalSeconds: 10 } });
    clock.advance(9_999);
    expect(await poll(deviceCode)).toMatchObject({ code: "slow_down", body: { intervalSeconds: 15 } });
    clock.advance(15_000);
    expect(await poll(deviceCode)).toMatchObject({ code: "authorization_pending" });
    await approveAs(owner, userCode);
    expect(await poll(deviceCode)).toMatchObject({ status: 201 });
  });

  test("one address starts thirty logins in ten minutes, and not one more", async () => {
    const answers = await Promise.all(Array.from({ length: 31 }, () => call(ask, WISH)));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
    expect(await call(ask, WISH, { peer: "192.0.2.9" })).toMatchObject({ status: 201 });
  });
});
