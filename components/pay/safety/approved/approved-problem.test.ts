import { eq } from "drizzle-orm";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as postSchedule } from "@/app/v1/dashboard/schedules/route";
import { POST as postAnswer } from "@/app/v2/approvals/[id]/answer/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { POST as postBatch } from "@/app/v2/secure-payments/batch-payouts/route";
import { POST as postPayout } from "@/app/v2/secure-payments/payouts/route";
import { changeOf } from "@/components/pay/flow/same-payment";
import { approvedProblem } from "@/components/pay/safety/approved/approved-problem";
import { approvedScheduleProblem } from "@/components/pay/safety/approved/approved-schedule";
import { compare } from "@/components/pay/safety/compare";
import { disagreementIn } from "@/components/pay/safety/schedule/schedule-agreement";
import { approvals, approvedPayments, payeeDestinations, requests } from "@/db/schema";
import { wordsOfPayments } from "@/server/approvals/payment-words";
import { payerPageCaller } from "@/server/auth/callers";
import { PAYER_PAGE_CLIENT_ID } from "@/server/auth/payer-page";
import { typedDataOf } from "@/server/auth/proofs/consent";
import type { EndpointHandler } from "@/server/http/endpoint";
import { readSchedulePage } from "@/server/recurring-payouts/page/page-state";
import type { ShownApproval } from "@/server/requests/approving/shown-approval-schema";
import { readPageState } from "@/server/secure-payments/page/page-state";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";
import { anAccountOfTwo, approveAs, type SigningMember, setPolicy } from "@/server/testing/approvals";
import { type ApiOnChain, PROTOCOL_FEE, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import { send } from "@/server/testing/send";
import { confirming } from "@/server/testing/step-up";

const USDC = "USDC-sepolia";
const PAYEE = "0x6923831ACf5c327260D7ac7C9DfF5b1c3cB3C7D7";
const THIEF = privateKeyToAccount(generatePrivateKey());
const ONLY_PAYMENTS = { destinations: false, credentials: false, members: false };

let on: ApiOnChain;
let asker: SigningMember;
let approver: SigningMember;
/** As the payer's page calls the service. */
let page: Record<string, string>;
let payer: string;

beforeAll(async () => {
  on = await startApiOnChain("sepolia", { RATE_LIMITS: "off", ...PROTOCOL_FEE });
  payer = on.chain.accounts.payer.address;
  const account = await anAccountOfTwo(on.api, null);
  ({ asker, approver } = account);
  page = {
    "x-client-id": PAYER_PAGE_CLIENT_ID,
    origin: new URL(on.api.app.config.urls.pay).origin,
  };
  await setPolicy(on.api, account.platformId, { ...ONLY_PAYMENTS, dailyMicroUsd: 0n });
});
afterAll(() => on?.stop());

const post = (handler: EndpointHandler, body: unknown, params = {}) =>
  send(confirming(handler), "/", { method: "POST", headers: asker.bearer, body, params });

/** The token of a payout that a second person approved. */
async function approvedPayout(more: object = {}): Promise<string> {
  const waiting = await post(postPayout, {
    recipient: PAYEE,
    amount: "100",
    currency: USDC,
    network: "sepolia",
    creatorWalletAddress: payer,
    ...more,
  });
  return (await answerOf(waiting.body.id)).token;
}

async function answerOf(id: string) {
  expect((await approveAs(approver, id)).status).toBe(200);
  return (await post(postAnswer, undefined, { id })).body.answer;
}

/** What the page of a link shows, and the calldata that it is handed. */
async function pageOf(token: string): Promise<{ shown: ShownPayment; answer: unknown }> {
  const state = await readPageState(context(), token, { wallet: payer });
  if (!("shown" in state)) throw new Error(`nothing to pay: ${state.kind}`);
  const calldata = await send(getCalldata, `/?wallet=${payer}`, {
    headers: page,
    params: { token },
  });
  expect(calldata.status, JSON.stringify(calldata.body)).toBe(200);
  return { shown: JSON.parse(JSON.stringify(state.shown)), answer: calldata.body };
}

const context = () => on.api.app.context(payerPageCaller({ origin: null, ip: null }));

/** A page that is told something else, with calldata that says the same: a service that lies in one voice. */
function altered(shown: ShownPayment, change: (copy: Mutable) => void): ShownPayment {
  const copy: Mutable = JSON.parse(JSON.stringify(shown));
  change(copy);
  return copy as ShownPayment;
}
interface Mutable {
  legs: {
    amount: string;
    reference: string;
    recipient: { address: string };
  }[];
  approved: (Omit<ShownApproval, "signed" | "fees"> & {
    amount: string;
    payee: string;
    approver: string;
    reference: string;
    fees: { payee: string; amount: string }[];
    signed: { signature: string; digest: string; account: string };
  })[];
}

test("what was approved is signed: alone, with a hidden recipient, and merged with others", async () => {
  const single = await pageOf(await approvedPayout());
  expect(single.shown.approved).toMatchObject([
    { item: 0, payee: PAYEE, approver: approver.account.address },
  ]);
  const hidden = await pageOf(await approvedPayout({ accessPolicy: { hidePayeeAddress: true } }));
  expect(JSON.stringify(hidden.shown)).not.toContain(PAYEE);
  const tokens = [await approvedPayout(), await approvedPayout({ amount: "7" })];
  const merged = await pageOf((await post(postBatch, { tokens })).body.token);
  expect(merged.shown.approved.map(({ item }) => item)).toEqual([0, 1]);
  for (const { shown, answer } of [single, hidden, merged]) {
    expect(compare(shown, answer, { family: "evm", address: payer })).toMatchObject({ ok: true });
    expect(await approvedProblem(shown, answer)).toBeNull();
  }
});

test("another recipient, amount, fee or reference than was approved is not signed, however consistent the lie", async () => {
  const { shown } = await pageOf(await approvedPayout());
  const other = await pageOf(await approvedPayout());
  const thief = THIEF.address;
  const lies: Record<string, (copy: Mutable) => void> = {
    "another recipient": ({ legs }) => change(legs[0], ({ recipient }) => (recipient.address = thief)),
    "another recipient, also in what was approved": ({ legs, approved }) => {
      change(legs[0], ({ recipient }) => (recipient.address = thief));
      change(approved[0], (one) => (one.payee = thief));
    },
    more: ({ legs }) => change(legs[0], (leg) => (leg.amount = "100000001")),
    "more, also in what was approved": ({ legs, approved }) => {
      change(legs[0], (leg) => (leg.amount = "9100000000"));
      change(approved[0], (one) => (one.amount = "9100"));
    },
    "a fee for somebody else": ({ legs }) => change(legs[1], ({ recipient }) => (recipient.address = thief)),
    "a fee for somebody else, also in what was approved": ({ legs, approved }) => {
      change(legs[1], ({ recipient }) => (recipient.address = thief));
      change(approved[0], ({ fees }) => change(fees[0], (fee) => (fee.payee = thief)));
    },
    "one fee more": ({ legs }) => legs.push(JSON.parse(JSON.stringify(legs[1]))),
    "a higher fee": ({ legs }) => change(legs[1], (leg) => (leg.amount = "99000000")),
    "the approval of another payout": (copy) => {
      copy.approved = JSON.parse(JSON.stringify(other.shown.approved));
    },
    "the reference of another payout, under this approval": ({ legs, approved }) => {
      const [leg] = other.shown.legs;
      change(legs[0], (own) => (own.reference = leg?.reference ?? ""));
      change(approved[0], (one) => (one.reference = leg?.reference ?? ""));
    },
    "another digest": ({ approved }) =>
      change(approved[0], ({ signed }) => (signed.digest = `0x${"11".repeat(32)}`)),
    "another account": ({ approved }) =>
      change(approved[0], ({ signed }) => (signed.account = "Another (X)")),
    "another approver than signed": ({ approved }) => change(approved[0], (one) => (one.approver = thief)),
    "no signature": ({ approved }) => change(approved[0], ({ signed }) => (signed.signature = "0x")),
  };
  for (const [name, lie] of Object.entries(lies)) {
    expect(await approvedProblem(altered(shown, lie), null), name).toMatchObject({ field: "approval" });
  }
});

function change<Part>(part: Part | undefined, to: (part: Part) => unknown): void {
  if (part === undefined) throw new Error("nothing to change");
  to(part);
}

test("rows that were altered after the approval, all of them alike, are not signed", async () => {
  const token = await approvedPayout();
  const db = on.api.app.database.db;
  const { shown } = await pageOf(token);
  const isIt = eq(requests.paymentReference, shown.legs[0]?.reference ?? "");
  const [request] = await db.update(requests).set({ payee: THIEF.address }).where(isIt).returning();
  const [link] = await db
    .select()
    .from(approvedPayments)
    .where(eq(approvedPayments.recordId, request?.id ?? ""));
  const own = eq(approvals.id, link?.approvalId ?? "");
  const changed = await pageOf(token);
  expect(await approvedProblem(changed.shown, changed.answer)).toMatchObject({ field: "approval" });
  const [row] = await db.select().from(approvals).where(own);
  const lie = JSON.parse(JSON.stringify(row?.change).replaceAll(PAYEE, THIEF.address));
  await db.update(approvals).set({ change: lie }).where(own);
  const alike = await pageOf(token);
  expect(alike.shown.approved[0]?.payee).toBe(THIEF.address);
  expect(compare(alike.shown, alike.answer, { family: "evm", address: payer })).toMatchObject({ ok: true });
  expect(await approvedProblem(alike.shown, alike.answer)).toMatchObject({ field: "approval" });
});

test("a destination that the payee changes between approval and signing changes nothing of the payout", async () => {
  const token = await approvedPayout();
  await on.api.app.database.db
    .update(payeeDestinations)
    .set({ walletAddress: THIEF.address })
    .where(eq(payeeDestinations.walletAddress, PAYEE));
  const { shown, answer } = await pageOf(token);
  expect(shown.legs[0]?.recipient.address).toBe(PAYEE);
  expect(await approvedProblem(shown, answer)).toBeNull();
});

test("a wallet that approved nothing signs for the thief: the page says whose signature it is, and keeps to the first", async () => {
  const { shown } = await pageOf(await approvedPayout());
  const [first] = shown.approved;
  if (!first?.signed) throw new Error("nothing was approved");
  const { account, service, digest, expires } = first.signed;
  const lie = { ...first, payee: THIEF.address };
  const consent = {
    purpose: "approval" as const,
    action: wordsOfPayments(lie.verb, [lie]),
    account,
    digest: digest as `0x${string}`,
    expiresAt: new Date(expires),
  };
  const signature = await THIEF.signTypedData(typedDataOf(service, consent) as never);
  const forged = altered(shown, (copy) => {
    change(copy.legs[0], ({ recipient }) => (recipient.address = THIEF.address));
    copy.approved = [{ ...lie, approver: THIEF.address, signed: { ...first.signed, signature } }] as never;
  });
  expect(await approvedProblem(forged, null)).toBeNull();
  const drawn = { shown, items: [], fees: [] };
  expect(changeOf(drawn, forged)).toMatchObject({ field: "recipient" });
  const silent = altered(shown, (copy) => {
    copy.approved = [];
  });
  expect(changeOf(drawn, silent)).toMatchObject({ field: "approval" });
  expect(changeOf(drawn, shown)).toBeNull();
});

test("a recurring payout is signed as it was approved, and no other term of it", async () => {
  const waiting = await post(postSchedule, {
    payee: PAYEE,
    amount: "10",
    invoiceCurrency: USDC,
    paymentCurrency: USDC,
    recurrence: {
      startDate: new Date(Date.now() + 86_400_000).toISOString(),
      frequency: "MONTHLY",
      totalPayments: 12,
      payer,
    },
  });
  const { metadata } = await answerOf(waiting.body.id);
  const token = new URL(metadata.payerPageUrl).searchParams.get("token") ?? "";
  const state = await readSchedulePage(context(), token);
  if (state.kind !== "schedule") throw new Error("no schedule");
  const { shown } = state;
  expect(await approvedScheduleProblem(shown)).toBeNull();
  const lies = [
    { recipient: THIEF.address },
    { amount: "10000001" },
    { payments: 13, deadline: shown.deadline + 30 * 86_400 },
    { nonce: "1" },
    { payer: THIEF.address },
    { fee: { amount: "5", address: THIEF.address } },
  ];
  for (const lie of lies) {
    expect(await approvedScheduleProblem({ ...shown, ...lie }), JSON.stringify(lie)).not.toBeNull();
  }
  expect(disagreementIn(shown, { ...state, shown: { ...shown, approved: null } })).toMatchObject({
    field: "approval",
  });
});
