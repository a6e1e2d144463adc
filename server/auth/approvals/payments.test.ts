import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { POST as postKey } from "@/app/v1/api-keys/route";
import { POST as postClient } from "@/app/v1/client-ids/route";
import { POST as postSchedule } from "@/app/v1/dashboard/schedules/route";
import { PUT as putStepUp } from "@/app/v1/dashboard/step-up/route";
import { DELETE as removeMember } from "@/app/v1/members/[id]/route";
import { GET as getPolicy } from "@/app/v2/approval-policy/route";
import { POST as postAnswer } from "@/app/v2/approvals/[id]/answer/route";
import { POST as postBatch } from "@/app/v2/payouts/batch/route";
import { POST as postPayout } from "@/app/v2/payouts/route";
import { GET as getCalldata } from "@/app/v2/request/[requestId]/pay/route";
import { POST as postRefund } from "@/app/v2/request/[requestId]/refunds/route";
import { POST as postRequest } from "@/app/v2/request/route";
import { POST as postBatchLink } from "@/app/v2/secure-payments/batch-payouts/route";
import { POST as postLink } from "@/app/v2/secure-payments/payouts/route";
import {
  APPROVAL_STATES,
  approvals,
  approvedPayments,
  memberships,
  platforms,
  recurringPayments,
  requests,
} from "@/db/schema";
import { PAYMENT_PAIRS } from "@/server/approvals/payment-pairs";
import { eventOfApproving, nextApprovalState } from "@/server/approvals/state";
import { expireApprovals } from "@/server/auth/approvals/expire";
import { systemCaller } from "@/server/auth/callers";
import type { EndpointHandler } from "@/server/http/endpoint";
import type { TestApi } from "@/server/testing/api";
import {
  anAccountOfTwo,
  approveAs,
  aSigner,
  proofFor,
  readApproval,
  type SigningMember,
  sendApproval,
  setPolicy,
} from "@/server/testing/approvals";
import { aSession, type TestSession } from "@/server/testing/credentials";
import { type ApiOnChain, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { watchAll } from "@/server/testing/evm/watch-all";
import { useFixedPrices } from "@/server/testing/fixed-prices";
import { aClientId, signAndSend } from "@/server/testing/paying";
import { type Answered, send } from "@/server/testing/send";
import { askedOf, confirm, confirming } from "@/server/testing/step-up";

const USDC = "USDC-sepolia";
const PAYEE = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
const DAY_MS = 86_400_000;
const USD = 1_000_000n;

/** USD for one; what is not here has no price. */
const prices = new Map([["USDC", "1"]]);

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let later = 0;
let asker: SigningMember;
let approver: SigningMember;
let platformId: string;

beforeAll(async () => {
  const now = () => new Date(Date.now() + later);
  ({ chain, api, stop } = await startApiOnChain("sepolia", { RATE_LIMITS: "off" }, { now }));
  useFixedPrices(api, prices);
});
afterAll(() => stop?.());
beforeEach(async () => {
  later = 0;
  prices.set("USDC", "1");
  ({ asker, approver, platformId } = await anAccountOfTwo(api, {
    ...ONLY_PAYMENTS,
    dailyMicroUsd: 100n * USD,
  }));
});

const ONLY_PAYMENTS = { destinations: false, credentials: false, members: false };

const post = (handler: EndpointHandler, headers: Record<string, string>, body: unknown, params = {}) =>
  send(confirming(handler), "/", { method: "POST", headers, body, params });

const payOut = (who: TestSession, amount: string, more: object = {}) =>
  post(postLink, who.bearer, {
    recipient: PAYEE,
    amount,
    currency: USDC,
    network: "sepolia",
    creatorWalletAddress: chain.accounts.payer.address,
    ...more,
  });

const made = () => api.app.database.db.select().from(requests).where(eq(requests.platformId, platformId));
const code = ({ headers }: Answered) => headers.get("x-error-code");

async function waits(answer: Answered): Promise<string> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(202);
  return answer.body.id as string;
}

function done(answer: Answered) {
  expect([answer.status, answer.body.state], JSON.stringify(answer.body)).toEqual([200, "approved"]);
}

async function reasonOf(id: string) {
  const { state, reason } = await readApproval(asker, id);
  return [state, reason];
}

