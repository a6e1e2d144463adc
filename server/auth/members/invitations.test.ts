import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as select } from "@/app/v1/accounts/[id]/select/route";
import { GET as accounts } from "@/app/v1/accounts/route";
import { DELETE as endOthers, GET as sessionsOf } from "@/app/v1/dashboard/sessions/route";
import { DELETE as remove, PATCH as update } from "@/app/v1/members/[id]/route";
import { POST as accept } from "@/app/v1/members/invitations/[token]/accept/route";
import { GET as readOne, DELETE as withdraw } from "@/app/v1/members/invitations/[token]/route";
import { POST as invite } from "@/app/v1/members/invitations/route";
import { POST as leave } from "@/app/v1/members/leave/route";
import { GET as listMembers } from "@/app/v1/members/route";
import { POST as createDestination } from "@/app/v1/payee-destination/route";
import { GET as listRequests } from "@/app/v2/request/route";
import type { Role } from "@/db/roles";
import { auditLog, memberInvitations, platforms } from "@/db/schema";
import type { Member } from "@/server/auth/members/schema";
import { readSessionToken } from "@/server/auth/session-token";
import { authEnvironmentOf } from "@/server/http/admit";
import type { EndpointHandler } from "@/server/http/endpoint";
import { hashSecret } from "@/server/lib/ids";
import { anotherProcess, startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { aChallenge, anEvmWallet, signed, verify } from "@/server/testing/sign-in";
import { confirming } from "@/server/testing/step-up";

let api: TestApi;
const clock = new ManualClock();
let owner: TestSession;
let stranger: TestSession;

beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
});
afterAll(() => api.close());
beforeEach(async () => {
  owner = await aSession(api);
  stranger = await aSession(api);
});

