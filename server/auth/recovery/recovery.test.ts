import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getAlarms } from "@/app/v1/dashboard/alarms/route";
import { POST as postStop } from "@/app/v1/dashboard/recoveries/[id]/stop/route";
import { GET as getRecoveries } from "@/app/v1/dashboard/recoveries/route";
import { GET as getMembers } from "@/app/v1/members/route";
import { RECOVERY_STATES } from "@/db/schema";
import { operatorCaller, publicCaller, systemCaller } from "@/server/auth/callers";
import { acceptInvitation } from "@/server/auth/members/invitations";
import { finishDueRecoveries, finishRecovery } from "@/server/auth/recovery/finish";
import { startRecovery, WAIT_MS } from "@/server/auth/recovery/start";
import { RECOVERY_EVENTS, RECOVERY_TABLE } from "@/server/auth/recovery/state";
import { stopRecovery } from "@/server/auth/recovery/stop";
import { inTransaction } from "@/server/context";
import { disablePlatform, enablePlatform } from "@/server/platforms/operate";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, aWallet, type TestSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { send } from "@/server/testing/send";
import { aChallenge, anEvmWallet, signed, tokenOf, verify } from "@/server/testing/sign-in";

let api: TestApi;
const clock = new ManualClock();
beforeAll(async () => {
  // Closed registration keeps nobody out to whom an account was given.
  api = await startTestApi({ RATE_LIMITS: "off", REGISTRATION: "closed" }, { now: clock.now });
});
afterAll(() => api.close());

const operator = () => api.app.context(operatorCaller("ada"));
const start = (platformId: string, wallet: string | null = aWallet(), reason = "The owner is lost") =>
  inTransaction(operator(), (tx) => startRecovery(tx, { platformId, wallet, reason }));
const finish = (id: string) => inTransaction(operator(), (tx) => finishRecovery(tx, id));
const work = () => finishDueRecoveries(api.app.context(systemCaller("")), 100);
const stop = (id: string, { bearer }: TestSession) =>
  send(postStop, `/v1/dashboard/recoveries/${id}/stop`, { method: "POST", headers: bearer, params: { id } });
const stateOf = async (id: string) => {
  const [row] = await api.app.database.sql`select state from recoveries where id = ${id}`;
  return row?.state;
};
const owners = async (platformId: string) => {
  const [row] = await api.app.database.sql`
    select count(*)::int as n from memberships where platform_id = ${platformId} and role = 'owner' and ended_at is null`;
  return row?.n;
};
const actions = async (platformId: string) =>
  (
    await api.app.database.sql`
      select action, actor_kind from audit_log where platform_id = ${platformId} and action like 'recovery.%' order by id`
  ).map(({ action, actor_kind: kind }) => `${action} by ${kind}`);

async function anAccount() {
  const { platformId } = await aSession(api);
  return { platformId, owner: await aMember(api, platformId, "owner") };
}

/** An account of this wallet, and somebody who was its owner by it. */
async function openedBy(address: string) {
  const { platformId } = await aSession(api, { wallet: { address, family: "evm" } });
  const { sql } = api.app.database;
  const [row] = await sql<{ id: string }[]>`
    delete from person_wallets using platforms p where p.id = ${platformId} and address = p.wallet_address
    returning person_id as id`;
  return { platformId, personId: row?.id ?? (await anotherPerson()) };
}

async function anotherPerson() {
  await api.app.database.sql`insert into people (id, created_at) values ('before', now())`;
  return "before";
}

/** Sessions end unused: whoever comes later signs in anew. */
const anotherOwner = (platformId: string) => aMember(api, platformId, "owner");

test("the table has every pair, and nothing leads out of an end", () => {
  for (const state of RECOVERY_STATES) {
    expect(Object.keys(RECOVERY_TABLE[state]).sort()).toEqual([...RECOVERY_EVENTS].sort());
    if (state === "waiting") continue;
    for (const event of RECOVERY_EVENTS) expect(["stays", "refused"]).toContain(RECOVERY_TABLE[state][event]);
  }
  const ends = Object.entries(RECOVERY_TABLE.waiting).filter(([, outcome]) => outcome === "done");
  expect(ends).toEqual([["finished", "done"]]);
});

