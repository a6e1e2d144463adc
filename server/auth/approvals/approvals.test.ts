import { and, eq } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as rotateKey } from "@/app/v1/api-keys/[id]/rotate/route";
import { PUT as putKey } from "@/app/v1/api-keys/[id]/route";
import { POST as postKey } from "@/app/v1/api-keys/route";
import { PUT as putClient } from "@/app/v1/client-ids/[id]/route";
import { POST as postClient } from "@/app/v1/client-ids/route";
import { GET as getAlarms } from "@/app/v1/dashboard/alarms/route";
import { PATCH as patchMember, DELETE as removeMember } from "@/app/v1/members/[id]/route";
import { POST as postInvitation } from "@/app/v1/members/invitations/route";
import { POST as postLeave } from "@/app/v1/members/leave/route";
import { PATCH as deactivateOwn } from "@/app/v1/payee-destination/deactivate/route";
import { GET as getOwn, POST as postOwn, PUT as putOwn } from "@/app/v1/payee-destination/route";
import { GET as getPolicy, PUT as putPolicy } from "@/app/v2/approval-policy/route";
import { POST as postAnswer } from "@/app/v2/approvals/[id]/answer/route";
import { POST as postRefuse } from "@/app/v2/approvals/[id]/refuse/route";
import { GET as getOne } from "@/app/v2/approvals/[id]/route";
import { POST as postWithdraw } from "@/app/v2/approvals/[id]/withdraw/route";
import { POST as postClientByKey } from "@/app/v2/client-ids/route";
import { POST as postLink } from "@/app/v2/orchestrators/client-ids/route";
import { POST as postOrchestratorKey } from "@/app/v2/orchestrators/keys/route";
import { DELETE as deleteSigned } from "@/app/v2/payee-destination/[destinationId]/route";
import { POST as postSigned } from "@/app/v2/payee-destination/route";
import { GET as signingData } from "@/app/v2/payee-destination/signing-data/route";
import type { Role } from "@/db/roles";
import {
  apiKeys,
  approvals,
  auditLog,
  clientIds,
  memberInvitations,
  memberships,
  payeeDestinations,
  personWallets,
} from "@/db/schema";
import { expireApprovals } from "@/server/auth/approvals/expire";
import { systemCaller } from "@/server/auth/callers";
import { digestOf } from "@/server/auth/proofs/digest";
import { createSession } from "@/server/auth/sessions";
import { EVERY_CHAIN } from "@/server/chains/wallets/wallet-identity";
import { inTransaction } from "@/server/context";
import { tokenById } from "@/server/currencies/tokens";
import type { EndpointHandler } from "@/server/http/endpoint";
import { newId } from "@/server/lib/ids";
import { startTestApi, type TestApi } from "@/server/testing/api";
import {
  anAccountOfTwo,
  approveAs,
  aSigner,
  proofFor,
  readApproval,
  type SigningMember,
  sendApproval,
  setPolicy,
  waitingFor,
} from "@/server/testing/approvals";
import { aBoundClient, anOrchestrator, aSession, type TestSession } from "@/server/testing/credentials";
import { ManualClock } from "@/server/testing/manual-clock";
import { type Answered, send } from "@/server/testing/send";
import { confirming } from "@/server/testing/step-up";

const clock = new ManualClock();
const SEPOLIA = 11155111;
const USDC = tokenById("USDC-sepolia")?.address ?? "";
const USDT = tokenById("USDT-sepolia")?.address ?? tokenById("FAU-sepolia")?.address ?? "";

let api: TestApi;
let asker: SigningMember;
let approver: SigningMember;
let platformId: string;

beforeAll(async () => {
  api = await startTestApi({}, { now: clock.now });
});
afterAll(() => api.close());
beforeEach(async () => {
  ({ asker, approver, platformId } = await anAccountOfTwo(api));
});

const call = (
  handler: EndpointHandler,
  method: "POST" | "PUT" | "PATCH" | "DELETE" | "GET",
  who: Pick<TestSession, "bearer">,
  { body, params, headers = {} }: { body?: unknown; params?: Record<string, string>; headers?: object } = {},
) =>
  send(confirming(handler), "/", {
    method,
    headers: { ...who.bearer, ...headers },
    ...(body === undefined ? {} : { body }),
    ...(params ? { params } : {}),
  });