/** One call, and the code and body of its answer. */
async function ask(
  handler: EndpointHandler,
  at: string,
  who: TestSession,
  { segments = {}, body }: { segments?: Record<string, string>; body?: unknown } = {},
) {
  const [method = "", path = ""] = at.split(" ");
  const answer = await handler(
    new Request(`http://localhost${path}`, {
      method,
      headers: { ...who.bearer, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve(segments) },
  );
  const json: unknown = await answer.json();
  return { status: answer.status, code: answer.headers.get("x-error-code"), body: json };
}

const inviteAs = (who: TestSession, role: Role) =>
  ask(confirming(invite), "POST /v1/members/invitations", who, { body: { role } });
async function anInvitation(who: TestSession, role: Role): Promise<{ id: string; token: string }> {
  const { status, body } = await inviteAs(who, role);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as { id: string; token: string };
}
const acceptAs = (who: TestSession, token: string) =>
  ask(accept, `POST /v1/members/invitations/${token}/accept`, who, { segments: { token } });
const readAs = (who: TestSession, token: string) =>
  ask(readOne, `GET /v1/members/invitations/${token}`, who, { segments: { token } });
const withdrawAs = (who: TestSession, id: string) =>
  ask(withdraw, `DELETE /v1/members/invitations/${id}`, who, { segments: { token: id } });
const removeAs = (who: TestSession, id: string) =>
  ask(confirming(remove), `DELETE /v1/members/${id}`, who, { segments: { id } });
const setRole = (who: TestSession, id: string, role: Role) =>
  ask(confirming(update), `PATCH /v1/members/${id}`, who, { segments: { id }, body: { role } });
const selectAs = (who: TestSession, id: string) =>
  ask(select, `POST /v1/accounts/${id}/select`, who, { segments: { id } });
const accountsOf = async (who: TestSession) => (await ask(accounts, "GET /v1/accounts", who)).body;
const leaveAs = (who: TestSession) => ask(leave, "POST /v1/members/leave", who);

async function membersOf(who: TestSession): Promise<Member[]> {
  const { status, body } = await ask(listMembers, "GET /v1/members", who);
  expect(status, JSON.stringify(body)).toBe(200);
  return body as Member[];
}

async function idOf(who: TestSession): Promise<string> {
  const own = (await membersOf(who)).find(({ isYou }) => isYou);
  if (!own) throw new Error("no member");
  return own.id;
}

const actions = async (platformId: string) => {
  const rows = await api.app.database.db.select().from(auditLog).where(eq(auditLog.platformId, platformId));
  return rows.map(({ action }) => action);
};

test("an invitation is read, accepted once, and the member switches to the account and back", async () => {
  const { token } = await anInvitation(owner, "viewer");
  const [row] = await api.app.database.db
    .select()
    .from(memberInvitations)
    .where(eq(memberInvitations.platformId, owner.platformId));
  expect(row?.tokenHash).toBe(hashSecret(token));
  expect(JSON.stringify(row)).not.toContain(token);
  expect(await readAs(stranger, token)).toMatchObject({
    status: 200,
    body: { account: { id: owner.platformId }, inviter: owner.wallet?.address, role: "viewer" },
  });
  expect(await acceptAs(stranger, token)).toMatchObject({ status: 200, body: { role: "viewer" } });
  expect(await accountsOf(stranger)).toMatchObject([
    { id: stranger.platformId, role: "owner", isSelected: true },
    { id: owner.platformId, role: "viewer", isSelected: false },
  ]);
  expect((await selectAs(stranger, owner.platformId)).status).toBe(200);
  expect((await membersOf(stranger)).map(({ role }) => role)).toEqual(["owner", "viewer"]);
  expect((await inviteAs(stranger, "viewer")).code).toBe("role_missing");
  expect((await selectAs(stranger, stranger.platformId)).status).toBe(200);
  expect((await inviteAs(stranger, "viewer")).status).toBe(201);
  expect(await actions(owner.platformId)).toEqual(["member_invitation.created", "member.created"]);
});

describe("an invitation that must not let in", () => {
  test("is refused when it was used, also when it was forwarded, and the other way round", async () => {
    const { token } = await anInvitation(owner, "admin");
    expect((await acceptAs(stranger, token)).status).toBe(200);
    for (const who of [stranger, await aSession(api)]) {
      expect(await acceptAs(who, token)).toMatchObject({ status: 403, code: "invitation_over" });
      expect(await readAs(who, token)).toMatchObject({ status: 403, code: "invitation_over" });
    }
    expect(await membersOf(owner)).toHaveLength(2);
  });

  test("lets one in of ten who accept at once", async () => {
    const { token } = await anInvitation(owner, "admin");
    const all = await Promise.all(Array.from({ length: 10 }, () => aSession(api)));
    const answers = await Promise.all(all.map((who) => acceptAs(who, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === "invitation_over")).toHaveLength(9);
    expect(await membersOf(owner)).toHaveLength(2);
  });

  test("makes one membership for one person who accepts several times at once", async () => {
    const { token } = await anInvitation(owner, "admin");
    const answers = await Promise.all(Array.from({ length: 5 }, () => acceptAs(stranger, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const second = await anInvitation(owner, "owner");
    expect(await acceptAs(stranger, second.token)).toMatchObject({ status: 409, code: "conflict" });
    expect(await membersOf(owner)).toHaveLength(2);
  });

  test("is refused after seven days, after it was withdrawn, and under a token of nobody", async () => {
    const withdrawn = await anInvitation(owner, "viewer");
    expect((await withdrawAs(owner, withdrawn.id)).status).toBe(200);
    expect(await acceptAs(stranger, withdrawn.token)).toMatchObject({ code: "invitation_over" });
    const { id, token } = await anInvitation(owner, "viewer");
    expect((await acceptAs(stranger, id)).status).toBe(404);
    clock.advance(7 * 86_400_000);
    const late = await aSession(api);
    expect(await acceptAs(late, token)).toMatchObject({ code: "invitation_over" });
  });

  test("is refused when the inviter was lowered or removed meanwhile", async () => {
    const admin = await aMember(api, owner.platformId, "admin");
    const lowered = await anInvitation(admin, "admin");
    const adminId = await idOf(admin);
    expect((await setRole(owner, adminId, "finance")).status).toBe(200);
    expect(await acceptAs(stranger, lowered.token)).toMatchObject({ status: 403, code: "invitation_over" });
    expect((await setRole(owner, adminId, "admin")).status).toBe(200);
    expect((await removeAs(owner, adminId)).status).toBe(200);
    expect(await acceptAs(stranger, lowered.token)).toMatchObject({ status: 403, code: "invitation_over" });
    expect(await readAs(stranger, lowered.token)).toMatchObject({ code: "invitation_over" });
  });

  test("is not made for a role above one's own, nor taken back by one below it", async () => {
    const admin = await aMember(api, owner.platformId, "admin");
    expect(await inviteAs(admin, "owner")).toMatchObject({ status: 403, code: "role_missing" });
    const { id } = await anInvitation(owner, "owner");
    expect(await withdrawAs(admin, id)).toMatchObject({ status: 403, code: "role_missing" });
  });
});

describe("members", () => {
  test("of other accounts are not found, and neither are their invitations", async () => {
    const member = await aMember(api, owner.platformId, "viewer");
    const id = await idOf(member);
    const invitation = await anInvitation(owner, "viewer");
    expect((await removeAs(stranger, id)).status).toBe(404);
    expect((await setRole(stranger, id, "owner")).status).toBe(404);
    expect((await withdrawAs(stranger, invitation.id)).status).toBe(404);
    expect((await selectAs(stranger, owner.platformId)).status).toBe(404);
    expect((await acceptAs(stranger, invitation.token)).status).toBe(200);
  });

  test("above an admin are not changed by one, and nobody is raised above them", async () => {
    const admin = await aMember(api, owner.platformId, "admin");
    const own = await idOf(admin);
    const [first] = await membersOf(owner).then((all) => all.filter(({ role }) => role === "owner"));
    expect(await removeAs(admin, first?.id ?? "")).toMatchObject({ code: "role_missing" });
    expect(await setRole(admin, first?.id ?? "", "viewer")).toMatchObject({ code: "role_missing" });
    expect(await setRole(admin, own, "owner")).toMatchObject({ code: "role_missing" });
  });

  test("the last owner cannot leave, be removed or lowered", async () => {
    await aMember(api, owner.platformId, "admin");
    const id = await idOf(owner);
    expect((await leaveAs(owner)).status).toBe(409);
    expect((await removeAs(owner, id)).status).toBe(409);
    expect((await setRole(owner, id, "admin")).status).toBe(409);
    expect((await membersOf(owner)).map(({ role }) => role).sort()).toEqual(["admin", "owner"]);
  });

  test("two owners who remove, lower or leave at once end with one", async () => {
    for (let round = 0; round < 5; round++) {
      const first = await aSession(api);
      const firstId = await idOf(first);
      const second = await aMember(api, first.platformId, "owner");
      const secondId = await idOf(second);
      await Promise.all([
        removeAs(first, secondId),
        round % 2 ? leaveAs(second) : removeAs(second, firstId),
        round % 3 ? setRole(first, firstId, "admin") : leaveAs(first),
      ]);
      const rows = await api.app.database.sql<{ role: Role }[]>`
        select role from memberships where platform_id = ${first.platformId} and ended_at is null and role = 'owner'`;
      expect(rows).toHaveLength(1);
    }
  });

  test("one who was removed has no session in the account, in any process, and cannot come back", async () => {
    const member = await aMember(api, owner.platformId, "finance");
    const other = anotherProcess(api, {}, { now: clock.now });
    try {
      const here = () => ask(listRequests, "GET /v2/request", member).then(({ status }) => status);
      const sent = readSessionToken(new Headers(member.bearer));
      const there = () => authEnvironmentOf(other).credentials.session(sent?.token ?? "");
      expect(await here()).toBe(200);
      expect(await there()).not.toBeNull();
      expect((await removeAs(owner, await idOf(member))).status).toBe(200);
      await expect.poll(here).toBe(401);
      await expect.poll(there).toBeNull();
      expect((await leaveAs(member)).status).toBe(401);
      expect(await actions(owner.platformId)).toContain("member.deleted");
    } finally {
      await other.close();
    }
  });

  test("a wallet that was removed from the account it opened does not get it back by signing in", async () => {
    const wallet = anEvmWallet();
    const founder = await aSession(api, { wallet: { address: wallet.address, family: "evm" } });
    const before = await aSession(api, { wallet: { address: wallet.address, family: "evm" } });
    const founderId = await idOf(founder);
    const second = await aMember(api, founder.platformId, "owner");
    expect((await removeAs(second, founderId)).status).toBe(200);
    // Also the session from before accounts had members.
    await expect
      .poll(() => ask(listRequests, "GET /v2/request", before).then(({ status }) => status))
      .toBe(401);
    const signIn = async () => verify(await signed(wallet, await aChallenge(wallet.address)));
    expect((await signIn()).status).toBe(403);
    const [row] = await api.app.database.db
      .select()
      .from(platforms)
      .where(eq(platforms.walletAddress, wallet.address));
    expect(row?.id).toBe(founder.platformId);
  });

  test("an admin decides where money goes, and it still goes to the wallet of the account alone", async () => {
    const admin = await aMember(api, owner.platformId, "admin");
    const body = { chainId: 11155111, tokenAddress: "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238" };
    const own = { ...body, walletAddress: admin.wallet?.address };
    expect((await ask(createDestination, "POST /v1/payee-destination", admin, { body: own })).status).toBe(
      400,
    );
    expect(await ask(createDestination, "POST /v1/payee-destination", admin, { body })).toMatchObject({
      status: 201,
      body: { walletAddress: owner.wallet?.address },
    });
  });

  test("by email own their account, invite, and are nobody's member", async () => {
    const byEmail = await aSession(api, { wallet: null });
    const { token } = await anInvitation(byEmail, "owner");
    expect(await readAs(stranger, token)).toMatchObject({ body: { inviter: "by email", role: "owner" } });
    const ours = await anInvitation(owner, "viewer");
    expect(await acceptAs(byEmail, ours.token)).toMatchObject({ status: 403, code: "forbidden" });
    expect((await acceptAs(stranger, token)).status).toBe(200);
    expect((await leaveAs(byEmail)).status).toBe(409);
  });

  test("sees and ends their own sessions alone, unless they are an owner", async () => {
    const viewer = await aMember(api, owner.platformId, "viewer");
    const at = "/v1/dashboard/sessions";
    expect((await ask(sessionsOf, `GET ${at}`, viewer)).body).toMatchObject([{ isCurrent: true }]);
    expect((await ask(sessionsOf, `GET ${at}`, owner)).body).toHaveLength(2);
    expect((await ask(endOthers, `DELETE ${at}`, viewer)).body).toEqual({ ended: 0 });
    expect((await ask(endOthers, `DELETE ${at}`, owner)).body).toEqual({ ended: 1 });
  });
});
