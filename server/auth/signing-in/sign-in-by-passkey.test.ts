import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as accounts } from "@/app/v1/accounts/route";
import { POST as askJoin } from "@/app/v1/auth/invitations/[token]/passkey/challenge/route";
import { POST as join } from "@/app/v1/auth/invitations/[token]/passkey/route";
import { GET as readAsGuest } from "@/app/v1/auth/invitations/[token]/route";
import { POST as joinByWallet } from "@/app/v1/auth/invitations/[token]/wallet/route";
import { POST as askSignIn } from "@/app/v1/auth/passkey/challenge/route";
import { POST as signIn } from "@/app/v1/auth/passkey/verify/route";
import { GET as sessionsOf } from "@/app/v1/dashboard/sessions/route";
import { DELETE as removeMember } from "@/app/v1/members/[id]/route";
import { POST as invite } from "@/app/v1/members/invitations/route";
import { GET as listMembers } from "@/app/v1/members/route";
import { DELETE as remove, PATCH as rename } from "@/app/v1/passkeys/[id]/route";
import { POST as askRegister } from "@/app/v1/passkeys/challenge/route";
import { POST as add, GET as list } from "@/app/v1/passkeys/route";
import { auditLog, people, platforms, sessions } from "@/db/schema";
import type { Member } from "@/server/auth/members/schema";
import type { Passkey, PasskeyCreation, PasskeyRequest } from "@/server/auth/passkeys/schema";
import type { EndpointHandler } from "@/server/http/endpoint";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { TestAuthenticator } from "@/server/testing/authenticator";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { aChallenge, anEvmWallet, signed, tokenHash, tokenOf, verify } from "@/server/testing/sign-in";
import { confirming } from "@/server/testing/step-up";

const SITE = { origin: "https://pay.shop.example", rpId: "pay.shop.example" };

let api: TestApi;
const clock = new ManualClock();
let owner: TestSession;

beforeAll(async () => {
  // Whoever is invited comes in where nobody may register.
  api = await startTestApi(
    { DASHBOARD_URL: `${SITE.origin}/dashboard`, REGISTRATION: "closed" },
    { now: clock.now },
  );
});
afterAll(() => api?.close());
beforeEach(async () => {
  owner = await aSession(api);
});

type Headers = Record<string, string>;

/** All of them, so that whoever is asked for a proof has theirs. */
const authenticators: TestAuthenticator[] = [];
function anAuthenticator(...made: ConstructorParameters<typeof TestAuthenticator>): TestAuthenticator {
  const authenticator = new TestAuthenticator(...made);
  authenticators.push(authenticator);
  return authenticator;
}

