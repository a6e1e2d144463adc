import { and, eq, isNull, sql } from "drizzle-orm";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as select } from "@/app/v1/accounts/[id]/select/route";
import { POST as rotateKey } from "@/app/v1/api-keys/[id]/rotate/route";
import { DELETE as revokeKey } from "@/app/v1/api-keys/[id]/route";
import { POST as createKey, GET as listKeys } from "@/app/v1/api-keys/route";
import { POST as login } from "@/app/v1/auth/login/route";
import { POST as register } from "@/app/v1/auth/register/route";
import { PUT as putSettings, GET as readSettings } from "@/app/v1/dashboard/step-up/route";
import { POST as invite } from "@/app/v1/members/invitations/route";
import type { Role } from "@/db/roles";
import { memberships, personWallets, platforms, sessions, stepUps } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { OperationId } from "@/server/auth/operations/operations";
import { typedDataOf } from "@/server/auth/proofs/consent";
import { consentHash } from "@/server/auth/proofs/consent-hash";
import { serviceOf } from "@/server/auth/proofs/proof-request";
import { createSession } from "@/server/auth/sessions";
import { NEEDS_STEP_UP } from "@/server/auth/step-up/operations";
import type { StepUpAsked } from "@/server/auth/step-up/schema";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { inTransaction } from "@/server/context";
import { announceCredentialChange } from "@/server/platforms/announce-credential-change";
import { createOrchestrator } from "@/server/platforms/orchestrators/create";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aMember, aSession, type TestSession } from "@/server/testing/credentials";
import { tokenOf } from "@/server/testing/data/stored";
import { EVERY_OPERATION } from "@/server/testing/every-operation";
import { ManualClock } from "@/server/testing/manual-clock";
import { type Answered, send } from "@/server/testing/send";
import { tokenOf as cookieTokenOf } from "@/server/testing/sign-in";
import { askedOf, confirm, prove, sendConfirmed, signProof } from "@/server/testing/step-up";

const SOME_ID = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
const KEYS = "/v1/api-keys";

const clock = new ManualClock();
let api: TestApi;
let signer: PrivateKeyAccount;
let owner: TestSession;

beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ signer, session: owner } = await aHeldOwner());
});

const db = () => api.app.database.db;

/** Whoever owns an account in which every session confirms its changes. */
async function aHeldOwner(): Promise<{ signer: PrivateKeyAccount; session: TestSession }> {
  const signer = privateKeyToAccount(generatePrivateKey());
  const session = await aSession(api, { wallet: { address: signer.address, family: "evm" } });
  await hold(session.platformId);
  return { signer, session };
}

const hold = (platformId: string) =>
  db().update(platforms).set({ hasStepUpForEverySession: true }).where(eq(platforms.id, platformId));

/** Another session of the same person in the same account. */
async function anotherSession({ platformId, wallet }: TestSession): Promise<{ authorization: string }> {
  const [person] = await db()
    .select()
    .from(personWallets)
    .where(eq(personWallets.address, wallet?.address ?? ""));
  const { token } = await inTransaction(api.app.context(systemCaller(platformId)), (tx) =>
    createSession(tx, {
      platformId,
      wallet: wallet && { ...wallet, chainId: EVERY_CHAIN },
      personId: person?.personId ?? null,
    }),
  );
  return { authorization: `Bearer ${token}` };
}

type Headers = Record<string, string>;
const make = (headers: Headers, label = "till", more: Headers = {}) =>
  send(createKey, KEYS, { method: "POST", headers: { ...headers, ...more }, body: { label } });
const keysOf = async (headers: Headers) =>
  (await send(listKeys, KEYS, { headers })).body.map(({ label }: { label: string }) => label);
const codeOf = ({ headers }: Answered) => headers.get("x-error-code");

/** What was asked of a call that makes a key, proven. */
async function aProof(headers: Headers = owner.bearer, by = signer): Promise<{ "x-step-up": string }> {
  return confirm(headers, by, askedOf(await make(headers)));
}

