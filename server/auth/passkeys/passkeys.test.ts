import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { auditLog, memberships, passkeys, people } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { NewPasskeyAnswer, PasskeyAnswer } from "@/server/auth/passkeys/answers";
import { createPasskeyChallenge } from "@/server/auth/passkeys/challenges";
import { CounterWentBack, inTransactionOfPasskey } from "@/server/auth/passkeys/counter-went-back";
import { storePasskey, verifyNewPasskey } from "@/server/auth/passkeys/register-passkey";
import {
  checkAssertion,
  type ExpectedChallenge,
  takeAssertion,
  verifyAssertion,
} from "@/server/auth/passkeys/verify-assertion";
import { inTransaction } from "@/server/context";
import { newId } from "@/server/lib/ids";
import { createPlatform } from "@/server/platforms/create-platform";
import { startTestApi, type TestApi } from "@/server/testing/api";
import {
  cborArray,
  cborBytes,
  cborMap,
  cborText,
  type Deviation,
  TestAuthenticator,
} from "@/server/testing/authenticator";
import { ManualClock } from "@/server/testing/manual-clock";

const SITE = { origin: "https://pay.shop.example", rpId: "pay.shop.example" };
const REFUSED = { code: "unauthorized", message: "This passkey is not known here, or did not sign this" };
const NOT_MADE = {
  code: "validation_failed",
  message: "This passkey was not made for this service, or not for this call",
};
const USED_UP = { code: "unauthorized", message: "Challenge is unknown, expired or used already" };

let api: TestApi;
const clock = new ManualClock();
let personId: string;

beforeAll(async () => {
  api = await startTestApi({ DASHBOARD_URL: `${SITE.origin}/dashboard` }, { now: clock.now });
});
afterAll(() => api?.close());
beforeEach(async () => {
  personId = await aPerson();
});

const ctx = () => api.app.context(systemCaller(""));

function aPerson(): Promise<string> {
  return inTransaction(ctx(), async (tx) => {
    const createdAt = tx.now();
    const id = newId(createdAt);
    await tx.db.insert(people).values({ id, createdAt });
    return id;
  });
}

const challengeFor = (
  purpose: "signIn" | "register" | "join",
  { sessionId = null, person = null }: { sessionId?: string | null; person?: string | null } = {},
) => inTransaction(ctx(), (tx) => createPasskeyChallenge(tx, { purpose, sessionId, personId: person }));

const register = (
  challengeId: string,
  response: NewPasskeyAnswer,
  {
    purpose = "register",
    sessionId = null,
  }: { purpose?: "register" | "join"; sessionId?: string | null } = {},
) =>
  inTransaction(ctx(), async (tx) =>
    storePasskey(tx, await verifyNewPasskey(tx, { challengeId, purpose, sessionId, name: null, response })),
  );

/** A passkey that is stored for a person. */
async function aPasskey(of = personId, options: { isSynced?: boolean } = {}): Promise<TestAuthenticator> {
  const authenticator = new TestAuthenticator(SITE, options);
  const { id, challenge } = await challengeFor("register", { person: of });
  await register(id, authenticator.create({ challenge, userHandle: of }));
  return authenticator;
}

const answer = (challenge: ExpectedChallenge, response: PasskeyAnswer) =>
  inTransactionOfPasskey(ctx(), (tx) => verifyAssertion(tx, { challenge, response }));

const sign = (digest: `0x${string}`, response: PasskeyAnswer, of: string) =>
  inTransactionOfPasskey(ctx(), async (tx) => {
    const checked = await checkAssertion(ctx(), { digest, personId: of, response });
    await takeAssertion(tx, checked);
    return checked;
  });

/** Signs in with a passkey whose answer may be wrong. */
async function signIn(authenticator: TestAuthenticator, deviation: Deviation = {}) {
  const { id, challenge } = await challengeFor("signIn");
  return answer({ id, purpose: "signIn", sessionId: null }, authenticator.get(challenge, deviation));
}

async function rowOf(authenticator: TestAuthenticator) {
  const [row] = await api.app.database.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, authenticator.credentialId.toString("hex")));
  if (!row) throw new Error("the passkey is not stored");
  return row;
}