const askDestination = (who: TestSession, tokenAddress = USDC) =>
  call(postOwn, "POST", who, { body: { tokenAddress, chainId: SEPOLIA } });
const destinationOf = async (who: TestSession) => (await call(getOwn, "GET", who)).body;

async function waits(answer: Answered): Promise<string> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  expect(answer.body).toMatchObject({ state: "waiting", isYours: true, canDecide: false });
  return answer.body.id as string;
}

async function done(answer: Answered) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  expect(answer.body.state).toBe("approved");
}

function over(answer: Answered, state: string) {
  expect(answer.status, JSON.stringify(answer.body)).toBe(409);
  expect(answer.headers.get("x-error-code")).toBe("approval_over");
  expect(answer.body.state).toBe(state);
}

const code = (answer: Answered) => answer.headers.get("x-error-code");

async function personOf(who: TestSession): Promise<string> {
  const [row] = await api.app.database.db
    .select()
    .from(personWallets)
    .where(eq(personWallets.address, who.wallet?.address ?? ""));
  return row?.personId ?? "";
}

async function memberIdOf(who: TestSession): Promise<string> {
  const isOne = and(eq(memberships.personId, await personOf(who)), eq(memberships.platformId, platformId));
  const [row] = await api.app.database.db.select().from(memberships).where(isOne);
  return row?.id ?? "";
}

async function setRole(who: TestSession, role: Role) {
  await api.app.database.db
    .update(memberships)
    .set({ role })
    .where(eq(memberships.id, await memberIdOf(who)));
}

describe("a destination", () => {
  test("waits, says what will happen, and is changed by the approval of a second person", async () => {
    const id = await waits(await askDestination(asker));
    expect(await destinationOf(asker)).toBeNull();
    expect(await waitingFor(approver)).toMatchObject({ waitingForYou: 1, approvals: [{ id }] });
    expect((await waitingFor(asker)).waitingForYou).toBe(0);
    const read = await readApproval(approver, id);
    expect(read).toMatchObject({
      canDecide: true,
      isYours: false,
      operation: "createPayeeDestinationSession",
      change: { verb: "destination.set", before: {}, after: { token: "USDC-sepolia" } },
      asker: { wallets: [asker.account.address], role: "owner" },
    });
    await done(await approveAs(approver, id));
    expect(await destinationOf(asker)).toMatchObject({ tokenAddress: USDC, active: true });
    expect(await readApproval(asker, id)).toMatchObject({
      state: "approved",
      decider: { wallets: [approver.account.address] },
      proof: { credential: { address: approver.account.address } },
    });
  });

  test("stands in the audit log as the asker's change, with the approval", async () => {
    const id = await waits(await askDestination(asker));
    await done(await approveAs(approver, id));
    const rows = await api.app.database.db.select().from(auditLog).where(eq(auditLog.platformId, platformId));
    const byAction = new Map(rows.map((row) => [row.action, row]));
    expect(byAction.get("payee_destination.created")).toMatchObject({
      approvalId: id,
      personId: await personOf(asker),
      credentialId: asker.sessionId,
    });
    expect(byAction.get("approval.approved")).toMatchObject({
      approvalId: id,
      subject: id,
      personId: await personOf(approver),
    });
  });

  test("that is already as asked for needs nobody", async () => {
    await setPolicy(api, platformId, null);
    expect((await askDestination(asker)).status).toBe(201);
    await setPolicy(api, platformId, {});
    expect((await askDestination(asker)).status).toBe(201);
  });

  test("cannot be made anew by deactivating it first: both wait", async () => {
    await setPolicy(api, platformId, null);
    const made = await askDestination(asker);
    await setPolicy(api, platformId, {});
    const body = { destinationId: made.body.destinationId };
    const answer = await call(deactivateOwn, "PATCH", asker, { body });
    const id = await waits(answer);
    expect(await destinationOf(asker)).toMatchObject({ active: true });
    await done(await approveAs(approver, id));
    expect(await destinationOf(asker)).toBeNull();
    await waits(await askDestination(asker, USDT));
    expect(await destinationOf(asker)).toBeNull();
  });

  test("is changed in place by PUT only with an approval", async () => {
    await setPolicy(api, platformId, null);
    await askDestination(asker);
    await setPolicy(api, platformId, {});
    const id = await waits(
      await call(putOwn, "PUT", asker, { body: { tokenAddress: USDT, chainId: SEPOLIA } }),
    );
    expect(await destinationOf(asker)).toMatchObject({ tokenAddress: USDC });
    await done(await approveAs(approver, id));
    expect(await destinationOf(asker)).toMatchObject({ tokenAddress: USDT });
  });

  test("that changed meanwhile makes the approval fall, and so does a second request for the same", async () => {
    const first = await waits(await askDestination(asker, USDC));
    const second = await waits(await askDestination(asker, USDT));
    await done(await approveAs(approver, first));
    over(await approveAs(approver, second), "fallen");
    expect(await destinationOf(asker)).toMatchObject({ tokenAddress: USDC });
    expect((await readApproval(asker, second)).reason).toContain("not as it was");
  });
});

