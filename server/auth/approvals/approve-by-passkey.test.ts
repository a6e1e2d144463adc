import { createHash, createPublicKey, verify } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { hashTypedData } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as postOwn } from "@/app/v1/payee-destination/route";
import { approvals, auditLog, passkeys } from "@/db/schema";
import { tokenById } from "@/server/currencies/tokens";
import { startTestApi, type TestApi } from "@/server/testing/api";
import {
  aSigner,
  readApproval,
  type SigningMember,
  sendApproval,
  setPolicy,
} from "@/server/testing/approvals";
import type { Deviation } from "@/server/testing/authenticator";
import { aSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { aMemberByPasskey, aPasskeyOf, type PasskeyMember } from "@/server/testing/passkeys";
import { type Answered, send } from "@/server/testing/send";
import { confirming } from "@/server/testing/step-up";

const SITE = { origin: "https://pay.shop.example", rpId: "pay.shop.example" };
const SEPOLIA = 11155111;
const USDC = tokenById("USDC-sepolia")?.address ?? "";

const clock = new ManualClock();
let api: TestApi;
let asker: SigningMember;
let approver: PasskeyMember;
let platformId: string;

beforeAll(async () => {
  api = await startTestApi({ DASHBOARD_URL: `${SITE.origin}/dashboard` }, { now: clock.now });
});
afterAll(() => api?.close());
beforeEach(async () => {
  ({ platformId } = await aSession(api));
  asker = await aSigner(api, platformId, "owner");
  approver = await aMemberByPasskey(api, platformId, "owner");
  await setPolicy(api, platformId, {});
});

/** A destination that somebody asks for, which waits. */
async function anApproval(chainId = SEPOLIA): Promise<string> {
  const answer = await send(confirming(postOwn), "/v1/payee-destination", {
    method: "POST",
    headers: asker.bearer,
    body: { tokenAddress: USDC, chainId },
  });
  if (answer.status !== 202) throw new Error(`it does not wait: ${JSON.stringify(answer.body)}`);
  return answer.body.id;
}

async function challengeOf(id: string, who: PasskeyMember = approver): Promise<string> {
  const { proofRequest } = await readApproval(who, id);
  if (!proofRequest?.passkey) throw new Error("no passkey is asked");
  return proofRequest.passkey.challenge;
}

const approve = (id: string, response: ReturnType<PasskeyMember["device"]["get"]>, who = approver) =>
  sendApproval(who, id, { kind: "passkey", response });

async function refusedAndWaits(answer: Answered, id: string) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(403);
  expect(answer.headers.get("x-error-code")).toBe("proof_refused");
  expect((await readApproval(asker, id)).state).toBe("waiting");
}

/** Verifies a signature with nothing but what stands in the audit log, as docs/decisions/second-person.md says. */
function isGood(proof: Record<string, string>): boolean {
  const { signed = "", publicKey = "", authenticatorData = "", clientDataJSON = "", signature = "" } = proof;
  const clientData = Buffer.from(clientDataJSON, "base64url");
  const said = JSON.parse(clientData.toString());
  const challenge = Buffer.from(hashTypedData(JSON.parse(signed)).slice(2), "hex").toString("base64url");
  const deviceData = Buffer.from(authenticatorData, "base64url");
  const rpIdHash = createHash("sha256")
    .update(proof.rpId ?? "")
    .digest();
  if (said.type !== "webauthn.get" || said.challenge !== challenge || said.origin !== proof.origin)
    return false;
  if (!deviceData.subarray(0, 32).equals(rpIdHash)) return false;
  // COSE of a key on P-256: {1: 2, 3: -7, -1: 1, -2: x, -3: y}.
  const cose = Buffer.from(publicKey.slice(2), "hex");
  const [x, y] = [cose.subarray(10, 42), cose.subarray(45, 77)].map((part) => part.toString("base64url"));
  const key = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const over = Buffer.concat([deviceData, createHash("sha256").update(clientData).digest()]);
  return verify("sha256", over, key, Buffer.from(signature.slice(2), "hex"));
}