async function ask(
  handler: EndpointHandler,
  at: string,
  { headers = {}, params = {}, body }: { headers?: Headers; params?: Headers; body?: unknown } = {},
) {
  const [method = "", path = ""] = at.split(" ");
  const answer = await handler(
    new Request(`http://localhost${path}`, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { params: Promise.resolve(params) },
  );
  const text = await answer.clone().text();
  return { answer, status: answer.status, code: answer.headers.get("x-error-code"), body: JSON.parse(text) };
}

/** The session that an answer sets, as request headers. */
const sessionIn = (answer: Response): Headers => ({ authorization: `Bearer ${tokenOf(answer)}` });

async function anInvitation(role = "viewer"): Promise<string> {
  const { status, body } = await ask(confirming(invite, authenticators), "POST /v1/members/invitations", {
    headers: owner.bearer,
    body: { role },
  });
  expect(status).toBe(201);
  return body.token;
}

const userHandleOf = ({ options }: PasskeyCreation) => Buffer.from(options.user.id, "base64url").toString();

/** A new passkey in answer to what was asked for. */
function made(authenticator: TestAuthenticator, creation: PasskeyCreation, name?: string) {
  const { challengeId, options } = creation;
  const userHandle = userHandleOf(creation);
  const response = authenticator.create({ challenge: options.challenge, userHandle });
  return { challengeId, response, ...(name === undefined ? {} : { name }) };
}

async function joinBy(authenticator: TestAuthenticator, token: string) {
  const params = { token };
  const asked = await ask(askJoin, `POST /v1/auth/invitations/${token}/passkey/challenge`, { params });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  return ask(join, `POST /v1/auth/invitations/${token}/passkey`, {
    params,
    body: made(authenticator, asked.body),
  });
}

/** Somebody who came in by a passkey, and their session. */
async function aMemberByPasskey(role = "viewer") {
  const authenticator = anAuthenticator(SITE);
  const joined = await joinBy(authenticator, await anInvitation(role));
  expect(joined.status, JSON.stringify(joined.body)).toBe(201);
  return { authenticator, headers: sessionIn(joined.answer) };
}

async function signInBy(authenticator: TestAuthenticator) {
  const asked = await ask(askSignIn, "POST /v1/auth/passkey/challenge");
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  const { challengeId, options } = asked.body as PasskeyRequest;
  const response = authenticator.get(options.challenge);
  return ask(signIn, "POST /v1/auth/passkey/verify", { body: { challengeId, response } });
}

async function addBy(headers: Headers, authenticator: TestAuthenticator, answering: Headers = headers) {
  const asked = await ask(askRegister, "POST /v1/passkeys/challenge", { headers });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  return ask(confirming(add, authenticators), "POST /v1/passkeys", {
    headers: answering,
    body: made(authenticator, asked.body, "Office laptop"),
  });
}

async function passkeysOf(headers: Headers): Promise<Passkey[]> {
  const { status, body } = await ask(list, "GET /v1/passkeys", { headers });
  expect(status).toBe(200);
  return body;
}

const removeBy = (headers: Headers, id: string) =>
  ask(confirming(remove, authenticators), `DELETE /v1/passkeys/${id}`, { headers, params: { id } });
const isSignedIn = async (headers: Headers) =>
  (await ask(list, "GET /v1/passkeys", { headers })).status === 200;

describe("whoever is invited and has no wallet", () => {
  test("reads the invitation, comes in by a new passkey, and opens no account of their own", async () => {
    const token = await anInvitation();
    const guest = await ask(readAsGuest, `GET /v1/auth/invitations/${token}`, { params: { token } });
    expect(guest).toMatchObject({ status: 200, body: { role: "viewer", account: { id: owner.platformId } } });
    const before = await api.app.database.db.$count(platforms);
    const joined = await joinBy(anAuthenticator(SITE), token);
    expect(joined.status).toBe(201);
    const headers = sessionIn(joined.answer);
    expect((await ask(accounts, "GET /v1/accounts", { headers })).body).toMatchObject([
      { id: owner.platformId, role: "viewer", isSelected: true },
    ]);
    expect(await api.app.database.db.$count(platforms)).toBe(before);
    expect((await ask(listMembers, "GET /v1/members", { headers })).body).toMatchObject([
      { role: "owner", wallets: [owner.wallet?.address], passkeys: [], isYou: false },
      { role: "viewer", wallets: [], passkeys: ["This device"], isYou: true },
    ]);
    expect(
      await ask(confirming(invite, authenticators), "POST /v1/members/invitations", {
        headers,
        body: { role: "viewer" },
      }),
    ).toMatchObject({ status: 403, code: "role_missing" });
    expect((await ask(sessionsOf, "GET /v1/dashboard/sessions", { headers })).body).toMatchObject([
      { wallet: null, passkey: "This device", isCurrent: true },
    ]);
  });

  test("is refused by a used or unknown invitation, and leaves no person behind", async () => {
    const token = await anInvitation();
    const late = anAuthenticator(SITE);
    const params = { token };
    const asked = await ask(askJoin, `POST /v1/auth/invitations/${token}/passkey/challenge`, { params });
    expect((await joinBy(anAuthenticator(SITE), token)).status).toBe(201);
    const before = await api.app.database.db.$count(people);
    const second = await ask(join, `POST /v1/auth/invitations/${token}/passkey`, {
      params,
      body: made(late, asked.body),
    });
    expect(second).toMatchObject({ status: 403, code: "invitation_over" });
    expect(await ask(askJoin, "POST /x", { params: { token: "nobody's" } })).toMatchObject({ status: 404 });
    expect(await api.app.database.db.$count(people)).toBe(before);
    expect((await signInBy(late)).status).toBe(401);
  });

  test("comes in once for one invitation, of five at once", async () => {
    const token = await anInvitation();
    const params = { token };
    const asked = await Promise.all(Array.from({ length: 5 }, () => ask(askJoin, "POST /x", { params })));
    const answers = await Promise.all(
      asked.map(({ body }) => ask(join, "POST /x", { params, body: made(anAuthenticator(SITE), body) })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === "invitation_over")).toHaveLength(4);
  });
});

describe("whoever is invited and has a wallet, where registration is closed", () => {
  const wallet = () => anEvmWallet();
  const joinWith = async (one: ReturnType<typeof wallet>, token: string) =>
    ask(joinByWallet, `POST /v1/auth/invitations/${token}/wallet`, {
      params: { token },
      body: await signed(one, await aChallenge(one.address)),
    });
  const comeBack = async (one: ReturnType<typeof wallet>) =>
    verify(await signed(one, await aChallenge(one.address)));

  test("accepts by it, opens no account, and comes back by it until the membership ends", async () => {
    const invited = wallet();
    expect((await comeBack(invited)).headers.get("x-error-code")).toBe("registration_closed");
    const before = await api.app.database.db.$count(platforms);
    const joined = await joinWith(invited, await anInvitation("finance"));
    expect(joined.status, JSON.stringify(joined.body)).toBe(201);
    const back = await comeBack(invited);
    expect(back.status).toBe(200);
    for (const answer of [joined.answer, back]) {
      expect((await ask(accounts, "GET /v1/accounts", { headers: sessionIn(answer) })).body).toMatchObject([
        { id: owner.platformId, role: "finance", isSelected: true },
      ]);
    }
    expect(await api.app.database.db.$count(platforms)).toBe(before);
    const members = (await ask(listMembers, "GET /v1/members", { headers: owner.bearer })).body as Member[];
    const id = members.find(({ wallets }) => wallets.includes(invited.address))?.id ?? "";
    expect((await ask(removeMember, "DELETE /x", { headers: owner.bearer, params: { id } })).status).toBe(
      200,
    );
    expect((await comeBack(invited)).headers.get("x-error-code")).toBe("registration_closed");
  });

  test("is not let in by a used invitation or another's signature, and then is nobody", async () => {
    const token = await anInvitation();
    const first = wallet();
    const other = wallet();
    const challenge = await aChallenge(first.address);
    const forged = await ask(joinByWallet, "POST /x", {
      params: { token },
      body: await signed(other, challenge),
    });
    expect(forged).toMatchObject({ status: 401, code: "unauthorized" });
    expect((await joinWith(first, token)).status).toBe(201);
    const before = await api.app.database.db.$count(people);
    expect(await joinWith(other, token)).toMatchObject({ status: 403, code: "invitation_over" });
    expect(await joinWith(other, "nobody's")).toMatchObject({ status: 404 });
    expect(await api.app.database.db.$count(people)).toBe(before);
  });
});

describe("signing in by passkey", () => {
  test("names nobody, opens the account, and is written down with the passkey", async () => {
    const { authenticator } = await aMemberByPasskey();
    const back = await signInBy(authenticator);
    expect(back).toMatchObject({ status: 200, body: {} });
    expect(back.answer.headers.get("set-cookie")).toContain("Max-Age=900; HttpOnly; Secure; SameSite=Lax");
    expect((await passkeysOf(sessionIn(back.answer))).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    const log = await api.app.database.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.platformId, owner.platformId));
    expect(log.map(({ action, details }) => ({ action, details }))).toContainEqual({
      action: "session.created",
      details: { kind: "passkey", device: "Unknown program", wallet: null, passkey: "This device" },
    });
  });

  test("is stored as a kind that the release before knows, and listed as what it is", async () => {
    const { authenticator } = await aMemberByPasskey();
    const back = await signInBy(authenticator);
    const [stored] = await api.app.database.db
      .select()
      .from(sessions)
      .where(eq(sessions.tokenHash, tokenHash(tokenOf(back.answer))));
    expect(stored).toMatchObject({ kind: "wallet", walletAddress: null, passkeyId: expect.any(String) });
    const { body } = await ask(sessionsOf, "GET /v1/dashboard/sessions", { headers: sessionIn(back.answer) });
    expect(body).toContainEqual(
      expect.objectContaining({ id: stored?.id, kind: "passkey", passkey: "This device" }),
    );
  });

  test("says the same for a passkey that nobody has and for one of a wrong key", async () => {
    const { authenticator } = await aMemberByPasskey();
    const asked = await ask(askSignIn, "POST /v1/auth/passkey/challenge");
    const { challengeId, options } = asked.body as PasskeyRequest;
    const stranger = anAuthenticator(SITE);
    const response = stranger.get(options.challenge);
    const unknown = await ask(signIn, "POST /x", { body: { challengeId, response } });
    const wrong = await ask(signIn, "POST /x", {
      body: { challengeId, response: { ...response, id: authenticator.id, rawId: authenticator.id } },
    });
    expect(unknown).toMatchObject({ status: 401, code: "unauthorized" });
    expect({ status: wrong.status, body: wrong.body }).toEqual({ status: 401, body: unknown.body });
  });

  test("ends with the membership: a removed member's passkey opens nothing", async () => {
    const { authenticator, headers } = await aMemberByPasskey();
    const members = (await ask(listMembers, "GET /v1/members", { headers: owner.bearer })).body as Member[];
    const id = members.find(({ isYou }) => !isYou)?.id ?? "";
    expect(
      (
        await ask(confirming(removeMember, authenticators), "DELETE /x", {
          headers: owner.bearer,
          params: { id },
        })
      ).status,
    ).toBe(200);
    expect(await isSignedIn(headers)).toBe(false);
    expect(await signInBy(authenticator)).toMatchObject({ status: 403, code: "forbidden" });
  });

  test("takes an unused session away after 15 minutes", async () => {
    const { headers } = await aMemberByPasskey();
    clock.advance(15 * 60_000);
    expect(await isSignedIn(headers)).toBe(false);
  });
});

