import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DELETE as deleteKey, PUT } from "@/app/v1/api-keys/[id]/route";
import { GET as list, POST } from "@/app/v1/api-keys/route";
import { GET as listCurrencies } from "@/app/v2/currencies/route";
import { POST as createRequest, GET as listRequests } from "@/app/v2/request/route";
import { apiKeys, auditLog } from "@/db/schema";
import { boot, replaceApp } from "@/server/boot";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { send } from "@/server/testing/send";

let api: TestApi;
let owner: TestSession;

beforeAll(async () => {
  api = await startTestApi();
  owner = await aSession(api);
});

afterAll(() => api?.close());

const issue = (body: unknown, who = owner, headers: Record<string, string> = {}) =>
  send(POST, "/v1/api-keys", { method: "POST", headers: { ...who.bearer, ...headers }, body });
const update = (id: string, body: unknown, who = owner) =>
  send(PUT, `/v1/api-keys/${id}`, { method: "PUT", headers: who.bearer, body, params: { id } });
const remove = (id: string, who = owner) =>
  send(deleteKey, `/v1/api-keys/${id}`, { method: "DELETE", headers: who.bearer, params: { id } });
const listed = async (who = owner) => (await send(list, "/v1/api-keys", { headers: who.bearer })).body;

const statusWith = async (value: string) =>
  (await send(listCurrencies, "/v2/currencies?network=sepolia", { headers: { "x-api-key": value } })).status;

describe("an API key", () => {
  test("is shown in full once, and only recognisable ever after (AK-03, D-11)", async () => {
    const { status, body } = await issue({ label: "Backend" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ label: "Backend", status: "active", prefix: "sk_", expiresAt: null });
    expect(body.value).toMatch(/^sk_[0-9a-f]{64}$/);
    expect(body.last4).toBe(body.value.slice(-4));
    expect(await statusWith(body.value)).toBe(200);
    expect(JSON.stringify(await listed())).not.toContain(body.value);
    expect(await listed()).toContainEqual(expect.objectContaining({ id: body.id, last4: body.last4 }));
  });

  test("can be switched off and on, each felt by the very next call (AK-02)", async () => {
    const { body } = await issue({ label: "x" });
    expect(await statusWith(body.value)).toBe(200);
    expect((await update(body.id, { status: "inactive" })).body.status).toBe("inactive");
    expect(await statusWith(body.value)).toBe(401);
    await update(body.id, { status: "active", label: "y" });
    expect(await statusWith(body.value)).toBe(200);
    expect(await listed()).toContainEqual(expect.objectContaining({ id: body.id, label: "y" }));
    expect((await update(body.id, {})).status).toBe(400);
    expect((await update(body.id, { isActive: false })).status).toBe(400);
  });

  test("that is deleted is refused at once, listed no more, and cannot come back", async () => {
    const { body } = await issue({ label: "x" });
    expect(await statusWith(body.value)).toBe(200);
    expect((await remove(body.id)).status).toBe(200);
    expect(await statusWith(body.value)).toBe(401);
    expect((await remove(body.id)).status).toBe(404);
    expect((await update(body.id, { status: "active" })).status).toBe(404);
    expect((await listed()).map(({ id }: { id: string }) => id)).not.toContain(body.id);
  });

  test("that is deleted in one process is refused in another, which had just used it", async () => {
    const { body } = await issue({ label: "x" });
    // Its clock stands still, so nothing it remembers grows old: it has to be told.
    const other = boot(api.app.config, "other", { now: new ManualClock(Date.now()).now });
    try {
      replaceApp(other);
      // Until the other process remembers credentials at all, there is nothing that could be stale.
      expect(await statusWith(body.value)).toBe(200);
      replaceApp(api.app);
      await remove(body.id);
      replaceApp(other);
      await expect.poll(() => statusWith(body.value)).toBe(401);
    } finally {
      replaceApp(api.app);
      await other.close();
    }
  });

  test("works until its end and not after", async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const { body } = await issue({ label: "x", expiresAt });
    expect(body.expiresAt).toBe(expiresAt);
    expect(await statusWith(body.value)).toBe(200);
    const later = boot(api.app.config, "later", { now: () => new Date(Date.parse(expiresAt)) });
    try {
      replaceApp(later);
      expect(await statusWith(body.value)).toBe(401);
    } finally {
      replaceApp(api.app);
      await later.close();
    }
    expect((await issue({ label: "x", expiresAt: new Date(Date.now() - 1).toISOString() })).status).toBe(400);
  });

  test("cannot make or manage keys itself: that takes a session", async () => {
    const { body } = await issue({ label: "x" });
    const headers = { "x-api-key": body.value };
    expect((await send(list, "/v1/api-keys", { headers })).status).toBe(401);
    expect((await send(POST, "/v1/api-keys", { method: "POST", headers, body: { label: "x" } })).status).toBe(
      401,
    );
  });
});

