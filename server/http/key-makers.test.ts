import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { POST as rotate } from "@/app/v1/api-keys/[id]/rotate/route";
import { GET as listKeys, POST as makeKey } from "@/app/v1/api-keys/route";
import { POST as makePartnerKey } from "@/app/v2/orchestrators/keys/route";
import { GET as listRequests } from "@/app/v2/request/route";
import { ROLES, type Role } from "@/db/roles";
import { apiKeys, memberships, orchestratorKeys, sessions } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { OPERATIONS } from "@/server/auth/operations/operations";
import { inTransaction } from "@/server/context";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, anOrchestrator, aSession, type TestSession } from "@/server/testing/credentials";
import { EVERY_OPERATION, type ServedOperation } from "@/server/testing/every-operation";
import { sendTo } from "@/server/testing/it-requires";
import { call } from "@/server/testing/paying";
import { confirming } from "@/server/testing/step-up";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
}, 60_000);
afterAll(() => api.close());

interface MadeKey {
  id: string;
  value: string;
  makerId: string | null;
  endsWithMembership: boolean;
}

const made = async (by: TestSession, body: object): Promise<MadeKey> => {
  const answer = await confirming(makeKey)(
    call("POST", "/v1/api-keys", by.bearer, { label: "test", ...body }),
  );
  expect(answer.status).toBe(201);
  return (await answer.json()) as MadeKey;
};
const withKey = ({ value }: MadeKey) => ({ "x-api-key": value });
const reading = async (key: MadeKey) =>
  (await listRequests(call("GET", "/v2/request?limit=1", withKey(key)))).status;

async function membershipOf({ sessionId, platformId }: TestSession): Promise<string> {
  const { db } = api.app.database;
  const [row] = await db
    .select({ id: memberships.id })
    .from(memberships)
    .innerJoin(sessions, eq(sessions.personId, memberships.personId))
    .where(and(eq(sessions.id, sessionId), eq(memberships.platformId, platformId)));
  if (!row) throw new Error("no membership");
  return row.id;
}

/** Changes a membership as an owner would, so that every process hears of it. */
async function change(member: TestSession, to: Partial<typeof memberships.$inferInsert>): Promise<void> {
  const id = await membershipOf(member);
  await inTransaction(api.app.context(systemCaller(member.platformId)), async (tx) => {
    await tx.db.update(memberships).set(to).where(eq(memberships.id, id));
    announceCredentialChange(tx);
  });
}

describe("every operation, for a key of every right whose maker has a role", () => {
  const headers = new Map<Role, Record<string, string>[]>();

  beforeAll(async () => {
    const { platformId } = await aSession(api);
    const partner = await anOrchestrator(api);
    for (const role of ROLES) {
      const key = await made(await aMember(api, platformId, "admin"), {});
      const member = await aMember(api, partner.platformId, "admin");
      const answer = await confirming(makePartnerKey)(
        call("POST", "/v2/orchestrators/keys", { ...member.bearer, "x-orchestrator-id": partner.id }, {}),
      );
      const { key: partnerKey, rawKey } = (await answer.json()) as { key: MadeKey; rawKey: string };
      const { db } = api.app.database;
      for (const makerId of [key.makerId, partnerKey.makerId]) {
        await db
          .update(memberships)
          .set({ role })
          .where(eq(memberships.id, makerId ?? ""));
      }
      const alone = { "x-orchestrator-key": rawKey };
      headers.set(role, [withKey(key), alone, { ...alone, ...partner.client.headers }]);
    }
    await inTransaction(api.app.context(systemCaller(platformId)), async (tx) =>
      announceCredentialChange(tx),
    );
  }, 60_000);

  const byKey = EVERY_OPERATION.filter(({ def }) =>
    (["apiKey", "orchestrator", "orchestratorKey"] as const).some((mode) => def.auth.includes(mode)),
  );

  test.each(byKey)("$id", async ({ id, endpoint }: ServedOperation) => {
    const { key, roles } = OPERATIONS[id];
    for (const role of ROLES) {
      const has = key === "any" || key === "open" || (roles as readonly Role[]).includes(role);
      for (const sent of headers.get(role) ?? []) {
        const answer = await sendTo(endpoint, sent);
        if (answer.status === 401) continue;
        const isRefused = answer.headers.get("x-error-code") === "role_missing";
        expect({ role, sent: Object.keys(sent), isRefused }).toEqual({
          role,
          sent: Object.keys(sent),
          isRefused: !has,
        });
      }
    }
  });
});