describe("a passkey", () => {
  test("is stored with what its authenticator says, and signs its person in again and again", async () => {
    const authenticator = await aPasskey();
    expect(await rowOf(authenticator)).toMatchObject({
      personId,
      counter: 0,
      transports: ["internal"],
      isSyncable: false,
      isBackedUp: false,
      name: "This device",
      lastUsedAt: null,
    });
    for (const counter of [1, 2]) {
      expect(await signIn(authenticator)).toMatchObject({ personId, passkey: { name: "This device" } });
      expect(await rowOf(authenticator)).toMatchObject({ counter, lastUsedAt: clock.now() });
    }
  });

  test("that is synced does not count, and says that it is synced", async () => {
    const authenticator = await aPasskey(personId, { isSynced: true });
    expect(await rowOf(authenticator)).toMatchObject({ isSyncable: true, isBackedUp: true });
    for (let i = 0; i < 2; i++) expect(await signIn(authenticator)).toMatchObject({ personId });
    expect(await rowOf(authenticator)).toMatchObject({ counter: 0 });
  });

  test("of one person is worth nothing for another, nor once it is removed", async () => {
    const authenticator = await aPasskey();
    const digest = `0x${"ab".repeat(32)}` as const;
    const challenge = Buffer.from(digest.slice(2), "hex").toString("base64url");
    await expect(sign(digest, authenticator.get(challenge), await aPerson())).rejects.toMatchObject(REFUSED);
    expect(await sign(digest, authenticator.get(challenge), personId)).toMatchObject({ personId });
    await expect(signIn(authenticator, { userHandle: await aPerson() })).rejects.toMatchObject(REFUSED);
    await api.app.database.db
      .update(passkeys)
      .set({ removedAt: clock.now() })
      .where(eq(passkeys.personId, personId));
    await expect(signIn(authenticator)).rejects.toMatchObject(REFUSED);
  });
});

describe("an answer that must not count", () => {
  const wrong: [string, Deviation][] = [
    ["made on another page", { origin: "https://pay-shop.example" }],
    ["made on another port", { origin: "https://pay.shop.example:8443" }],
    ["made without TLS", { origin: "http://pay.shop.example" }],
    ["made inside a page of another origin", { crossOrigin: true }],
    ["made for another RP ID", { rpId: "shop.example" }],
    ["made where the person was not recognised", { isUserVerified: false }],
    ["made where nobody was there", { isUserPresent: false }],
  ];

  test.each(wrong)("%s: refused when signing in", async (_, deviation) => {
    const authenticator = await aPasskey();
    await expect(signIn(authenticator, deviation)).rejects.toMatchObject(REFUSED);
    expect(await rowOf(authenticator)).toMatchObject({ counter: 0, lastUsedAt: null });
  });

  test.each(wrong)("%s: refused for a new passkey", async (_, deviation) => {
    const { id, challenge } = await challengeFor("register", { person: personId });
    const made = new TestAuthenticator(SITE).create({ challenge, userHandle: personId }, deviation);
    await expect(register(id, made)).rejects.toMatchObject(NOT_MADE);
  });

  test("is one of a new passkey in place of a sign-in, and the other way round", async () => {
    const authenticator = await aPasskey();
    await expect(signIn(authenticator, { type: "webauthn.create" })).rejects.toMatchObject(REFUSED);
    const { id, challenge } = await challengeFor("register", { person: personId });
    const made = new TestAuthenticator(SITE).create({ challenge }, { type: "webauthn.get" });
    await expect(register(id, made)).rejects.toMatchObject(NOT_MADE);
  });

  test("is one that was sent before, also by ten at once", async () => {
    const authenticator = await aPasskey(personId, { isSynced: true });
    const { id, challenge } = await challengeFor("signIn");
    const response = authenticator.get(challenge);
    const expected = { id, purpose: "signIn", sessionId: null } as const;
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => answer(expected, response)));
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(answer(expected, response)).rejects.toMatchObject(USED_UP);
    const next = await challengeFor("signIn");
    await expect(answer({ ...expected, id: next.id }, response)).rejects.toMatchObject(REFUSED);
  });

  test("is one to a challenge that is over, of another purpose or of another session", async () => {
    const authenticator = await aPasskey();
    const own = await challengeFor("signIn", { sessionId: "session-a" });
    const response = authenticator.get(own.challenge);
    for (const [purpose, sessionId] of [
      ["signIn", "session-b"],
      ["signIn", null],
      ["register", "session-a"],
    ] as const) {
      await expect(answer({ id: own.id, purpose, sessionId }, response)).rejects.toMatchObject(USED_UP);
    }
    clock.advance(5 * 60_000);
    await expect(
      answer({ id: own.id, purpose: "signIn", sessionId: "session-a" }, response),
    ).rejects.toMatchObject(USED_UP);
  });

  test("is one over another digest", async () => {
    const authenticator = await aPasskey();
    const digestOf = (text: string) => createHash("sha256").update(text).digest();
    const response = authenticator.get(digestOf("pay 1").toString("base64url"));
    const other = `0x${digestOf("pay 2").toString("hex")}` as const;
    await expect(sign(other, response, personId)).rejects.toMatchObject(REFUSED);
  });

  test("is one with a signature of another key", async () => {
    const authenticator = await aPasskey();
    const another = await aPasskey();
    const { id, challenge } = await challengeFor("signIn");
    const response = { ...another.get(challenge), id: authenticator.id, rawId: authenticator.id };
    await expect(answer({ id, purpose: "signIn", sessionId: null }, response)).rejects.toMatchObject(REFUSED);
  });

  test("is one of a passkey that nobody stored, in the words of a wrong one", async () => {
    await expect(signIn(new TestAuthenticator(SITE))).rejects.toMatchObject(REFUSED);
  });
});