describe("a recovery", () => {
  test("is told to the owners at once, waits 72 hours, and then the wallet that it names is an owner and signs in", async () => {
    const { platformId, owner } = await anAccount();
    const wallet = anEvmWallet();
    const { id, waitsUntil } = await start(platformId, wallet.address);
    expect(waitsUntil.getTime()).toBe(clock.now().getTime() + WAIT_MS);
    const told = await send(getAlarms, "/v1/dashboard/alarms", { headers: owner.bearer });
    expect(told.body).toMatchObject({
      unread: 1,
      alarms: [{ action: "recovery.started", actor: { kind: "operator" } }],
    });
    const seen = await send(getRecoveries, "/v1/dashboard/recoveries", { headers: owner.bearer });
    expect(seen.body.recoveries).toMatchObject([
      { id, state: "waiting", reason: "The owner is lost", endedAt: null },
    ]);
    clock.advance(WAIT_MS - 1);
    expect(await work()).toBe(0);
    await expect(finish(id)).rejects.toMatchObject({ code: "conflict" });
    expect(await owners(platformId)).toBe(1);
    clock.advance(1);
    expect(await work()).toBe(1);
    expect(await stateOf(id)).toBe("done");
    expect(await owners(platformId)).toBe(2);
    expect(await actions(platformId)).toEqual([
      "recovery.started by operator",
      "recovery.finished by system",
    ]);
    const answer = await verify(await signed(wallet, await aChallenge(wallet.address, 1)));
    expect(answer.status).toBe(200);
    const bearer = { authorization: `Bearer ${tokenOf(answer)}` };
    const members = await send(getMembers, "/v1/members", { headers: bearer });
    expect(members.body).toContainEqual(expect.objectContaining({ role: "owner", isYou: true }));
  });

  test("gives an account back to the wallet that opened it, also where that was taken away from signing in", async () => {
    const wallet = anEvmWallet();
    const first = await verify(await signed(wallet, await aChallenge(wallet.address)));
    expect(first.status).toBe(403);
    const { platformId, personId } = await openedBy(wallet.address);
    const { sql } = api.app.database;
    await sql`insert into removed_wallets (id, person_id, address, chain_id, removed_at)
      select 'taken', ${personId}, wallet_address, 0, now() from platforms where id = ${platformId}`;
    const { id } = await start(platformId, wallet.address);
    clock.advance(WAIT_MS);
    await finish(id);
    const back = await verify(await signed(wallet, await aChallenge(wallet.address)));
    expect(back.status).toBe(200);
  });

  test("by invitation lets nobody in while it waits or when it is stopped, and one person once it is done", async () => {
    const { platformId, owner } = await anAccount();
    const stopped = await start(platformId, null);
    const person = await aSession(api);
    const accept = (token: string | null) =>
      acceptInvitation(
        api.app.context({
          ...publicCaller("203.0.113.7"),
          kind: "session",
          platformId: person.platformId,
          credentialId: person.sessionId,
          wallet: person.wallet && { ...person.wallet, chainId: 0 },
        }),
        token ?? "",
      );
    await expect(accept(stopped.token)).rejects.toMatchObject({ code: "not_found" });
    expect((await stop(stopped.id, owner)).status).toBe(200);
    const { id, token } = await start(platformId, null);
    expect(token).not.toBe(stopped.token);
    clock.advance(WAIT_MS);
    await finish(id);
    await expect(accept(stopped.token)).rejects.toMatchObject({ code: "not_found" });
    expect(await accept(token)).toMatchObject({ id: platformId, role: "owner" });
    await expect(accept(token)).rejects.toMatchObject({ code: "invitation_over" });
  });

  test("raises a member who is there, and changes nobody else", async () => {
    const { platformId } = await anAccount();
    const [admin, viewer] = [
      await aMember(api, platformId, "admin"),
      await aMember(api, platformId, "viewer"),
    ];
    const { id } = await start(platformId, viewer.wallet?.address ?? "");
    clock.advance(WAIT_MS);
    await finish(id);
    const roles = await api.app.database.sql`
      select role, wallet_address from memberships join sessions using (person_id)
      where memberships.platform_id = ${platformId} and sessions.id in ${api.app.database.sql([admin.sessionId, viewer.sessionId])}`;
    expect(Object.fromEntries(roles.map(({ role, wallet_address: wallet }) => [wallet, role]))).toEqual({
      [admin.wallet?.address ?? ""]: "admin",
      [viewer.wallet?.address ?? ""]: "owner",
    });
  });

  test("is stopped by any owner, for good, and can be started again", async () => {
    const { platformId, owner } = await anAccount();
    const { id } = await start(platformId);
    expect((await stop(id, owner)).status).toBe(200);
    expect((await stop(id, owner)).status).toBe(409);
    clock.advance(WAIT_MS);
    expect(await work()).toBe(0);
    await expect(finish(id)).rejects.toMatchObject({ code: "conflict" });
    expect(await owners(platformId)).toBe(1);
    const again = await start(platformId);
    await inTransaction(operator(), (tx) => stopRecovery(tx, again.id));
    expect(await actions(platformId)).toEqual([
      "recovery.started by operator",
      "recovery.stopped by session",
      "recovery.started by operator",
      "recovery.stopped by operator",
    ]);
  });

  test("waits while the account is disabled, and is given up a month later", async () => {
    const { platformId } = await anAccount();
    const { id } = await start(platformId);
    await inTransaction(operator(), (tx) => disablePlatform(tx, platformId, "Under review"));
    clock.advance(WAIT_MS);
    expect(await work()).toBe(0);
    await expect(finish(id)).rejects.toMatchObject({ code: "conflict" });
    clock.advance(31 * 86_400_000);
    expect(await work()).toBe(1);
    expect(await stateOf(id)).toBe("expired");
    await inTransaction(operator(), (tx) => enablePlatform(tx, platformId));
    await expect(finish(id)).rejects.toMatchObject({ code: "conflict" });
    expect(await owners(platformId)).toBe(1);
  });
});