describe("the destination of an account's wallet, signed for with a client ID", () => {
  test("is refused, to add and to deactivate: nobody is signed in who could wait", async () => {
    const opened = privateKeyToAccount(generatePrivateKey());
    const own = await aSession(api, { wallet: { address: opened.address, family: "evm" } });
    await call(postOwn, "POST", own, { body: { tokenAddress: USDC, chainId: SEPOLIA } });
    const [kept] = await api.app.database.db
      .select()
      .from(payeeDestinations)
      .where(eq(payeeDestinations.walletAddress, opened.address));
    await setPolicy(api, own.platformId, {});
    // A client ID of another account hands out what the wallet signs.
    const { headers } = await aBoundClient(api);
    const ask = async (action: "add" | "deactivate", tokenAddress: string) => {
      const query = new URLSearchParams({
        walletAddress: opened.address,
        action,
        tokenAddress,
        chainId: String(SEPOLIA),
      });
      const { body: data } = await send(signingData, `/v2/payee-destination/signing-data?${query}`, {
        headers,
      });
      return { nonce: data.nonce as string, signature: await opened.signTypedData(data) };
    };
    const add = { method: "POST", headers, body: await ask("add", USDT) } as const;
    expect(code(await send(postSigned, "/v2/payee-destination", add))).toBe("approval_needed");
    const stop = { method: "DELETE", headers, body: await ask("deactivate", USDC) } as const;
    const params = { destinationId: kept?.destinationId ?? "" };
    const stopped = await send(deleteSigned, "/v2/payee-destination/x", { ...stop, params });
    expect(code(stopped)).toBe("approval_needed");
    expect(await destinationOf(own)).toMatchObject({ tokenAddress: USDC, active: true });
  });
});