describe("every pair of an approval and what has become of the payment that it is for", () => {
  const pairs = Object.entries(PAYMENT_PAIRS).flatMap(([verb, standings]) =>
    Object.entries(standings).flatMap(([standing, content]) =>
      APPROVAL_STATES.map((state) => ({ verb, standing, state, content })),
    ),
  );
  test.each(pairs)("$verb, $standing, $state", ({ state, content }) => {
    const after = { same: "approved", changed: "fallen", gone: "fallen", unknown: null }[content];
    expect(nextApprovalState(state, eventOfApproving(content))).toBe(state === "waiting" ? after : null);
  });
});

describe("a payout", () => {
  test("above the sum of the day waits, and is created exactly as it was approved", async () => {
    expect((await payOut(asker, "40")).status).toBe(201);
    const id = await waits(await payOut(asker, "60.01", { reference: "Invoice 17" }));
    expect(await made()).toHaveLength(1);
    const read = await readApproval(approver, id);
    const [payment] = read.change.payments;
    expect(read).toMatchObject({
      canDecide: true,
      words: `Pay out: 60.01 ${USDC} to ${PAYEE}, with the reference ${payment?.reference}`,
      change: {
        kind: "payment",
        verb: "payout.create",
        usd: "60.01",
        after: { payer: chain.accounts.payer.address, reference: "Invoice 17" },
      },
    });
    done(await approveAs(approver, id));
    const row = (await made()).find(({ reference }) => reference === "Invoice 17");
    expect(row).toMatchObject({ payee: PAYEE, amount: 60_010_000n, paymentReference: payment?.reference });
    const db = api.app.database.db;
    expect(await db.select().from(approvedPayments).where(eq(approvedPayments.approvalId, id))).toEqual([
      { recordId: row?.id, approvalId: id },
    ]);
    const answer = await post(postAnswer, asker.bearer, undefined, { id });
    expect(answer.body.answer.securePaymentUrl).toContain("?token=");
    // What a second person approved does not count for what goes without one.
    expect((await payOut(asker, "60")).status).toBe(201);
  });

  test("split into small ones passes no more than the sum, and the day after begins anew", async () => {
    const answers: number[] = [];
    for (let i = 0; i < 5; i++) answers.push((await payOut(asker, "30")).status);
    expect(answers).toEqual([201, 201, 201, 202, 202]);
    expect((await payOut(asker, "10")).status).toBe(201);
    const policy = await send(getPolicy, "/v2/approval-policy", { headers: asker.bearer });
    expect(policy.body).toMatchObject({ dailyUsd: "100", usedUsd: "100" });
    // The sum is that of the account: another person has no other one.
    expect((await payOut(approver, "1")).status).toBe(202);
    later = DAY_MS;
    expect((await payOut(await aSigner(api, platformId, "finance"), "100")).status).toBe(201);
  });

  test("of two at once that pass the sum together, one waits", async () => {
    const answers = await Promise.all([payOut(asker, "70"), payOut(approver, "70"), payOut(asker, "70")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 202, 202]);
    expect(await made()).toHaveLength(1);
  });

  test("that nobody can value waits, and so does every one where the sum is 0; none where there is no sum", async () => {
    prices.delete("USDC");
    const id = await waits(await payOut(asker, "0.01"));
    expect((await readApproval(asker, id)).change.usd).toBeNull();
    done(await approveAs(approver, id));
    prices.set("USDC", "1");
    await setPolicy(api, platformId, { ...ONLY_PAYMENTS, dailyMicroUsd: 0n });
    await waits(await payOut(asker, "0.000001"));
    await setPolicy(api, platformId, { ...ONLY_PAYMENTS, members: true, dailyMicroUsd: null });
    expect((await payOut(asker, "1000000")).status).toBe(201);
  });

  test("is approved by nobody who could not pay out, nor by its asker with another wallet", async () => {
    const id = await waits(await payOut(asker, "101"));
    const developer = await aSigner(api, platformId, "developer");
    expect((await readApproval(developer, id)).canDecide).toBe(false);
    const signature = await asker.account.signTypedData(
      (await readApproval(approver, id)).proofRequest?.wallets[0]?.typedData as never,
    );
    const own = { kind: "wallet" as const, address: asker.account.address, signature };
    expect(code(await sendApproval(asker, id, own))).toBe("forbidden");
    expect(await made()).toHaveLength(0);
    done(await approveAs(await aSigner(api, platformId, "finance"), id));
  });

  test("is created once, whoever approves at the same moment", async () => {
    const third = await aSigner(api, platformId, "admin");
    const id = await waits(await payOut(asker, "101"));
    const answers = await Promise.all([approveAs(approver, id), approveAs(third, id), approveAs(third, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await made()).toHaveLength(1);
  });

  test("and the removal of its approver at the same moment: created by a member, or not at all", async () => {
    const leaving = await aSigner(api, platformId, "finance");
    const id = await waits(await payOut(asker, "101"));
    const proof = await proofFor(leaving, await readApproval(leaving, id));
    const rows = await api.app.database.db
      .select()
      .from(memberships)
      .where(eq(memberships.platformId, platformId));
    const member = rows.find(({ role }) => role === "finance");
    const remove = () =>
      send(confirming(removeMember), "/", {
        method: "DELETE",
        headers: approver.bearer,
        params: { id: member?.id ?? "" },
      });
    const [approved, removed] = await Promise.all([sendApproval(leaving, id, proof), remove()]);
    expect(removed.status).toBe(200);
    const isDone = approved.status === 200;
    expect(await made()).toHaveLength(isDone ? 1 : 0);
    expect((await readApproval(asker, id)).state).toBe(isDone ? "approved" : "waiting");
  });

  test("whose content was altered in the database is not approved by the signature for what was read", async () => {
    const id = await waits(await payOut(asker, "101"));
    const proof = await proofFor(approver, await readApproval(approver, id));
    const db = api.app.database.db;
    const [row] = await db.select().from(approvals).where(eq(approvals.id, id));
    const input = JSON.parse(JSON.stringify(row?.input).replace('"101"', '"9101"'));
    await db.update(approvals).set({ input }).where(eq(approvals.id, id));
    expect(code(await sendApproval(approver, id, proof))).toBe("proof_refused");
    // Nor is what would be run something else than what is said: a new signature finds that out.
    expect(code(await approveAs(approver, id))).toBe("approval_over");
    expect(await reasonOf(id)).toEqual(["fallen", expect.stringContaining("not as it was")]);
    expect(await made()).toHaveLength(0);
  });

  test("expires, and falls where the account may create none any more", async () => {
    const [late, forbidden] = [
      await waits(await payOut(asker, "101")),
      await waits(await payOut(asker, "102")),
    ];
    const db = api.app.database.db;
    await db.update(platforms).set({ canCreatePayouts: false }).where(eq(platforms.id, platformId));
    expect(code(await approveAs(approver, forbidden))).toBe("approval_over");
    await db.update(platforms).set({ canCreatePayouts: true }).where(eq(platforms.id, platformId));
    await db
      .update(approvals)
      .set({ expiresAt: new Date(Date.now() + 1_000) })
      .where(eq(approvals.id, late));
    const read = await readApproval(approver, late);
    const proof = await proofFor(approver, read);
    later = 2_000;
    expect((await sendApproval(approver, late, proof)).status).toBeGreaterThanOrEqual(403);
    await expireApprovals(api.app.context(systemCaller("")), 100);
    expect((await readApproval(asker, late)).state).toBe("expired");
    expect(await made()).toHaveLength(0);
  });

  test("is merged with others without a second person: each was approved or counted by itself", async () => {
    const first = await payOut(asker, "50");
    const second = await payOut(asker, "50");
    const merged = await post(postBatchLink, asker.bearer, { tokens: [first.body.token, second.body.token] });
    expect(merged.status, JSON.stringify(merged.body)).toBe(201);
  });
});

describe("credentials where payments need a second person", () => {
  const body = (amount: string) => ({
    payee: PAYEE,
    amount,
    invoiceCurrency: USDC,
    paymentCurrency: USDC,
  });

  test("keys that can pay wait, others do not; a client ID waits", async () => {
    for (const scopes of [["payouts"], ["read", "refunds"], undefined]) {
      await waits(await post(postKey, asker.bearer, { label: "till", scopes }));
    }
    const reading = await post(postKey, asker.bearer, {
      label: "shop",
      scopes: ["read", "requests", "members"],
    });
    expect(reading.status).toBe(201);
    await waits(
      await post(postClient, asker.bearer, { label: "page", allowedDomains: ["https://shop.example"] }),
    );
  });

  test("a key that was approved is held to its own limits, and uses nothing of the sum", async () => {
    const id = await waits(await post(postKey, asker.bearer, { label: "till", scopes: ["payouts"] }));
    done(await approveAs(approver, id));
    const key = { "x-api-key": (await post(postAnswer, asker.bearer, undefined, { id })).body.answer.value };
    expect((await post(postPayout, key, body("5000"))).status).toBe(201);
    expect((await payOut(asker, "100")).status).toBe(201);
  });

  test("a client ID alone creates no payouts: it is public, and nobody is there who could wait", async () => {
    const headers = { "x-client-id": await aClientId(api.app, platformId) };
    const link = {
      recipient: PAYEE,
      amount: "1",
      currency: USDC,
      network: "sepolia",
      creatorWalletAddress: chain.accounts.payer.address,
    };
    const monthly = {
      startDate: new Date(Date.now() + DAY_MS).toISOString(),
      frequency: "MONTHLY",
      totalPayments: 2,
    };
    const recurrence = { ...monthly, payer: chain.accounts.payer.address };
    const tries = [
      await post(postPayout, headers, body("1")),
      await post(postPayout, headers, { ...body("1"), recurrence }),
      await post(postBatch, headers, { requests: [body("1")] }),
      await post(postLink, headers, link),
    ];
    expect(tries.map(code)).toEqual(tries.map(() => "approval_needed"));
    expect(await made()).toHaveLength(0);
    await setPolicy(api, platformId, { ...ONLY_PAYMENTS, members: true, dailyMicroUsd: null });
    expect((await post(postPayout, headers, body("1"))).status).toBe(201);
  });
});

describe("a recurring payout", () => {
  const create = (startsInMs: number, amount = "10") =>
    post(postSchedule, asker.bearer, {
      payee: PAYEE,
      amount,
      invoiceCurrency: USDC,
      paymentCurrency: USDC,
      recurrence: {
        startDate: new Date(Date.now() + startsInMs).toISOString(),
        frequency: "MONTHLY",
        totalPayments: 12,
        payer: chain.accounts.payer.address,
      },
    });
  const schedules = () =>
    api.app.database.db.select().from(recurringPayments).where(eq(recurringPayments.platformId, platformId));

  test("counts with all that its permit lets be taken, and is created with the permit that was approved", async () => {
    expect((await create(30 * DAY_MS, "8")).status).toBe(201);
    const id = await waits(await create(30 * DAY_MS));
    const read = await readApproval(approver, id);
    expect(read.words).toMatch(
      /^Pay out again and again: 12 times, MONTHLY from \S+Z, each time 10 USDC-sepolia to 0x6923\w+, with the reference 0x\w{64}$/,
    );
    expect(read.change).toMatchObject({ usd: "120", after: { inAll: "120" } });
    done(await approveAs(approver, id));
    const rows = await schedules();
    expect(rows.map(({ digest }) => digest)).toContain(read.change.payments[0]?.reference);
    expect(rows).toHaveLength(2);
  });

  test("falls when its first day has passed by then", async () => {
    const id = await waits(await create(DAY_MS / 2, "100"));
    later = DAY_MS;
    const second = await aSigner(api, platformId, "owner");
    expect(code(await approveAs(second, id))).toBe("approval_over");
    expect(await schedules()).toHaveLength(0);
  });
});

describe("a refund", () => {
  /** Of the key that requests are created with. */
  let key: Record<string, string>;

  /** A request over 150 USDC of which this much was paid. */
  async function aPaidRequest(amount = "150"): Promise<string> {
    await setPolicy(api, platformId, null);
    key = { "x-api-key": (await post(postKey, asker.bearer, { label: "till" })).body.value };
    const answer = await post(postRequest, key, {
      payee: chain.accounts.recipient.address,
      amount: "150",
      invoiceCurrency: USDC,
      paymentCurrency: USDC,
    });
    const requestId = String(answer.body.requestId);
    await pay(requestId, amount);
    await setPolicy(api, platformId, { ...ONLY_PAYMENTS, dailyMicroUsd: 100n * USD });
    return requestId;
  }

  async function pay(requestId: string, amount: string): Promise<void> {
    const query = `wallet=${chain.accounts.payer.address}&amount=${amount}`;
    const { status, body } = await send(getCalldata, `/v2/request/${requestId}/pay?${query}`, {
      headers: key,
      params: { requestId },
    });
    expect(status, JSON.stringify(body)).toBe(200);
    await signAndSend(chain, "payer", body.transactions);
    await watchAll(api, "sepolia");
  }

  const refund = (requestId: string, amount?: string) =>
    post(postRefund, asker.bearer, amount === undefined ? {} : { amount }, { requestId });

  test("counts for the same sum as payouts, and is prepared under the reference that was approved", async () => {
    const requestId = await aPaidRequest();
    expect((await payOut(asker, "60")).status).toBe(201);
    expect((await refund(requestId, "40")).status).toBe(201);
    const id = await waits(await refund(requestId, "50"));
    const { change } = await readApproval(approver, id);
    expect(change).toMatchObject({
      verb: "refund.create",
      subject: requestId,
      payments: [{ payee: chain.accounts.payer.address, amount: "50", currency: USDC, fees: [] }],
    });
    done(await approveAs(approver, id));
    const answer = await post(postAnswer, asker.bearer, undefined, { id });
    expect(answer.body.answer.refund).toMatchObject({
      state: "prepared",
      amount: "50",
      paymentReference: change.payments[0]?.reference,
    });
  });

  test("of all that can be sent back falls when that is another sum by then, and a named one when too little is left", async () => {
    const requestId = await aPaidRequest("120");
    const all = await waits(await refund(requestId));
    const named = await waits(await refund(requestId, "110"));
    const small = await waits(await refund(requestId, "101"));
    // 19 of 120 go back meanwhile, which needs nobody.
    expect((await refund(requestId, "19")).status).toBe(201);
    expect(code(await approveAs(approver, all))).toBe("approval_over");
    expect(await reasonOf(all)).toEqual(["fallen", expect.stringContaining("not as it was")]);
    expect(code(await approveAs(approver, named))).toBe("approval_over");
    expect(await reasonOf(named)).toEqual(["fallen", "No more than 101 USDC can be sent back"]);
    done(await approveAs(approver, small));
  });

  test("of all that can be sent back falls when more was paid by then", async () => {
    const requestId = await aPaidRequest("120");
    const id = await waits(await refund(requestId));
    await pay(requestId, "30");
    expect(code(await approveAs(approver, id))).toBe("approval_over");
    expect(await reasonOf(id)).toEqual(["fallen", expect.stringContaining("not as it was")]);
  });
});

describe("a fresh proof for payments", () => {
  const bare = (who: TestSession, amount: string, more: Record<string, string> = {}) =>
    send(postLink, "/v2/secure-payments/payouts", {
      method: "POST",
      headers: { ...who.bearer, ...more },
      body: {
        recipient: PAYEE,
        amount,
        currency: USDC,
        network: "sepolia",
        creatorWalletAddress: chain.accounts.payer.address,
      },
    });

  test("is asked for above 1000 USD, for exactly this payment, and where nobody can value it", async () => {
    await setPolicy(api, platformId, null);
    expect((await bare(asker, "1000")).status).toBe(201);
    const refused = await bare(asker, "1000.01");
    expect(code(refused)).toBe("step_up_required");
    expect(refused.body.stepUp.action).toBe(`Create a payout of "1000.01" "${USDC}" to "${PAYEE}"`);
    expect(await made()).toHaveLength(1);
    const proof = await confirm(asker.bearer, asker.account, askedOf(refused));
    expect(code(await bare(asker, "5000", proof))).toBe("step_up_required");
    expect((await bare(asker, "1000.01", proof)).status).toBe(201);
    expect(code(await bare(asker, "1000.01", proof))).toBe("step_up_required");
    prices.delete("USDC");
    expect(code(await bare(asker, "1"))).toBe("step_up_required");
  });

  test("comes before a second person, who is not asked for it again", async () => {
    const refused = await bare(asker, "2000");
    expect(code(refused)).toBe("step_up_required");
    const proof = await confirm(asker.bearer, asker.account, askedOf(refused));
    const id = await waits(await bare(asker, "2000", proof));
    done(await approveAs(approver, id));
    expect(await made()).toHaveLength(1);
  });

  test("is asked for above another sum where the account sets one, and of no session that knows nothing of it", async () => {
    await setPolicy(api, platformId, null);
    const set = await send(confirming(putStepUp), "/v1/dashboard/step-up", {
      method: "PUT",
      headers: asker.bearer,
      body: { isForEverySession: false, paymentsAboveUsd: "5" },
    });
    expect(set.body).toEqual({ isForEverySession: false, paymentsAboveUsd: "5" });
    expect(code(await bare(asker, "5.01"))).toBe("step_up_required");
    const keep = await send(confirming(putStepUp), "/v1/dashboard/step-up", {
      method: "PUT",
      headers: asker.bearer,
      body: { isForEverySession: false },
    });
    expect(keep.body).toMatchObject({ paymentsAboveUsd: "5" });
    // Signed in through the API, alone in the account, as clients of the hosted service are.
    const hosted = await aSession(api);
    expect((await bare(hosted, "1000000")).status).toBe(201);
    expect(
      (
        await send(confirming(putStepUp), "/", {
          method: "PUT",
          headers: asker.bearer,
          body: { isForEverySession: false, paymentsAboveUsd: null },
        })
      ).status,
    ).toBe(200);
    expect((await bare(asker, "1000000")).status).toBe(201);
  });
});