describe("attacks on a recovery", () => {
  test.each([
    ["an admin", "admin"],
    ["finance", "finance"],
    ["a developer", "developer"],
    ["a viewer", "viewer"],
  ] as const)("%s neither reads of it nor stops it", async (_, role) => {
    const { platformId } = await anAccount();
    const { id } = await start(platformId);
    const member = await aMember(api, platformId, role);
    expect((await stop(id, member)).status).toBe(403);
    expect((await send(getRecoveries, "/v1/dashboard/recoveries", { headers: member.bearer })).status).toBe(
      403,
    );
    expect(await stateOf(id)).toBe("waiting");
  });

  test("the owner of another account neither reads of it nor stops it, and a key is none", async () => {
    const { platformId } = await anAccount();
    const { id } = await start(platformId);
    const stranger = await aSession(api);
    expect((await stop(id, stranger)).status).toBe(404);
    expect(
      (await send(getRecoveries, "/v1/dashboard/recoveries", { headers: stranger.bearer })).body.recoveries,
    ).toEqual([]);
    const keyed = { ...stranger, bearer: { authorization: "none", "x-api-key": "sk_none" } };
    expect((await stop(id, keyed)).status).toBe(401);
    expect(await stateOf(id)).toBe("waiting");
  });

  test("an owner who is removed while it waits cannot stop it, and another one can", async () => {
    const { platformId, owner } = await anAccount();
    const { id } = await start(platformId);
    await api.app.database.sql`update memberships set ended_at = now() where platform_id = ${platformId}`;
    await inTransaction(operator(), async (tx) => tx.wake("credentials"));
    expect((await stop(id, owner)).status).toBe(401);
    expect(await stateOf(id)).toBe("waiting");
    expect((await stop(id, await anotherOwner(platformId))).status).toBe(200);
  });

  test("of two that are started at once, one waits", async () => {
    const { platformId } = await anAccount();
    const both = await Promise.allSettled([start(platformId), start(platformId), start(platformId)]);
    expect(both.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(start(platformId)).rejects.toMatchObject({ code: "conflict" });
  });

  test("finished by several at once it makes one owner; stopped and finished at once it is one of the two", async () => {
    const { platformId } = await anAccount();
    const { id } = await start(platformId);
    clock.advance(WAIT_MS);
    const all = await Promise.allSettled([finish(id), finish(id), finish(id), finish(id)]);
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await owners(platformId)).toBe(2);
    for (let i = 0; i < 5; i++) {
      const other = await anAccount();
      const raced = await start(other.platformId);
      clock.advance(WAIT_MS);
      const owner = await anotherOwner(other.platformId);
      const [finished, stopped] = await Promise.all([
        finish(raced.id).then(
          () => true,
          () => false,
        ),
        stop(raced.id, owner).then(({ status }) => status === 200),
      ]);
      expect([finished, stopped].filter(Boolean)).toHaveLength(1);
      expect(await owners(other.platformId)).toBe(finished ? 3 : 2);
      expect(await stateOf(raced.id)).toBe(finished ? "done" : "stopped");
    }
  });

  test("a clock that is set back makes it wait longer, and one that was set back for the start shortens nothing", async () => {
    const { platformId } = await anAccount();
    const { id } = await start(platformId);
    const begun = clock.now().getTime();
    clock.advance(-WAIT_MS);
    await expect(finish(id)).rejects.toMatchObject({ code: "conflict" });
    await work();
    expect(await stateOf(id)).toBe("waiting");
    // The clock is 72 hours behind now; the audit log knows a later time.
    const other = await anAccount();
    const { waitsUntil } = await start(other.platformId);
    expect(waitsUntil.getTime()).toBeGreaterThanOrEqual(begun + WAIT_MS);
    clock.advance(WAIT_MS);
  });

  test.each([
    ["a wallet that is none", { wallet: "0x12" }, "validation_failed"],
    ["no reason", { reason: "  " }, "validation_failed"],
    ["a reason with control characters", { reason: "a\u0007" }, "validation_failed"],
    ["no account", { platformId: "none" }, "not_found"],
  ])("is not started for %s", async (_, change, code) => {
    const { platformId } = await anAccount();
    const asked = { platformId, wallet: aWallet(), reason: "lost", ...change };
    await expect(inTransaction(operator(), (tx) => startRecovery(tx, asked))).rejects.toMatchObject({ code });
  });

  test("is not started for a wallet whose person is an owner already", async () => {
    const { platformId, owner } = await anAccount();
    await expect(start(platformId, owner.wallet?.address)).rejects.toMatchObject({ code: "conflict" });
  });
});