describe("who decides", () => {
  test("not whoever asked, not with a second wallet either", async () => {
    const id = await waits(await askDestination(asker));
    const read = await readApproval(approver, id);
    const second = privateKeyToAccount(generatePrivateKey());
    await api.app.database.db.insert(personWallets).values({
      id: newId(clock.now()),
      personId: await personOf(asker),
      address: second.address,
      family: "evm",
      chainId: EVERY_CHAIN,
      createdAt: clock.now(),
    });
    const again = await aSession(api, { wallet: { address: second.address, family: "evm" } });
    // The second wallet opened an account of its own; the person acts in the first one with any session.
    const signature = await second.signTypedData(read.proofRequest?.wallets[0]?.typedData as never);
    const proof = { kind: "wallet" as const, address: second.address, signature };
    expect(code(await sendApproval(asker, id, proof))).toBe("forbidden");
    expect((await sendApproval(again, id, proof)).status).toBe(404);
    expect(code(await sendApproval(approver, id, proof))).toBe("proof_refused");
    expect(await destinationOf(asker)).toBeNull();
  });

  test.each<[Role, string]>([
    ["finance", "role_missing"],
    ["developer", "role_missing"],
    ["viewer", "role_missing"],
  ])("not %s", async (role, expected) => {
    const id = await waits(await askDestination(asker));
    const other = await aSigner(api, platformId, role);
    const read = await readApproval(approver, id);
    const signature = await other.account.signTypedData(read.proofRequest?.wallets[0]?.typedData as never);
    const proof = { kind: "wallet" as const, address: other.account.address, signature };
    expect(code(await sendApproval(other, id, proof))).toBe(expected);
    expect(await readApproval(other, id)).toMatchObject({ canDecide: false, proofRequest: null });
    expect(await destinationOf(asker)).toBeNull();
  });

  test("not an admin about a role above their own", async () => {
    const admin = await aSigner(api, platformId, "admin");
    const viewer = await aSigner(api, platformId, "viewer");
    const memberId = await memberIdOf(viewer);
    const id = await waits(
      await call(patchMember, "PATCH", asker, { params: { id: memberId }, body: { role: "owner" } }),
    );
    const read = await readApproval(approver, id);
    expect((await readApproval(admin, id)).canDecide).toBe(false);
    const signature = await admin.account.signTypedData(read.proofRequest?.wallets[0]?.typedData as never);
    const proof = { kind: "wallet" as const, address: admin.account.address, signature };
    expect(code(await sendApproval(admin, id, proof))).toBe("role_missing");
    await done(await approveAs(approver, id));
  });

  test("nobody of another account sees it", async () => {
    const id = await waits(await askDestination(asker));
    const stranger = await anAccountOfTwo(api);
    for (const handler of [getOne, postRefuse, postWithdraw, postAnswer]) {
      const method = handler === getOne ? "GET" : "POST";
      const answer = await call(handler, method, stranger.approver, {
        params: { id },
        ...(handler === postRefuse ? { body: { reason: "no" } } : {}),
      });
      expect(answer.status).toBe(404);
    }
  });

  test("not an approver who was removed between signing and sending, nor one who was lowered", async () => {
    const id = await waits(await askDestination(asker));
    const proof = await proofFor(approver, await readApproval(approver, id));
    await setRole(approver, "viewer");
    expect(code(await sendApproval(approver, id, proof))).toBe("role_missing");
    await setRole(approver, "owner");
    await api.app.database.db
      .update(memberships)
      .set({ endedAt: clock.now() })
      .where(eq(memberships.id, await memberIdOf(approver)));
    expect((await sendApproval(approver, id, proof)).status).toBeGreaterThanOrEqual(401);
    expect(await destinationOf(asker)).toBeNull();
    expect((await readApproval(asker, id)).state).toBe("waiting");
  });
});