describe("a change that needs a fresh proof", () => {
  test("is refused without one, says what it is, and is made once with one", async () => {
    const refused = await make(owner.bearer);
    const asked = askedOf(refused);
    expect(refused.body.message).toBe("Confirm this with a wallet or passkey that you sign in with");
    expect(asked.action).toBe('Make an API key: "till", may do everything that keys can');
    expect(asked.account).toContain(owner.platformId);
    expect(await keysOf(owner.bearer)).toEqual([]);
    const proof = await confirm(owner.bearer, signer, asked);
    expect((await make(owner.bearer, "till", proof)).status).toBe(201);
    expect(await keysOf(owner.bearer)).toEqual(["till"]);
    expect(codeOf(await make(owner.bearer, "till", proof))).toBe("step_up_required");
    expect(await keysOf(owner.bearer)).toEqual(["till"]);
  });

  test("leaves the consent behind: what was shown, what was signed and by which wallet", async () => {
    const proof = await aProof();
    await make(owner.bearer, "till", proof);
    const [row] = await db().select().from(stepUps).where(eq(stepUps.id, proof["x-step-up"]));
    expect(row).toMatchObject({ operation: "createApiKey", credential: { address: signer.address } });
    expect(row?.usedAt).toEqual(clock.now());
    const { digest, action, account, expiresAt } = row ?? ({} as never);
    const consent = {
      purpose: "step-up",
      digest: `0x${digest.slice(2)}`,
      action,
      account,
      expiresAt,
    } as const;
    expect(row?.evidence).toMatchObject({ signed: typedDataOf(serviceOf(api.app.config), consent) });
  });

  test("costs no proof where it is refused afterwards", async () => {
    const rotate = (more: Headers) =>
      send(rotateKey, `${KEYS}/${SOME_ID}/rotate`, {
        method: "POST",
        headers: { ...owner.bearer, ...more },
        body: {},
        params: { id: SOME_ID },
      });
    const proof = await confirm(owner.bearer, signer, askedOf(await rotate({})));
    for (let attempt = 0; attempt < 2; attempt++) expect((await rotate(proof)).status).toBe(404);
  });

  test("is checked for its form before a proof is asked for", async () => {
    const answer = await send(createKey, KEYS, { method: "POST", headers: owner.bearer, body: {} });
    expect(codeOf(answer)).toBe("validation_failed");
  });

  test("that was done already is answered again by its Idempotency-Key without a second proof", async () => {
    // A first call makes the session's wallet a person, as a sign-in does.
    await make(owner.bearer);
    const headers = await anotherSession(owner);
    const once = { "idempotency-key": "one" };
    const proof = await confirm(headers, signer, askedOf(await make(headers, "till", once)));
    const made = await make(headers, "till", { ...once, ...proof });
    const again = await make(headers, "till", once);
    expect([made.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(made.body);
    expect(await keysOf(owner.bearer)).toEqual(["till"]);
  });

  test("takes rights away without one, in an emergency", async () => {
    await make(owner.bearer, "till", await aProof());
    const [key] = (await send(listKeys, KEYS, { headers: owner.bearer })).body;
    const path = `${KEYS}/${key.id}`;
    const gone = await send(revokeKey, path, {
      method: "DELETE",
      headers: owner.bearer,
      params: { id: key.id },
    });
    expect(gone.status).toBe(200);
  });

  test("needs none in an account that asks for none", async () => {
    expect((await make((await aSession(api)).bearer)).status).toBe(201);
  });
});

describe("a proof is worth nothing", () => {
  /** Nothing is made with this proof by these credentials, and the proof still works for what it was made for. */
  async function refuses(attempt: (proof: Headers) => Promise<Answered>): Promise<void> {
    const proof = await aProof();
    expect(codeOf(await attempt(proof))).toMatch(/^(?:step_up_required|proof_refused)$/);
    expect(await keysOf(owner.bearer)).toEqual([]);
    expect((await make(owner.bearer, "till", proof)).status).toBe(201);
  }

  test("in another session of the same person", async () => {
    const other = await anotherSession(owner);
    await refuses((proof) => make(other, "till", proof));
    const asked = askedOf(await make(owner.bearer));
    expect((await prove(other, asked.id, await signProof(signer, asked.sign))).status).toBe(404);
  });

  test("in another account, and another person proves nothing here", async () => {
    const stranger = await aHeldOwner();
    await refuses((proof) => make(stranger.session.bearer, "till", proof));
    const asked = askedOf(await make(owner.bearer));
    const signed = await signProof(signer, asked.sign);
    expect((await prove(stranger.session.bearer, asked.id, signed)).status).toBe(404);
    const { address } = stranger.signer;
    const { typedData } = asked.sign.wallets[0] ?? {};
    const signature = await stranger.signer.signTypedData(typedData as never);
    for (const claimed of [address, signer.address]) {
      const proof = { kind: "wallet", address: claimed, signature };
      expect(codeOf(await prove(owner.bearer, asked.id, proof))).toBe("proof_refused");
    }
  });

  test("for another account of the same person, after the session acts there", async () => {
    const proof = await aProof();
    const theirs = await aHeldOwner();
    const [person] = await db().select().from(personWallets).where(eq(personWallets.address, signer.address));
    await db()
      .insert(memberships)
      .values({
        id: SOME_ID,
        platformId: theirs.session.platformId,
        personId: person?.personId ?? "",
        role: "owner",
        createdAt: clock.now(),
      });
    const id = theirs.session.platformId;
    await send(select, `/v1/accounts/${id}/select`, {
      method: "POST",
      headers: owner.bearer,
      params: { id },
    });
    expect(codeOf(await make(owner.bearer, "till", proof))).toBe("step_up_required");
    expect(await keysOf(owner.bearer)).toEqual([]);
    await db().delete(memberships).where(eq(memberships.id, SOME_ID));
  });

  test("for another operation", () =>
    refuses((proof) =>
      send(invite, "/v1/members/invitations", {
        method: "POST",
        headers: { ...owner.bearer, ...proof },
        body: { role: "admin" },
      }),
    ));

  test("for another body, by one byte", () => refuses((proof) => make(owner.bearer, "tilL", proof)));

  test("for another query", () =>
    refuses((proof) =>
      send(createKey, `${KEYS}?a=b`, {
        method: "POST",
        headers: { ...owner.bearer, ...proof },
        body: { label: "till" },
      }),
    ));

  test("for another path", async () => {
    const rotate = (id: string, more: Headers = {}) =>
      send(rotateKey, `${KEYS}/${id}/rotate`, {
        method: "POST",
        headers: { ...owner.bearer, ...more },
        body: {},
        params: { id },
      });
    const proof = await confirm(owner.bearer, signer, askedOf(await rotate(SOME_ID)));
    const other = SOME_ID.replace(/V$/, "W");
    expect(codeOf(await rotate(other, proof))).toBe("step_up_required");
    expect(codeOf(await rotate(SOME_ID, proof))).toBe("not_found");
  });

  test("before it was given, when it is nobody's, and when it is no ID", async () => {
    const asked = askedOf(await make(owner.bearer));
    for (const id of [asked.id, SOME_ID, "' or 1=1", ""]) {
      expect(codeOf(await make(owner.bearer, "till", { "x-step-up": id }))).toBe("step_up_required");
    }
    expect(await keysOf(owner.bearer)).toEqual([]);
  });

  test("after five minutes, given or not", async () => {
    const proof = await aProof();
    const asked = askedOf(await make(owner.bearer));
    const signed = await signProof(signer, asked.sign);
    clock.advance(5 * 60_000);
    expect(codeOf(await make(owner.bearer, "till", proof))).toBe("step_up_required");
    expect(codeOf(await prove(owner.bearer, asked.id, signed))).toBe("proof_refused");
    expect(await keysOf(owner.bearer)).toEqual([]);
  });

  test("a second time, also for calls of the same moment", async () => {
    const proof = await aProof();
    const answers = await Promise.all(Array.from({ length: 8 }, () => make(owner.bearer, "till", proof)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await keysOf(owner.bearer)).toEqual(["till"]);
  });

  test("when it was signed as an approval, or for another digest", async () => {
    const asked = askedOf(await make(owner.bearer));
    const other = askedOf(await make(owner.bearer));
    const service = serviceOf(api.app.config);
    const approval = { ...consentOf(asked), purpose: "approval" } as const;
    for (const consent of [approval, consentOf(other)]) {
      const signature = await signer.sign({ hash: consentHash(service, consent) });
      const proof = { kind: "wallet", address: signer.address, signature };
      expect(codeOf(await prove(owner.bearer, asked.id, proof))).toBe("proof_refused");
    }
  });

  test("once its wallet is none of the person's, also where it was given before", async () => {
    const proof = await aProof();
    const asked = askedOf(await make(owner.bearer));
    const isTheirs = eq(personWallets.address, signer.address);
    const [wallet] = await db().delete(personWallets).where(isTheirs).returning();
    expect(codeOf(await make(owner.bearer, "till", proof))).toBe("proof_refused");
    const signed = await signProof(signer, asked.sign);
    expect(codeOf(await prove(owner.bearer, asked.id, signed))).toBe("proof_refused");
    expect(await keysOf(owner.bearer)).toEqual([]);
    if (wallet) await db().insert(personWallets).values(wallet);
  });

  test("once the membership has ended, or the role is lowered below the operation", async () => {
    for (const role of ["admin", "viewer"] as const) {
      const by = privateKeyToAccount(generatePrivateKey());
      const member = await aMemberWhoSigns(by, "admin");
      const proof = await aProof(member.bearer, by);
      await changeMembership(member, role === "viewer" ? { role } : { endedAt: clock.now() });
      const answer = await make(member.bearer, "till", proof);
      expect(codeOf(answer)).toBe(role === "viewer" ? "role_missing" : "unauthorized");
      expect(await keysOf(owner.bearer)).toEqual([]);
    }
  });

  test("once its session has ended, also where a process still remembers it", async () => {
    const proof = await aProof();
    await db().delete(sessions).where(eq(sessions.id, owner.sessionId));
    expect(codeOf(await make(owner.bearer, "till", proof))).toBe("unauthorized");
  });
});

async function aMemberWhoSigns(by: PrivateKeyAccount, role: Role): Promise<TestSession> {
  const own = await aSession(api, { wallet: { address: by.address, family: "evm" } });
  const member = await aMember(api, owner.platformId, role);
  // The member's random wallet becomes one whose key the test has.
  await db()
    .update(personWallets)
    .set({ address: by.address })
    .where(eq(personWallets.address, member.wallet?.address ?? ""));
  await db().delete(sessions).where(eq(sessions.id, own.sessionId));
  return { ...member, wallet: { address: by.address, family: "evm" } };
}

async function changeMembership(
  { platformId, sessionId }: TestSession,
  change: { role?: Role; endedAt?: Date },
): Promise<void> {
  const [session] = await db().select().from(sessions).where(eq(sessions.id, sessionId));
  const isTheirs = and(
    eq(memberships.platformId, platformId),
    eq(memberships.personId, session?.personId ?? ""),
    isNull(memberships.endedAt),
  );
  await inTransaction(api.app.context(systemCaller(platformId)), async (tx) => {
    await tx.db.update(memberships).set(change).where(isTheirs);
    announceCredentialChange(tx);
  });
}

function consentOf({ digest, action, account, expiresAt }: StepUpAsked) {
  const hex = `0x${digest.slice(2)}` as const;
  return { purpose: "step-up", digest: hex, action, account, expiresAt: new Date(expiresAt) } as const;
}

describe("an account by email", () => {
  const credentials = { email: "owner@shop.example", password: "correct horse battery" };
  const byEmail = async (): Promise<Headers> => {
    const request = { method: "POST", body: credentials } as const;
    const opened = await send(register, "/v1/auth/register", request);
    const answer = opened.status < 300 ? opened : await send(login, "/v1/auth/login", request);
    const token = cookieTokenOf(new Response(null, { headers: answer.headers }));
    const headers = { authorization: `Bearer ${token}` };
    const [session] = await db().select().from(sessions).where(eq(sessions.kind, "email"));
    await hold(session?.platformId ?? "");
    return headers;
  };
  const password = (text: string) => ({ kind: "password", password: text });

  test("confirms with its password, which others do not", async () => {
    const headers = await byEmail();
    const asked = askedOf(await make(headers));
    expect(asked).toMatchObject({ takesPassword: true, sign: { wallets: [] } });
    expect(codeOf(await prove(headers, asked.id, password("wrong")))).toBe("proof_refused");
    expect(codeOf(await make(headers, "till", { "x-step-up": asked.id }))).toBe("step_up_required");
    expect((await prove(headers, asked.id, password(credentials.password))).status).toBe(200);
    expect((await make(headers, "till", { "x-step-up": asked.id })).status).toBe(201);

    const ofWallet = askedOf(await make(owner.bearer));
    expect(ofWallet.takesPassword).toBe(false);
    expect(codeOf(await prove(owner.bearer, ofWallet.id, password(credentials.password)))).toBe(
      "proof_refused",
    );
  });

  test("has its password guessed ten times in a quarter of an hour, however many proofs are asked for", async () => {
    clock.advance(15 * 60_000);
    const headers = await byEmail();
    for (let guess = 0; guess < 10; guess++) {
      const { id } = askedOf(await make(headers));
      expect(codeOf(await prove(headers, id, password(`guess ${guess}`)))).toBe("proof_refused");
    }
    const { id } = askedOf(await make(headers));
    const answer = await prove(headers, id, password(credentials.password));
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("the setting for every session", () => {
  const put = (who: TestSession, isForEverySession: boolean, more: Headers = {}) =>
    send(putSettings, "/v1/dashboard/step-up", {
      method: "PUT",
      headers: { ...who.bearer, ...more },
      body: { isForEverySession },
    });
  const read = async (who: TestSession) =>
    (await send(readSettings, "/v1/dashboard/step-up", { headers: who.bearer })).body;

  test("is turned on by a session that confirms nothing, and turned off with a proof", async () => {
    const plain = await aSession(api);
    expect(await put(plain, true)).toMatchObject({ status: 200 });
    expect(await read(plain)).toEqual({ isForEverySession: true, paymentsAboveUsd: "1000" });
    expect(codeOf(await put(plain, false))).toBe("step_up_required");
    expect(await read(plain)).toEqual({ isForEverySession: true, paymentsAboveUsd: "1000" });
    const off = await sendConfirmed(signer, putSettings, "/v1/dashboard/step-up", {
      method: "PUT",
      headers: owner.bearer,
      body: { isForEverySession: false },
    });
    expect(off.body).toEqual({ isForEverySession: false, paymentsAboveUsd: "1000" });
    expect((await make(owner.bearer)).status).toBe(201);
  });
});

/** A call of each operation that its route takes as well formed. */
const destination = { tokenAddress: tokenOf("USDC-sepolia").address, chainId: 11155111 };
const BODIES: Partial<Record<OperationId, unknown>> = {
  createPayeeDestinationSession: destination,
  updatePayeeDestinationSession: destination,
  deactivateMyPayeeDestination: { destinationId: "x" },
  cancelPendingWalletChange: { changeRequestId: "x" },
  updateUnderpayment: { account: { percent: "1", cap: "5", for: "all" } },
  createFeeConfig: {
    bps: 100,
    feeBearer: "payer",
    flow: "incoming",
    evmRecipientAddress: "0x000000000000000000000000000000000000dEaD",
  },
  updateFeeConfig: { bps: 200 },
  createApiKey: { label: "till" },
  updateApiKey: { label: "till" },
  approveDeviceAuthorization: { userCode: "WDJB-MJHT" },
  createClientIdSession: { label: "till", allowedDomains: [] },
  updateClientIdSession: { label: "till" },
  createOrchestrator: { orchestratorName: "Partner", orchestratorContactEmail: "a@partner.example" },
  createOrchestratorKey: { label: "till" },
  linkClientId: { clientId: "cli_1" },
  updateLinkKyt: { provider: null },
  createInvitation: { role: "viewer" },
  updateMember: { role: "admin" },
  addPasskey: {
    challengeId: SOME_ID,
    response: {
      id: "AAAA",
      rawId: "AAAA",
      type: "public-key",
      response: { clientDataJSON: "AAAA", attestationObject: "AAAA" },
    },
  },
  addWallet: { challengeId: SOME_ID, nonce: "n", message: "m", signature: `0x${"ab".repeat(65)}` },
  confirmNotificationChannel: { code: "ABCD2345" },
  createWebhook: { url: "https://shop.example/hook" },
  updateWebhook: { isActive: true },
  createOrchestratorWebhook: { url: "https://shop.example/hook" },
  putBranding: { displayName: "Shop" },
  createBranding: { displayName: "Shop" },
  updateBranding: { displayName: "Shop" },
  putInvoiceIssuer: {
    details: { name: "Shop Ltd", country: "GB" },
    invoicePattern: "INV-",
    creditNotePattern: "CN-",
    firstNumber: 1,
    timeZone: "Europe/London",
  },
  putApprovalPolicy: { destinations: true, credentials: false, members: false, dailyUsd: null },
  updateStepUpSettings: { isForEverySession: false },
};

describe("a stolen session alone changes nothing", () => {
  const HELD = EVERY_OPERATION.filter(({ id }) => id in NEEDS_STEP_UP);

  test.each(HELD)("$id", async ({ id, def, endpoint }) => {
    const { orchestrator } = await inTransaction(api.app.context(systemCaller(owner.platformId)), (tx) =>
      createOrchestrator(tx, {
        ownerPlatformId: owner.platformId,
        name: "Partner",
        contactEmail: "partner@partner.example",
        linksDirectly: true,
      }),
    );
    const [method, path = ""] = endpoint.at.split(" ");
    const call = (cookie: Headers) =>
      send(endpoint.handler, path, {
        method: method as "POST",
        headers: {
          ...cookie,
          ...(def.orchestratorOfSession ? { "x-orchestrator-id": orchestrator.id } : {}),
        },
        ...(method === "DELETE" ? {} : { body: BODIES[id] ?? {} }),
        params: endpoint.segments as Record<string, string>,
      });
    const before = await everything();
    const answer = await call(owner.cookie);
    expect({ code: codeOf(answer), body: answer.body }).toMatchObject({ code: "step_up_required" });
    expect(answer.body.stepUp.action).not.toMatch(/undefined|null|\[object/);
    expect(await everything()).toEqual(before);
    // It is the proof alone that was missing.
    const proof = await confirm(owner.cookie, signer, askedOf(answer));
    expect(String(codeOf(await call({ ...owner.cookie, ...proof })))).not.toMatch(/step_up|proof/);
  });

  test("is told which bank account invoices would name", async () => {
    const held = HELD.find(({ id }) => id === "putInvoiceIssuer");
    if (!held) throw new Error("the operation is gone");
    const details = {
      name: "Shop Ltd",
      country: "GB",
      bankAccount: { holder: "Somebody", iban: "DE89370400440532013000" },
    };
    const answer = await send(held.endpoint.handler, "/v2/invoice-issuer", {
      method: "PUT",
      headers: owner.cookie,
      body: { ...(BODIES.putInvoiceIssuer as object), details },
    });
    expect(codeOf(answer)).toBe("step_up_required");
    expect(answer.body.stepUp.action).toContain('bank account "DE89370400440532013000"');
  });

  /** A hash of each table that a call could change; what only counts calls, or tells other processes of them, is left out. */
  async function everything(): Promise<Record<string, string>> {
    const names = await db().execute<{ name: string }>(
      sql`select tablename as name from pg_tables where schemaname = 'public'
        and tablename not in ('step_ups', 'sessions', 'request_log', 'rate_limits', 'budgets', 'people', 'person_wallets', 'memberships',
          'wake_ups') and not starts_with(tablename, 'request_log_')`,
    );
    const found: Record<string, string> = {};
    for (const { name } of names) {
      const [row] = await db().execute<{ hash: string }>(
        sql`select coalesce(md5(string_agg(t::text, '' order by t::text)), '') as hash from ${sql.identifier(name)} t`,
      );
      found[name] = row?.hash ?? "";
    }
    return found;
  }
});