describe("an API key with scopes", () => {
  const statusOfCreating = async (value: string) => {
    const headers = { "x-api-key": value };
    return (await send(createRequest, "/v2/request", { method: "POST", headers, body: {} })).status;
  };

  test("does what they say and nothing else, and the answer names the scope that is missing", async () => {
    const { body } = await issue({ label: "Shop", scopes: ["requests"] });
    expect(body.scopes).toEqual(["requests"]);
    expect(await listed()).toContainEqual(expect.objectContaining({ id: body.id, scopes: ["requests"] }));
    expect(await statusOfCreating(body.value)).toBe(400);
    const headers = { "x-api-key": body.value };
    const refused = await send(listRequests, "/v2/request", { headers });
    expect(refused).toMatchObject({
      status: 403,
      body: { statusCode: 403, error: "Forbidden", scope: "read" },
    });
    expect(refused.headers.get("x-error-code")).toBe("scope_missing");
  });

  test("is kept with them in the audit log", async () => {
    const { body } = await issue({ label: "Shop", scopes: ["read", "links"] });
    const [row] = await api.app.database.db.select().from(auditLog).where(eq(auditLog.subject, body.id));
    expect(row?.details).toMatchObject({ scopes: ["read", "links"] });
  });

  test("has every right where none is named, as all keys from before", async () => {
    const { body } = await issue({ label: "x" });
    expect(body.scopes).toBeNull();
    expect((await send(listRequests, "/v2/request", { headers: { "x-api-key": body.value } })).status).toBe(
      200,
    );
    expect(await statusOfCreating(body.value)).toBe(400);
  });

  test("cannot be given others later", async () => {
    const { body } = await issue({ label: "x", scopes: ["read"] });
    expect((await update(body.id, { scopes: ["read", "payouts"] })).status).toBe(400);
    expect((await update(body.id, { label: "y", scopes: null })).status).toBe(400);
  });
});

test.each<[object]>([
  [{}],
  [{ label: "x", scopes: [] }],
  [{ label: "x", scopes: ["everything"] }],
  [{ label: "x", scopes: ["read", "read"] }],
  [{ label: "x", scopes: "read" }],
  [{ label: "x", scopes: null }],
  [{ label: "" }],
  [{ label: "  " }],
  [{ label: "a\nb" }],
  [{ label: "\u202ekcab" }],
  [{ label: "x".repeat(101) }],
  [{ label: "x", expiresAt: "soon" }],
])("400 for %j, and no key is stored", async (body) => {
  const before = await api.app.database.db.$count(apiKeys);
  expect((await issue(body)).status).toBe(400);
  expect(await api.app.database.db.$count(apiKeys)).toBe(before);
});

test("404 for another account's keys, in the words of unknown ones, and they go on working", async () => {
  const { body } = await issue({ label: "x" });
  const stranger = await aSession(api);
  const unknown = await remove("01ARZ3NDEKTSV4RRFFQ69G5FAV", stranger);
  expect(unknown).toMatchObject({ status: 404, body: { message: "API key not found" } });
  for (const id of [body.id, "x", "\u0000", body.value]) {
    expect(await update(id, { status: "inactive" }, stranger)).toMatchObject({
      status: 404,
      body: unknown.body,
    });
    expect(await remove(id, stranger)).toMatchObject({ status: 404, body: unknown.body });
  }
  expect(await statusWith(body.value)).toBe(200);
  expect(await listed(stranger)).toEqual([]);
});

test("50 parallel calls with one Idempotency-Key make one key, and all of them are told it", async () => {
  const who = await aSession(api);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => issue({ label: "x" }, who, { "idempotency-key": "once" })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map(({ body }) => body.value)).size).toBe(1);
  expect(await listed(who)).toHaveLength(1);
});

test("every change is in the audit log, without the key", async () => {
  const { body } = await issue({ label: "Audited" });
  await update(body.id, { status: "inactive" });
  await remove(body.id);
  const entries = await api.app.database.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, body.id))
    .orderBy(auditLog.id);
  expect(entries.map(({ action }) => action)).toEqual([
    "api_key.created",
    "api_key.updated",
    "api_key.deleted",
  ]);
  expect(JSON.stringify(entries)).not.toContain(body.value.slice(3));
});