describe("a counter that goes back", () => {
  test("is refused and told in every account of the person, and leaves the count where it was", async () => {
    const authenticator = await aPasskey();
    const platformId = await inTransaction(ctx(), async (tx) => {
      const { id } = await createPlatform(tx, { name: "Shop", walletAddress: null });
      const createdAt = tx.now();
      await tx.db
        .insert(memberships)
        .values({ id: newId(createdAt), platformId: id, personId, role: "viewer", createdAt });
      return id;
    });
    expect(await signIn(authenticator, { counter: 7 })).toMatchObject({ personId });
    for (const counter of [7, 6, 0]) {
      await expect(signIn(authenticator, { counter })).rejects.toBeInstanceOf(CounterWentBack);
    }
    const { id } = await rowOf(authenticator);
    const told = await api.app.database.db.select().from(auditLog).where(eq(auditLog.platformId, platformId));
    expect(told.map(({ action, subject, details }) => ({ action, subject, details }))).toEqual(
      [7, 6, 0].map((counter) => ({
        action: "passkey.rejected",
        subject: id,
        details: { name: "This device", counter, counterBefore: 7 },
      })),
    );
    expect(await signIn(authenticator, { counter: 8 })).toMatchObject({ personId });
  });

  test("is no reason to write anything where the signature is wrong too", async () => {
    const authenticator = await aPasskey();
    await signIn(authenticator, { counter: 7 });
    const other = await challengeFor("signIn");
    const response = authenticator.get(other.challenge, { counter: 3 });
    const { id } = await challengeFor("signIn");
    await expect(answer({ id, purpose: "signIn", sessionId: null }, response)).rejects.toMatchObject(REFUSED);
  });
});

describe("a new passkey that must not be stored", () => {
  test("is one that is stored already, whoever brings it", async () => {
    const authenticator = await aPasskey();
    for (const person of [personId, await aPerson()]) {
      const { id, challenge } = await challengeFor("register", { person });
      const again = authenticator.create({ challenge, userHandle: person });
      await expect(register(id, again)).rejects.toMatchObject({ code: "conflict" });
    }
    expect(await rowOf(authenticator)).toMatchObject({ personId });
  });

  test("is one for a challenge of another session or purpose, or that was answered before", async () => {
    const { id, challenge } = await challengeFor("register", { person: personId, sessionId: "session-a" });
    const made = new TestAuthenticator(SITE).create({ challenge, userHandle: personId });
    const spent = { ...USED_UP, code: "validation_failed" };
    for (const wrong of [
      { sessionId: "session-b" },
      { sessionId: null },
      { sessionId: "session-a", purpose: "join" },
    ] as const) {
      await expect(register(id, made, wrong)).rejects.toMatchObject(spent);
    }
    await register(id, made, { sessionId: "session-a" });
    await expect(register(id, made, { sessionId: "session-a" })).rejects.toMatchObject(spent);
  });

  test("is one with certificates, whose lists of revoked ones are not fetched", async () => {
    let calls = 0;
    const server = createServer((_, response) => {
      calls += 1;
      response.end();
    });
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    const { port } = server.address() as AddressInfo;
    const statement = cborMap([
      [cborText("alg"), cborText("ES256")],
      [cborText("x5c"), cborArray([cborBytes(Buffer.from(`http://127.0.0.1:${port}/revoked`))])],
    ]);
    for (const format of ["packed", "android-key", "tpm", "apple", "fido-u2f", "unknown"]) {
      const { id, challenge } = await challengeFor("register", { person: personId });
      const attestation = { format, statement };
      const made = new TestAuthenticator(SITE).create({ challenge, userHandle: personId }, { attestation });
      await expect(register(id, made)).rejects.toMatchObject(NOT_MADE);
    }
    await new Promise((closed) => server.close(closed));
    expect(calls).toBe(0);
  });

  test("is more than one person needs", async () => {
    for (let i = 0; i < 20; i++) await aPasskey();
    await expect(aPasskey()).rejects.toMatchObject({ code: "conflict" });
  });
});

test("where the dashboard is at an IP address, passkeys are refused with the reason", async () => {
  const config = { ...api.app.config, urls: { ...api.app.config.urls, dashboard: "http://127.0.0.1:3000" } };
  const response = new TestAuthenticator(SITE).get("AAAA");
  await expect(
    inTransaction({ ...ctx(), config }, (tx) =>
      verifyAssertion(tx, {
        challenge: { id: "x", purpose: "signIn", sessionId: null },
        response,
      }),
    ),
  ).rejects.toMatchObject({ code: "passkeys_unavailable", message: expect.stringContaining("127.0.0.1") });
});