test("a key that ends with its maker's membership is none from the removal on; another keeps the last role", async () => {
  const { platformId } = await aSession(api);
  const member = await aMember(api, platformId, "admin");
  const bound = await made(member, { endsWithMembership: true });
  const free = await made(member, {});
  expect(bound).toMatchObject({ endsWithMembership: true, makerId: await membershipOf(member) });
  expect([await reading(bound), await reading(free)]).toEqual([200, 200]);
  await change(member, { endedAt: api.app.now() });
  await expect.poll(() => reading(bound)).toBe(401);
  expect(await reading(free)).toBe(200);
});

test("a key of an orchestrator ends with its maker's membership too", async () => {
  const partner = await anOrchestrator(api);
  const member = await aMember(api, partner.platformId, "admin");
  const headers = { ...member.bearer, "x-orchestrator-id": partner.id };
  const first = await confirming(makePartnerKey)(
    call("POST", "/v2/orchestrators/keys", headers, { endsWithMembership: true }),
  );
  const { rawKey } = (await first.json()) as { rawKey: string };
  // What that key makes is made by the same member, and ends with it.
  const second = await confirming(makePartnerKey)(
    call("POST", "/v2/orchestrators/keys", { "x-orchestrator-key": rawKey }, {}),
  );
  const handedOn = (await second.json()) as { key: MadeKey; rawKey: string };
  expect(handedOn.key).toMatchObject({ endsWithMembership: true, makerId: await membershipOf(member) });
  const works = async (value: string) =>
    (
      await confirming(makePartnerKey)(
        call("POST", "/v2/orchestrators/keys", { "x-orchestrator-key": value }, {}),
      )
    ).status;
  expect(await works(handedOn.rawKey)).toBe(201);
  await change(member, { endedAt: api.app.now() });
  await expect.poll(() => works(handedOn.rawKey)).toBe(401);
  expect(await works(rawKey)).toBe(401);
});

test("a rotated key stays that of whoever made it", async () => {
  const owner = await aSession(api);
  const developer = await aMember(api, owner.platformId, "developer");
  const key = await made(developer, { scopes: ["read", "links"], endsWithMembership: true });
  const admin = await aMember(api, owner.platformId, "admin");
  const answer = await confirming(rotate)(call("POST", `/v1/api-keys/${key.id}/rotate`, admin.bearer, {}), {
    params: Promise.resolve({ id: key.id }),
  });
  expect(answer.status).toBe(201);
  expect(await answer.json()).toMatchObject({ makerId: key.makerId, endsWithMembership: true });
});

test("a developer makes keys within their role, and none of every right", async () => {
  const { platformId } = await aSession(api);
  const developer = await aMember(api, platformId, "developer");
  const tried = async (body: object) => {
    const answer = await confirming(makeKey)(
      call("POST", "/v1/api-keys", developer.bearer, { label: "test", ...body }),
    );
    return { status: answer.status, text: JSON.stringify(await answer.json()) };
  };
  const wide = await tried({ scopes: ["read", "payouts", "refunds"] });
  expect(wide.status).toBe(400);
  expect(wide.text).toContain("not payouts, refunds");
  expect(await tried({})).toMatchObject({ status: 400 });
  expect(await tried({ scopes: ["read", "links"] })).toMatchObject({ status: 201 });
});

test("keys from before, and those of an owner by email, are held to nobody's role", async () => {
  const byEmail = await aSession(api, { wallet: null });
  const { db } = api.app.database;
  const key = await made(byEmail, {});
  expect(key).toMatchObject({ makerId: null, endsWithMembership: false });
  const answer = await listKeys(call("GET", "/v1/api-keys", byEmail.bearer));
  expect(await answer.json()).toMatchObject([{ makerId: null }]);
  expect(await reading(key)).toBe(200);
  const ends = await makeKey(
    call("POST", "/v1/api-keys", byEmail.bearer, { label: "test", endsWithMembership: true }),
  );
  expect(ends.status).toBe(400);
  expect(await db.$count(apiKeys, eq(apiKeys.platformId, byEmail.platformId))).toBe(1);
  expect(await db.$count(orchestratorKeys, eq(orchestratorKeys.makerId, "nobody"))).toBe(0);
});