describe("an approver who has nothing but a passkey", () => {
  test("approves, and what was signed is shown, is in the audit log, and can be checked again", async () => {
    const id = await anApproval();
    expect((await readApproval(asker, id)).proofRequest).toBeNull();
    const read = await readApproval(approver, id);
    expect(read.proofRequest).toMatchObject({
      wallets: [],
      passkey: { rpId: SITE.rpId, allowCredentials: [{ id: approver.device.id }] },
    });
    const answer = await approve(id, approver.device.get(await challengeOf(id)));
    expect(answer.body).toMatchObject({
      state: "approved",
      decider: { wallets: [], passkeys: ["This device"], role: "owner" },
      proof: {
        credential: { kind: "passkey", name: "This device" },
        signed: { primaryType: "Approval", message: { action: read.words, digest: read.digest } },
        passkey: SITE,
      },
    });
    const isApproved = and(eq(auditLog.platformId, platformId), eq(auditLog.action, "approval.approved"));
    const [entry] = await api.app.database.db.select().from(auditLog).where(isApproved);
    const { signer, proof } = (entry?.details ?? {}) as { signer: string; proof: Record<string, string> };
    expect(signer).toBe("This device");
    expect(proof).toMatchObject({ kind: "passkey", ...SITE });
    expect(isGood(proof)).toBe(true);
    expect(isGood({ ...proof, signed: (proof.signed ?? "").replace(read.digest.slice(2, 6), "0000") })).toBe(
      false,
    );
    const [used] = await api.app.database.db
      .select()
      .from(passkeys)
      .where(eq(passkeys.personId, approver.personId));
    expect(used).toMatchObject({ counter: 1, lastUsedAt: clock.now() });
  });
});

describe("an answer of a passkey that approves nothing", () => {
  test.each<[string, Deviation]>([
    ["made on the page of another site", { origin: "https://pay-shop.example" }],
    ["made for another RP ID", { rpId: "shop.example" }],
    ["made inside a page of another origin", { crossOrigin: true }],
    ["made where the person was not recognised", { isUserVerified: false }],
  ])("one %s", async (_, deviation) => {
    const id = await anApproval();
    await refusedAndWaits(await approve(id, approver.device.get(await challengeOf(id), deviation)), id);
  });

  test("one to another approval, to a step-up or to nothing", async () => {
    const [one, two] = [await anApproval(), await anApproval()];
    await refusedAndWaits(await approve(two, approver.device.get(await challengeOf(one))), two);
    await refusedAndWaits(
      await approve(two, approver.device.get(Buffer.alloc(32).toString("base64url"))),
      two,
    );
  });

  test("one of another person, also of the asker's own passkey", async () => {
    const id = await anApproval();
    const other = await aMemberByPasskey(api, platformId, "owner");
    const challenge = await challengeOf(id);
    await refusedAndWaits(await approve(id, other.device.get(challenge)), id);
    const [row] = await api.app.database.db.select().from(approvals).where(eq(approvals.id, id));
    const own = await aPasskeyOf(api, row?.askerId ?? "");
    await refusedAndWaits(await approve(id, own.device.get(challenge)), id);
    const answer = await sendApproval(asker, id, { kind: "passkey", response: own.device.get(challenge) });
    expect(answer.headers.get("x-error-code")).toBe("forbidden");
    expect((await readApproval(asker, id)).state).toBe("waiting");
  });

  test("one of a passkey that was removed", async () => {
    const id = await anApproval();
    const response = approver.device.get(await challengeOf(id));
    await api.app.database.db
      .update(passkeys)
      .set({ removedAt: clock.now() })
      .where(eq(passkeys.personId, approver.personId));
    await refusedAndWaits(await approve(id, response), id);
  });

  test("one that was used: it is done once, also of ten at once", async () => {
    const id = await anApproval();
    const response = approver.device.get(await challengeOf(id));
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(id, response)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await approve(id, response)).headers.get("x-error-code")).toBe("approval_over");
  });

  test("one whose counter went back, which is told in the audit log", async () => {
    const [one, two] = [await anApproval(), await anApproval()];
    expect((await approve(one, approver.device.get(await challengeOf(one), { counter: 9 }))).status).toBe(
      200,
    );
    await refusedAndWaits(
      await approve(two, approver.device.get(await challengeOf(two), { counter: 6 })),
      two,
    );
    const isTold = and(eq(auditLog.platformId, platformId), eq(auditLog.action, "passkey.rejected"));
    const told = await api.app.database.db.select().from(auditLog).where(isTold);
    expect(told).toMatchObject([{ details: { counter: 6, counterBefore: 9 } }]);
  });
});