describe("an approval", () => {
  test("of two people at once is done once", async () => {
    const third = await aSigner(api, platformId, "admin");
    const id = await waits(await call(postKey, "POST", asker, { body: { label: "till" } }));
    const one = await proofFor(approver, await readApproval(approver, id));
    const two = await proofFor(third, await readApproval(third, id));
    const answers = await Promise.all([
      sendApproval(approver, id, one),
      sendApproval(third, id, two),
      sendApproval(approver, id, one),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const made = await api.app.database.db.select().from(apiKeys).where(eq(apiKeys.platformId, platformId));
    expect(made).toHaveLength(1);
  });

  test("is for the content that was read: another one has another digest, and its signature is refused", async () => {
    const one = await waits(await askDestination(asker, USDC));
    const two = await waits(await askDestination(asker, USDT));
    const read = await readApproval(approver, one);
    expect(read.digest).not.toBe((await readApproval(approver, two)).digest);
    expect(code(await sendApproval(approver, two, await proofFor(approver, read)))).toBe("proof_refused");
    // The content is changed in the database after it was read.
    await api.app.database.db
      .update(approvals)
      .set({ change: { ...read.change, after: { ...read.change.after, wallet: "0xevil" } } })
      .where(eq(approvals.id, one));
    expect(code(await sendApproval(approver, one, await proofFor(approver, read)))).toBe("proof_refused");
    expect(await destinationOf(asker)).toBeNull();
  });

  test("falls when its asker was lowered, or has left", async () => {
    const one = await waits(await askDestination(asker));
    const two = await waits(await askDestination(asker, USDT));
    await setRole(asker, "developer");
    over(await approveAs(approver, one), "fallen");
    await api.app.database.db
      .update(memberships)
      .set({ role: "owner", endedAt: clock.now() })
      .where(eq(memberships.id, await memberIdOf(asker)));
    over(await approveAs(approver, two), "fallen");
    expect(await destinationOf(approver)).toBeNull();
  });

  test("is over once it was refused, withdrawn or done, and says so", async () => {
    const [refused, withdrawn] = [
      await waits(await askDestination(asker)),
      await waits(await askDestination(asker)),
    ];
    const proofs = [
      await proofFor(approver, await readApproval(approver, refused)),
      await proofFor(approver, await readApproval(approver, withdrawn)),
    ] as const;
    expect(
      code(await call(postRefuse, "POST", asker, { params: { id: refused }, body: { reason: "mine" } })),
    ).toBe("forbidden");
    const no = await call(postRefuse, "POST", approver, {
      params: { id: refused },
      body: { reason: "Not this" },
    });
    expect(no.body).toMatchObject({ state: "refused", reason: "Not this" });
    expect(code(await call(postWithdraw, "POST", approver, { params: { id: withdrawn } }))).toBe("forbidden");
    expect((await call(postWithdraw, "POST", asker, { params: { id: withdrawn } })).body.state).toBe(
      "withdrawn",
    );
    over(await sendApproval(approver, refused, proofs[0]), "refused");
    over(await sendApproval(approver, withdrawn, proofs[1]), "withdrawn");
    over(await call(postWithdraw, "POST", asker, { params: { id: refused } }), "refused");
    expect(await destinationOf(asker)).toBeNull();
  });

  test("ends after seven days, to the second, whether the worker has noticed or not", async () => {
    await api.app.database.db.delete(approvals);
    const id = await waits(await askDestination(asker));
    const proof = await proofFor(approver, await readApproval(approver, id));
    clock.advance(7 * 86_400_000 - 1);
    expect(await expireApprovals(api.app.context(systemCaller("")), 100)).toBe(0);
    const late = await aSigner(api, platformId, "owner");
    clock.advance(1);
    over(await sendApproval(await anew(approver), id, proof), "expired");
    expect(await expireApprovals(api.app.context(systemCaller("")), 100)).toBe(1);
    expect(await readApproval(await anew(late), id)).toMatchObject({ state: "expired", canDecide: false });
  });

  test("is an alarm for every owner as it is asked for, and again as its time is over", async () => {
    const alarmsOf = async (who: TestSession) => (await call(getAlarms, "GET", who)).body.alarms;
    const id = await waits(await askDestination(asker));
    const asked = { action: "approval.created", subject: id, isRead: false };
    for (const owner of [asker, approver]) expect((await alarmsOf(owner))[0]).toMatchObject(asked);
    clock.advance(7 * 86_400_000);
    await expireApprovals(api.app.context(systemCaller("")), 100);
    expect(await alarmsOf(await anew(approver))).toContainEqual(
      expect.objectContaining({ action: "approval.expired", subject: id, isRead: false }),
    );
  });

  test("cannot be replayed: not on the same approval, not for another account, not at another installation", async () => {
    const id = await waits(await askDestination(asker));
    const proof = await proofFor(approver, await readApproval(approver, id));
    await done(await sendApproval(approver, id, proof));
    over(await sendApproval(approver, id, proof), "approved");
    const elsewhere = await anAccountOfTwo(api);
    const other = await waits(await askDestination(elsewhere.asker));
    expect((await sendApproval(approver, other, proof)).status).toBe(404);
    expect(code(await sendApproval(elsewhere.approver, other, proof))).toBe("proof_refused");
    const read = await readApproval(elsewhere.approver, other);
    const typed = read.proofRequest?.wallets[0]?.typedData;
    const signature = await elsewhere.approver.account.signTypedData({
      ...typed,
      message: { ...typed?.message, service: "https://pay.example.org" },
    } as never);
    const foreign = { kind: "wallet" as const, address: elsewhere.approver.account.address, signature };
    expect(code(await sendApproval(elsewhere.approver, other, foreign))).toBe("proof_refused");
  });

  test("repeats its 202 under the same Idempotency-Key, and waits once", async () => {
    const headers = { ...asker.bearer, "idempotency-key": "once" };
    const ask = () =>
      send(confirming(postOwn), "/v1/payee-destination", {
        method: "POST",
        headers,
        body: { tokenAddress: USDC, chainId: SEPOLIA },
      });
    const [first, second] = [await ask(), await ask()];
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body.id).toBe(first.body.id);
    expect((await waitingFor(asker)).approvals).toHaveLength(1);
  });

  test("says what it says: its digest is that of its row", async () => {
    const id = await waits(await askDestination(asker));
    const [row] = await api.app.database.db.select().from(approvals).where(eq(approvals.id, id));
    expect(row?.digest).toBe(
      digestOf({
        approval: id,
        account: platformId,
        operation: "createPayeeDestinationSession",
        change: row?.change as never,
        input: row?.input as never,
        asker: await personOf(asker),
        askerRole: "owner",
        createdAt: row?.createdAt.toISOString() ?? "",
        expiresAt: row?.expiresAt.toISOString() ?? "",
      }),
    );
  });
});

/** The same person with a new session: the old one is idle for too long by now. */
async function anew(who: SigningMember): Promise<SigningMember> {
  const personId = await personOf(who);
  const { token } = await inTransaction(api.app.context(systemCaller("")), (tx) =>
    createSession(tx, {
      platformId,
      wallet: { address: who.account.address, family: "evm", chainId: EVERY_CHAIN },
      personId,
    }),
  );
  return { ...who, bearer: { authorization: `Bearer ${token}` } };
}

describe("keys", () => {
  const keysOf = () => api.app.database.db.select().from(apiKeys).where(eq(apiKeys.platformId, platformId));

  test("that move nothing need nobody, those that do wait, however their scopes are split", async () => {
    const plain = await call(postKey, "POST", asker, {
      body: { label: "till", scopes: ["read", "requests"] },
    });
    expect(plain.status).toBe(201);
    for (const scopes of [["payouts"], ["refunds"], ["destinations"], ["members"], ["read", "payouts"]]) {
      await waits(await call(postKey, "POST", asker, { body: { label: "till", scopes } }));
    }
    await waits(await call(postKey, "POST", asker, { body: { label: "all" } }));
    await waits(
      await call(postKey, "POST", asker, { body: { label: "all", allowedNetworks: ["203.0.113.0/24"] } }),
    );
    expect(await keysOf()).toHaveLength(1);
  });

  test("are told to whoever asked, once", async () => {
    const id = await waits(
      await call(postKey, "POST", asker, { body: { label: "bank", scopes: ["payouts"] } }),
    );
    const answer = await approveAs(approver, id);
    await done(answer);
    expect(JSON.stringify(answer.body)).not.toContain("sk_");
    const take = (who: TestSession) => call(postAnswer, "POST", who, { params: { id } });
    expect((await take(approver)).status).toBe(404);
    expect((await readApproval(asker, id)).hasAnswer).toBe(true);
    const taken = await take(asker);
    expect(taken.body.answer).toMatchObject({ label: "bank", value: expect.stringMatching(/^sk_/) });
    expect((await take(asker)).status).toBe(404);
    const [row] = await keysOf();
    expect(row?.makerId).toBe(await memberIdOf(asker));
  });

  test("are not widened, switched on again or rotated by one person", async () => {
    await setPolicy(api, platformId, null);
    const made = await call(postKey, "POST", asker, {
      body: {
        label: "bank",
        scopes: ["payouts"],
        allowedNetworks: ["203.0.113.0/24"],
        dailyLimit: { usd: "10" },
      },
    });
    const params = { id: made.body.id as string };
    await setPolicy(api, platformId, {});
    const patch = (body: object) => call(putKey, "PUT", asker, { params, body });
    expect((await patch({ label: "renamed" })).status).toBe(200);
    await waits(await patch({ allowedNetworks: null }));
    await waits(await patch({ dailyLimit: null }));
    expect((await patch({ status: "inactive" })).status).toBe(200);
    const on = await waits(await patch({ status: "active" }));
    await done(await approveAs(approver, on));
    const [before] = await keysOf();
    expect(before).toMatchObject({ allowedNetworks: ["203.0.113.0/24"], status: "active" });
    const id = await waits(await call(rotateKey, "POST", asker, { params, body: { overlapHours: 0 } }));
    expect(await keysOf()).toHaveLength(1);
    clock.advance(60_000);
    await done(await approveAs(approver, id));
    expect(await keysOf()).toHaveLength(2);
  });

  test("that are deleted while an approval about them waits make it fall", async () => {
    await setPolicy(api, platformId, null);
    const made = await call(postKey, "POST", asker, { body: { label: "bank", scopes: ["payouts"] } });
    const params = { id: made.body.id as string };
    await setPolicy(api, platformId, {});
    const id = await waits(await call(putKey, "PUT", asker, { params, body: { dailyLimit: { usd: "5" } } }));
    await api.app.database.db
      .update(apiKeys)
      .set({ deletedAt: clock.now() })
      .where(eq(apiKeys.id, params.id));
    over(await approveAs(approver, id), "fallen");
    expect((await readApproval(asker, id)).reason).toBe("API key not found");
  });

  test("make no client ID by themselves, which would be a way around", async () => {
    await setPolicy(api, platformId, null);
    const made = await call(postKey, "POST", asker, { body: { label: "old" } });
    await setPolicy(api, platformId, {});
    const answer = await send(postClientByKey, "/v2/client-ids", {
      method: "POST",
      headers: { "x-api-key": made.body.value },
      body: { label: "shop", allowedDomains: ["https://shop.example.com"] },
    });
    expect(code(answer)).toBe("approval_needed");
  });

  test("of orchestrators wait too, and a key of an orchestrator makes none", async () => {
    const partner = await anOrchestrator(api);
    const [one, two] = [
      await aSigner(api, partner.platformId, "owner"),
      await aSigner(api, partner.platformId, "owner"),
    ];
    await setPolicy(api, partner.platformId, {});
    const ask = (headers: Record<string, string>) =>
      send(confirming(postOrchestratorKey), "/v2/orchestrators/keys", {
        method: "POST",
        headers,
        body: { label: "more" },
      });
    expect(code(await ask(partner.keyAlone))).toBe("approval_needed");
    const id = await waits(await ask({ ...one.bearer, "x-orchestrator-id": partner.id }));
    await done(await approveAs(two, id));
  });
});

describe("client IDs", () => {
  test("wait, and what they are held to is not changed by one person", async () => {
    const id = await waits(await call(postClient, "POST", asker, { body: { label: "shop" } }));
    await done(await approveAs(approver, id));
    const [row] = await api.app.database.db
      .select()
      .from(clientIds)
      .where(eq(clientIds.platformId, platformId));
    const params = { id: row?.id ?? "" };
    expect((await call(putClient, "PUT", asker, { params, body: { label: "renamed" } })).status).toBe(200);
    await waits(
      await call(putClient, "PUT", asker, {
        params,
        body: { feePercentage: "5", feeAddress: asker.account.address },
      }),
    );
    const [after] = await api.app.database.db.select().from(clientIds).where(eq(clientIds.id, params.id));
    expect(after?.feeAddress).toBeNull();
    // An orchestrator that is let in would take its own fee.
    const partner = await anOrchestrator(api);
    const link = { method: "POST", headers: partner.keyAlone, body: { clientId: row?.clientId } } as const;
    expect(code(await send(postLink, "/v2/orchestrators/client-ids", link))).toBe("approval_needed");
    await setPolicy(api, platformId, null);
    expect((await send(postLink, "/v2/orchestrators/client-ids", link)).status).toBe(201);
  });
});

describe("members", () => {
  test("are invited by two, and the token is told to whoever asked", async () => {
    const id = await waits(await call(postInvitation, "POST", asker, { body: { role: "owner" } }));
    expect(
      await api.app.database.db.$count(memberInvitations, eq(memberInvitations.platformId, platformId)),
    ).toBe(0);
    await done(await approveAs(approver, id));
    const taken = await call(postAnswer, "POST", asker, { params: { id } });
    expect(taken.body.answer).toMatchObject({ role: "owner", token: expect.any(String) });
  });

  test("are removed by two, unless they are gone by then", async () => {
    const third = await aSigner(api, platformId, "admin");
    const memberId = await memberIdOf(third);
    const params = { id: memberId };
    const [one, two] = [
      await waits(await call(removeMember, "DELETE", asker, { params })),
      await waits(await call(removeMember, "DELETE", asker, { params })),
    ];
    await done(await approveAs(approver, one));
    over(await approveAs(approver, two), "fallen");
  });

  test("of whom two have to stay: the second one who approves can neither leave nor be lowered", async () => {
    expect(code(await call(postLeave, "POST", approver))).toBe("conflict");
    await setPolicy(api, platformId, { members: false });
    const memberId = await memberIdOf(approver);
    const lowered = await call(patchMember, "PATCH", asker, {
      params: { id: memberId },
      body: { role: "viewer" },
    });
    expect(lowered.status).toBe(409);
  });
});

describe("the policy", () => {
  const OFF = { destinations: false, credentials: false, members: false, dailyUsd: null };
  const put = (who: TestSession, body: object) => call(putPolicy, "PUT", who, { body });

  test("is off until two people can approve, and then one of them turns it on", async () => {
    const { platformId: alone } = await aSession(api);
    const only = await aSigner(api, alone, "owner");
    const ON = { ...OFF, destinations: true };
    expect((await call(getPolicy, "GET", only)).body).toEqual({
      isOn: false,
      ...OFF,
      people: 1,
      usedUsd: "0",
    });
    expect(code(await put(only, ON))).toBe("conflict");
    await aSigner(api, alone, "finance");
    expect(code(await put(only, ON))).toBe("conflict");
    await aSigner(api, alone, "admin");
    expect((await put(only, ON)).body).toMatchObject({ isOn: true, destinations: true, people: 2 });
  });

  test.each([
    ["turned off", OFF],
    ["loosened", { destinations: false, credentials: true, members: true, dailyUsd: null }],
    ["loosened in another place", { destinations: true, credentials: true, members: false, dailyUsd: null }],
  ])("is not %s by one person to pass their own request", async (_, body) => {
    const change = await waits(await askDestination(asker));
    const id = await waits(await put(asker, body));
    expect((await call(getPolicy, "GET", asker)).body).toMatchObject({ isOn: true, destinations: true });
    await waits(await askDestination(asker, USDT));
    await done(await approveAs(approver, id));
    // What waits was asked for under the policy of then.
    expect((await readApproval(asker, change)).state).toBe("waiting");
  });

  test("takes a sum of a day for payments, and says what of it is used", async () => {
    await setPolicy(api, platformId, null);
    const put = await call(putPolicy, "PUT", asker, { body: { ...OFF, dailyUsd: "2500.50" } });
    expect(put.body).toMatchObject({ isOn: true, dailyUsd: "2500.5", usedUsd: "0" });
    for (const dailyUsd of ["-1", "1.234", "1e3", "", 5]) {
      expect((await call(putPolicy, "PUT", asker, { body: { ...OFF, dailyUsd } })).status).toBe(400);
    }
  });

  test("is nothing that a developer or a viewer sets, nor finance approves", async () => {
    for (const role of ["developer", "viewer", "finance"] as const) {
      expect(code(await put(await aSigner(api, platformId, role), OFF))).toBe("role_missing");
    }
  });
});

test("nothing waits where the account wants no second person", async () => {
  await setPolicy(api, platformId, null);
  expect((await askDestination(asker)).status).toBe(201);
  expect((await call(postKey, "POST", asker, { body: { label: "all" } })).status).toBe(201);
  expect((await call(postInvitation, "POST", asker, { body: { role: "viewer" } })).status).toBe(201);
  expect(await api.app.database.db.$count(approvals, eq(approvals.platformId, platformId))).toBe(0);
  expect(
    await api.app.database.db.$count(payeeDestinations, eq(payeeDestinations.platformId, platformId)),
  ).toBe(1);
});

test("an answer that waits names its approval in a header, by which programs tell it from one that was done", async () => {
  const answer = await askDestination(asker);
  expect(answer.headers.get("x-approval-id")).toBe(await waits(answer));
});
