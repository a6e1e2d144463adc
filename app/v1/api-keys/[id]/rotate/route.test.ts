import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST } from "@/app/v1/api-keys/[id]/rotate/route";
import { PUT as update } from "@/app/v1/api-keys/[id]/route";
import { GET as list, POST as make } from "@/app/v1/api-keys/route";
import { GET as listCurrencies } from "@/app/v2/currencies/route";
import { apiKeys, auditLog } from "@/db/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { send } from "@/server/testing/send";

const HOUR_MS = 3_600_000;
const clock = new ManualClock(Date.parse("2026-11-28T10:00:00Z"));
let api: TestApi;
let owner: TestSession;

beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
  owner = await aSession(api);
});
afterAll(() => api.close());

const issue = async (body: object = {}) =>
  (
    await send(make, "/v1/api-keys", {
      method: "POST",
      headers: owner.bearer,
      body: { label: "Server", ...body },
    })
  ).body;
const rotate = (id: string, body?: unknown, who = owner, headers: Record<string, string> = {}) =>
  send(POST, `/v1/api-keys/${id}/rotate`, {
    method: "POST",
    headers: { ...who.bearer, ...headers },
    body,
    params: { id },
  });
const statusWith = async (value: string) =>
  (await send(listCurrencies, "/v2/currencies?network=sepolia", { headers: { "x-api-key": value } })).status;
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();
/** Credentials are remembered for a second. */
async function pass(hours: number): Promise<void> {
  clock.advance(hours * HOUR_MS + 1_001);
  // A session that nobody uses ends before.
  owner = await aSession(api, { wallet: owner.wallet });
}

describe("a key in the place of another", () => {
  test("works beside the old one for a day, or for as long as was chosen", async () => {
    const old = await issue();
    const until = inHours(24);
    const { status, body } = await rotate(old.id);
    expect(status).toBe(201);
    expect(body).toMatchObject({ label: "Server", expiresAt: null, replacedAt: null });
    const listed = (await send(list, "/v1/api-keys", { headers: owner.bearer })).body;
    expect(listed).toContainEqual(expect.objectContaining({ id: old.id, expiresAt: until }));
    await pass(23);
    expect([await statusWith(old.value), await statusWith(body.value)]).toEqual([200, 200]);
    await pass(1);
    expect([await statusWith(old.value), await statusWith(body.value)]).toEqual([401, 200]);

    const next = await rotate(body.id, { overlapHours: 2 });
    await pass(1);
    expect([await statusWith(body.value), await statusWith(next.body.value)]).toEqual([200, 200]);
    await pass(1);
    expect([await statusWith(body.value), await statusWith(next.body.value)]).toEqual([401, 200]);
  });

  test("works alone where no overlap was chosen: the old one is refused by the very next call", async () => {
    const old = await issue();
    expect(await statusWith(old.value)).toBe(200);
    const { body } = await rotate(old.id, { overlapHours: 0 });
    expect([await statusWith(old.value), await statusWith(body.value)]).toEqual([401, 200]);
  });

  test("is held to all that the old one is held to, and has its grant for bank accounts", async () => {
    const bounds = { scopes: ["read", "requests"], allowedNetworks: ["203.0.113.0/24"] };
    const old = await issue(bounds);
    await api.app.database.db.update(apiKeys).set({ offrampAccess: "sandbox" }).where(eq(apiKeys.id, old.id));
    const { body } = await rotate(old.id);
    expect(body).toMatchObject(bounds);
    const [row] = await api.app.database.db.select().from(apiKeys).where(eq(apiKeys.id, body.id));
    expect(row).toMatchObject({ ...bounds, offrampAccess: "sandbox" });
    const [entry] = await api.app.database.db.select().from(auditLog).where(eq(auditLog.subject, body.id));
    expect(entry?.details).toMatchObject({ replaces: old.id, oldKeyUntil: inHours(24), ...bounds });
  });

  test("lives as long as the old one was to live, which never lives longer for it", async () => {
    const old = await issue({ expiresAt: inHours(10) });
    await pass(4);
    const { body } = await rotate(old.id);
    expect(body.expiresAt).toBe(inHours(10));
    const [row] = await api.app.database.db.select().from(apiKeys).where(eq(apiKeys.id, old.id));
    expect(row?.expiresAt?.toISOString()).toBe(old.expiresAt);
  });

  test("is made once, by one of twenty calls at the same moment", async () => {
    const old = await issue();
    const answers = await Promise.all(Array.from({ length: 20 }, () => rotate(old.id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    const again = await issue();
    const repeated = await Promise.all(
      Array.from({ length: 5 }, () => rotate(again.id, undefined, owner, { "idempotency-key": "once" })),
    );
    expect(new Set(repeated.map(({ body }) => body.value)).size).toBe(1);
  });
});

test("409 for a key that was replaced, is switched off or at its end; 404 for another account's", async () => {
  const replaced = await issue();
  await rotate(replaced.id);
  expect((await rotate(replaced.id)).status).toBe(409);
  const off = await issue();
  await send(update, `/v1/api-keys/${off.id}`, {
    method: "PUT",
    headers: owner.bearer,
    body: { status: "inactive" },
    params: { id: off.id },
  });
  expect((await rotate(off.id)).status).toBe(409);
  const ended = await issue({ expiresAt: inHours(1) });
  await pass(1);
  expect((await rotate(ended.id)).status).toBe(409);

  const foreign = await issue();
  const stranger = await aSession(api);
  for (const id of [foreign.id, "x", "01ARZ3NDEKTSV4RRFFQ69G5FAV"]) {
    expect(await rotate(id, undefined, stranger)).toMatchObject({
      status: 404,
      body: { message: "API key not found" },
    });
  }
  expect(await statusWith(foreign.value)).toBe(200);
});

test.each([
  [{ overlapHours: -1 }],
  [{ overlapHours: 721 }],
  [{ overlapHours: 1.5 }],
  [{ overlapHours: "1" }],
])("400 for %j, and the key goes on", async (body) => {
  const key = await issue();
  expect((await rotate(key.id, body)).status).toBe(400);
  const [row] = await api.app.database.db.select().from(apiKeys).where(eq(apiKeys.id, key.id));
  expect(row).toMatchObject({ expiresAt: null, replacedAt: null });
});