describe("one's own passkeys", () => {
  test("are added, named and removed, and never the last way in", async () => {
    const { authenticator, headers } = await aMemberByPasskey();
    const [first] = await passkeysOf(headers);
    expect(await removeBy(headers, first?.id ?? "")).toMatchObject({ status: 409, code: "conflict" });
    const second = anAuthenticator(SITE, { isSynced: true });
    expect(await addBy(headers, second)).toMatchObject({
      status: 201,
      body: { name: "Office laptop", isSynced: true, lastUsedAt: null, isCurrent: false },
    });
    const renamed = await ask(rename, "PATCH /x", {
      headers,
      params: { id: first?.id ?? "" },
      body: { name: "Old phone" },
    });
    expect(renamed).toMatchObject({ status: 200, body: { name: "Old phone", isCurrent: true } });
    const bySecond = sessionIn((await signInBy(second)).answer);
    expect((await removeBy(bySecond, first?.id ?? "")).status).toBe(200);
    // What the removed one had opened is over, what the other one opened is not.
    expect(await isSignedIn(headers)).toBe(false);
    expect((await passkeysOf(bySecond)).map(({ name }) => name)).toEqual(["Office laptop"]);
    expect((await signInBy(authenticator)).status).toBe(401);
    expect((await signInBy(second)).status).toBe(200);
    const log = await api.app.database.db
      .select({ action: auditLog.action })
      .from(auditLog)
      .where(eq(auditLog.platformId, owner.platformId));
    const actions = log.map(({ action }) => action);
    expect(actions).toContain("passkey.created");
    expect(actions).toContain("passkey.deleted");
  });

  test("of a wallet's owner open the account of the wallet", async () => {
    const authenticator = anAuthenticator(SITE);
    expect((await addBy(owner.bearer, authenticator)).status).toBe(201);
    const headers = sessionIn((await signInBy(authenticator)).answer);
    expect((await ask(accounts, "GET /v1/accounts", { headers })).body).toMatchObject([
      { id: owner.platformId, role: "owner", isSelected: true },
    ]);
  });

  test("are not reached by others, not even of the same account", async () => {
    const { headers } = await aMemberByPasskey();
    const [own] = await passkeysOf(headers);
    const id = own?.id ?? "";
    expect(await passkeysOf(owner.bearer)).toEqual([]);
    expect((await removeBy(owner.bearer, id)).status).toBe(404);
    const body = { name: "Mine now" };
    const renamed = await ask(rename, "PATCH /x", { headers: owner.bearer, params: { id }, body });
    expect(renamed.status).toBe(404);
  });

  test("are not added by the answer to another session's challenge", async () => {
    const { headers } = await aMemberByPasskey();
    const added = await addBy(owner.bearer, anAuthenticator(SITE), headers);
    expect(added).toMatchObject({ status: 400, code: "validation_failed" });
    expect(await passkeysOf(headers)).toHaveLength(1);
    expect(await passkeysOf(owner.bearer)).toEqual([]);
  });

  test("two that are removed at once leave one", async () => {
    const { headers } = await aMemberByPasskey();
    await addBy(headers, anAuthenticator(SITE));
    const both = await passkeysOf(headers);
    const answers = await Promise.all(both.map(({ id }) => removeBy(headers, id)));
    const [done, refused] = answers.map(({ status }) => status).sort();
    expect(done).toBe(200);
    // The second is the last way in, or was confirmed by the passkey that the first removed.
    expect([403, 409]).toContain(refused);
    // Asked of the database: the session may have ended with the passkey that it began with.
    const ids = both.map(({ id }) => id);
    const left = await api.app.database
      .sql`select id from passkeys where id in ${api.app.database.sql(ids)} and removed_at is null`;
    expect(left).toHaveLength(1);
  });
});
