import { eq } from "drizzle-orm";
import type { Hex } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { POST as recordIntent } from "@/app/v2/secure-payments/[token]/intent/route";
import { GET as getCalldata } from "@/app/v2/secure-payments/[token]/pay/route";
import { GET as readLink } from "@/app/v2/secure-payments/[token]/route";
import { POST as createBatchPayout } from "@/app/v2/secure-payments/batch-payouts/route";
import { GET as readState } from "@/app/v2/secure-payments/multicall-payouts/[token]/route";
import { POST as createMulticall } from "@/app/v2/secure-payments/multicall-payouts/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { requests } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { getMulticall } from "@/server/secure-payments/reading/read-multicall";
import { expireLinks } from "@/server/secure-payments/settling/expire";
import type { TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import { aTransfer } from "@/server/testing/data/stored";
import { type ApiOnChain, PROTOCOL_FEE, startApiOnChain } from "@/server/testing/evm/api-on-chain";
import type { TestChain } from "@/server/testing/evm/chain";
import { tokenAddress } from "@/server/testing/evm/token-address";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { balanceOf, signAndSend } from "@/server/testing/paying";
import { send } from "@/server/testing/send";
import { countStatements } from "@/server/testing/statements";
import { type SentWebhooks, sendWebhooksOf } from "@/server/testing/webhooks/sent-webhooks";
import { newWatcherMemory } from "@/server/worker/transfers/memory";
import { watchTransfers } from "@/server/worker/transfers/watch-transfers";

let chain: TestChain;
let api: TestApi;
let stop: ApiOnChain["stop"];
let shop: Merchant;
let stranger: Merchant;
let webhooks: SentWebhooks;
let offset = 0;

const DAY = 86_400_000;
const USDC = tokenAddress("USDC-sepolia");

beforeAll(async () => {
  ({ chain, api, stop } = await startApiOnChain(
    "sepolia",
    { WEBHOOK_ALLOW_LOOPBACK: "true", ...PROTOCOL_FEE },
    { now: () => new Date(Date.now() + offset) },
  ));
  shop = await aMerchant(api);
  stranger = await aMerchant(api);
  webhooks = await sendWebhooksOf(api, shop.platformId);
});

afterAll(async () => {
  await webhooks?.stop();
  await stop?.();
});

afterEach(() => {
  offset = 0;
});

interface Payout {
  token: string;
  requestId: string;
  recipient: string;
}

const post = (
  handler: typeof createMulticall,
  path: string,
  body: unknown,
  headers: Record<string, string>,
) => send(handler, path, { method: "POST", headers, body });

async function payout(amount = "1", headers = shop.key, recipient = aWallet()): Promise<Payout> {
  const { status, body } = await post(
    createPayout,
    "/v2/secure-payments/payouts",
    {
      recipient,
      creatorWalletAddress: shop.wallet,
      network: "sepolia",
      currency: "USDC",
      amount,
      reference: "salary",
    },
    headers,
  );
  expect(status).toBe(201);
  return { token: body.token, requestId: body.requestIds[0], recipient };
}

async function payouts(count: number, headers = shop.key): Promise<Payout[]> {
  const made: Payout[] = [];
  for (let i = 0; i < count; i += 1) made.push(await payout("1", headers));
  return made;
}

const multicall = (childTokens: string[], more: object = {}, headers: Record<string, string> = shop.key) =>
  post(createMulticall, "/v2/secure-payments/multicall-payouts", { childTokens, ...more }, headers);
const tokensOf = (made: readonly Payout[]) => made.map(({ token }) => token);
const state = (token: string, headers: Record<string, string> = shop.session.bearer) =>
  send(readState, `/v2/secure-payments/multicall-payouts/${token}`, { headers, params: { token } });
const read = (token: string, headers = shop.browser) =>
  send(readLink, `/v2/secure-payments/${token}`, { headers, params: { token } });
const calldata = (token: string, headers = shop.browser) =>
  send(getCalldata, `/v2/secure-payments/${token}/pay?wallet=${chain.accounts.payer.address}`, {
    headers,
    params: { token },
  });
const intent = (token: string, body: object) =>
  send(recordIntent, `/v2/secure-payments/${token}/intent`, {
    method: "POST",
    headers: shop.browser,
    params: { token },
    body,
  });
const confirmed = (requestId: string, event: string) =>
  webhooks.receiver.next(({ json }) => json.event === event && json.requestId === requestId);

/** What the worker does, until there is nothing left to do. */
async function work(): Promise<void> {
  const adapter = api.app.chains.find("sepolia");
  if (!adapter) throw new Error("no adapter");
  const ctx = api.app.context(systemCaller(""));
  const memory = newWatcherMemory();
  for (let idle = 0; idle < 2; ) {
    idle = (await watchTransfers(ctx, adapter, "worker", memory)) === "idle" ? idle + 1 : 0;
  }
}

async function pay(token: string): Promise<void> {
  const { status, body } = await calldata(token);
  expect(status).toBe(200);
  await signAndSend(chain, "payer", body.transactions);
  await work();
}

async function rowOf({ requestId }: Payout) {
  const [row] = await api.app.database.db
    .select()
    .from(requests)
    .where(eq(requests.requestId, `0x${requestId}`));
  if (!row) throw new Error("no request");
  return row;
}

describe("a multicall", () => {
  test("of 20 is paid in one transaction and confirmed child by child", async () => {
    const made = await payouts(20);
    const { status, body: created } = await multicall(tokensOf(made), {
      requestedExecutionKind: "evm_same_chain",
    });
    expect(status).toBe(201);
    expect(created).toMatchObject({ type: "multicall", status: "pending" });
    expect(created.items).toEqual(
      made.map(({ token, requestId }, position) => ({ securePaymentToken: token, requestId, position })),
    );
    const before = await read(created.token);
    expect(before.status).toBe(200);
    expect(before.body).toMatchObject({
      paymentType: "multicall",
      status: "pending",
      canExecute: true,
      requestIds: made.map(({ requestId }) => requestId),
      totals: {
        childCount: 20,
        blockedChildCount: 0,
        byDestinationCurrency: [{ network: "sepolia", currency: "USDC-sepolia", totalAmount: "20" }],
        amountSummary: { grossAmount: "20", payerTotal: "20.01" },
      },
    });
    expect(before.body.children[3]).toMatchObject({
      executable: true,
      blockReason: null,
      amount: "1",
      payee: made[3]?.recipient,
      reference: "salary",
      feePlan: { flow: "pay", defaultFeeBearer: "payer" },
    });
    const ready = await calldata(created.token);
    expect(ready.body).toMatchObject({
      paymentType: "multicall",
      executionKind: "evm_same_chain",
      childTokens: tokensOf(made),
      amounts: made.map(() => "1"),
      metadata: { childCount: 20, executableLegCount: 20, requiredAmount: "20.01" },
    });
    await signAndSend(chain, "payer", ready.body.transactions);
    for (const { recipient } of made) expect(await balanceOf(chain, USDC, recipient as Hex)).toBe(1_000_000n);
    await work();
    for (const { token, requestId } of made) {
      const { json } = await confirmed(requestId, "payment.confirmed.checkout");
      expect(json.securePaymentToken).toBe(token);
      expect((await read(token)).status).toBe(409);
    }
    expect((await state(created.token)).body).toMatchObject({ status: "completed", canExecute: false });
    const over = [await read(created.token), await calldata(created.token)];
    expect(over.map((answer) => answer.status)).toEqual([409, 409]);
  });

  test("is partially settled by one child, pays the rest only, and is then completed", async () => {
    const made = await payouts(3);
    const [first] = made;
    const { body: created } = await multicall(tokensOf(made));
    await pay(first?.token ?? "");
    const { body } = await state(created.token);
    expect(body).toMatchObject({ status: "partially_settled", canExecute: false });
    expect(body.children[0]).toMatchObject({
      executable: false,
      blockReason: "already_paid",
      recoveryAction: "remove_child",
      context: { hasBeenPaid: true },
    });
    const rest = await calldata(created.token);
    expect(rest.body.childTokens).toEqual(tokensOf(made).slice(1));
    expect(rest.body.metadata).toMatchObject({ childCount: 3, executableLegCount: 2 });
    await signAndSend(chain, "payer", rest.body.transactions);
    await work();
    expect((await state(created.token)).body.status).toBe("completed");
    for (const { recipient } of made) expect(await balanceOf(chain, USDC, recipient as Hex)).toBe(1_000_000n);
  });

  test("asks for nothing that is on its way", async () => {
    const made = await payouts(2);
    const { body: created } = await multicall(tokensOf(made));
    for (const child of made) await aTransfer(api.app, await rowOf(child), { state: "seen" });
    const { body } = await state(created.token);
    expect(body.children.map((child: { blockReason: string }) => child.blockReason)).toEqual([
      "request_processing",
      "request_processing",
    ]);
    expect((await calldata(created.token)).status).toBe(409);
  });

  test("is over when the first of its children is, also for whoever has not swept it", async () => {
    const early = await payout();
    offset = DAY;
    const late = await payout();
    const { body: created } = await multicall([late.token, early.token]);
    offset = 7 * DAY + 60_000;
    expect((await calldata(created.token)).status).toBe(403);
    expect((await read(created.token)).status).toBe(403);
    // Sessions are over by then, too.
    const owner = api.app.context(systemCaller(shop.platformId));
    expect(await getMulticall(owner, created.token)).toMatchObject({ status: "expired", canExecute: false });
    expect((await read(late.token)).status).toBe(200);
    await expireLinks(owner, 1_000);
    expect((await getMulticall(owner, created.token)).status).toBe("expired");
  });

  test("leaves out a child that was merged elsewhere, and hears of its payment there", async () => {
    const made = await payouts(3);
    const { body: created } = await multicall(tokensOf(made));
    const merged = await post(
      createBatchPayout,
      "/v2/secure-payments/batch-payouts",
      { tokens: tokensOf(made).slice(1) },
      shop.key,
    );
    expect((await calldata(created.token)).body.childTokens).toEqual(tokensOf(made).slice(0, 1));
    const { body } = await calldata(merged.body.token);
    await signAndSend(chain, "payer", [...body.ERC20ApprovalTransactions, body.batchPaymentTransaction]);
    await work();
    expect((await state(created.token)).body.status).toBe("partially_settled");
  });

  test("of 150 is created, read and priced in as many statements as one of two", async () => {
    const two = await payouts(2);
    const all = await payouts(150);
    const small = await countStatements(api.app, () => multicall(tokensOf(two)));
    const large = await countStatements(api.app, () => multicall(tokensOf(all)));
    expect([small.result.status, large.result.status]).toEqual([201, 201]);
    expect(small.statements).toBeGreaterThan(0);
    expect(large.statements).toBe(small.statements);
    for (const ask of [state, read, calldata]) {
      const few = await countStatements(api.app, () => ask(small.result.body.token));
      const many = await countStatements(api.app, () => ask(large.result.body.token));
      expect(many.result.status).toBe(200);
      expect(few.statements).toBeGreaterThan(0);
      expect(many.statements).toBe(few.statements);
    }
  });

  test("is created once under one Idempotency-Key", async () => {
    const tokens = tokensOf(await payouts(2));
    const headers = { ...shop.key, "idempotency-key": "bundle-1" };
    const [one, two] = [await multicall(tokens, {}, headers), await multicall(tokens, {}, headers)];
    expect(two.body).toEqual(one.body);
  });
});

describe("400 with every child that does not fit", () => {
  test("unknown, foreign, incoming, merged, paid, processing and withdrawn, and nothing told about others", async () => {
    const good = await payout();
    const foreign = await payout("1", stranger.key);
    const incoming = await post(createLink, "/v2/secure-payments", { requests: [{ amount: "1" }] }, shop.key);
    const toMerge = await payouts(2);
    const merged = await post(
      createBatchPayout,
      "/v2/secure-payments/batch-payouts",
      { tokens: tokensOf(toMerge) },
      shop.key,
    );
    const paid = await payout();
    await pay(paid.token);
    const processing = await payout();
    await aTransfer(api.app, await rowOf(processing), { state: "seen" });
    const cases: [string, string, string][] = [
      ["nobody's", "not_found", "remove_child"],
      [foreign.token, "not_owned", "remove_child"],
      [incoming.body.token, "not_outgoing", "remove_child"],
      [merged.body.token, "not_single_payment", "remove_child"],
      [toMerge[0]?.token ?? "", "secure_payment_not_pending", "remove_child"],
      [paid.token, "already_paid", "remove_child"],
      [processing.token, "request_processing", "recreate_after_cooldown"],
    ];
    const { status, body } = await multicall([good.token, ...cases.map(([token]) => token)]);
    expect(status).toBe(400);
    expect(body.code).toBe("multicall_validation_failed");
    expect(
      body.failures.map((failure: { securePaymentToken: string; reason: string; recoveryAction: string }) => [
        failure.securePaymentToken,
        failure.reason,
        failure.recoveryAction,
      ]),
    ).toEqual(cases);
    expect(body.failures[1]).toMatchObject({ messageKey: "multicall.not_owned", context: { position: 2 } });
    expect(JSON.stringify(body)).not.toContain(foreign.requestId);
    expect(body).not.toHaveProperty("cap");
  });

  test("an expired one", async () => {
    const old = await payout();
    offset = 7 * DAY + 60_000;
    const { body } = await multicall([old.token, (await payout()).token]);
    expect(body.failures).toHaveLength(1);
    expect(body.failures[0]).toMatchObject({
      reason: "secure_payment_expired",
      securePaymentToken: old.token,
    });
  });

  test("one of another identity mode", async () => {
    // A page pays out to nobody but the destination that its client ID is bound to.
    const [one, other] = [await payout(), await payout("1", shop.browser, shop.wallet)];
    const { body } = await multicall([one.token, other.token]);
    expect(body.failures).toMatchObject([{ reason: "not_payable_child", securePaymentToken: other.token }]);
  });

  test("more than can be paid, with how many to leave out", async () => {
    const { status, body } = await multicall(Array.from({ length: 151 }, (_, index) => `token-${index}`));
    expect(status).toBe(400);
    expect(body).toMatchObject({
      failures: [
        { securePaymentToken: "*", reason: "too_many_children", recoveryAction: "recreate_reduced" },
      ],
      cap: { type: "child_count", maximum: 150, actual: 151, reduceBy: 1 },
    });
  });

  test.each<[string, (tokens: string[]) => object]>([
    ["a duplicate", ([first = ""]) => ({ childTokens: [first, first] })],
    ["one child", ([first = ""]) => ({ childTokens: [first] })],
    ["more than the schema allows", () => ({ childTokens: Array.from({ length: 1_001 }, (_, i) => `${i}`) })],
    ["a field of its own", (childTokens) => ({ childTokens, accessPolicy: {} })],
    ["a bridge", (childTokens) => ({ childTokens, requestedExecutionKind: "evm_cross_chain" })],
    ["Tron", (childTokens) => ({ childTokens, requestedExecutionKind: "tron_batch" })],
  ])("for %s", async (_, bodyOf) => {
    const body = bodyOf(tokensOf(await payouts(2)));
    const path = "/v2/secure-payments/multicall-payouts";
    expect((await post(createMulticall, path, body, shop.key)).status).toBe(400);
  });
});

describe("nobody else", () => {
  test("reads a multicall as its owner: 403 for another account, 404 for an unknown token or an ordinary link", async () => {
    const made = await payouts(2);
    const { body: created } = await multicall(tokensOf(made));
    expect((await state(created.token, stranger.session.bearer)).status).toBe(403);
    expect((await state("nothing")).status).toBe(404);
    expect((await state(made[0]?.token ?? "")).status).toBe(404);
    expect((await state(created.token, shop.key)).status).toBe(401);
  });

  test("reads or pays it from another account's page", async () => {
    const { body: created } = await multicall(tokensOf(await payouts(2)));
    expect((await read(created.token, stranger.browser)).status).toBe(401);
    expect((await calldata(created.token, stranger.browser)).status).toBe(401);
  });
});

test("a receipt of a multicall is kept once per operation and pays nothing (SI-04)", async () => {
  const { body: created } = await multicall(tokensOf(await payouts(2)));
  const receipt = {
    chain: "ETHEREUM",
    smartAccountAddress: aWallet(),
    userOpHash: `0x${"ab".repeat(32)}`,
    transactionIndices: [
      { childPosition: 0, transactionIndex: 1 },
      { childPosition: 1, transactionIndex: 1 },
    ],
  };
  const [one, two] = [await intent(created.token, receipt), await intent(created.token, receipt)];
  expect(one.status).toBe(200);
  expect(one.body).toMatchObject({ parentToken: created.token, sourceChain: "ETHEREUM", isListening: false });
  expect(two.body.receiptId).toBe(one.body.receiptId);
  const beyond = { ...receipt, transactionIndices: [{ childPosition: 2, transactionIndex: 0 }] };
  const single = { chain: "ETHEREUM", token: "USDC", txHash: `0x${"cd".repeat(32)}` };
  expect((await intent(created.token, beyond)).status).toBe(400);
  expect((await intent(created.token, single)).status).toBe(400);
  expect((await intent((await payout()).token, receipt)).status).toBe(400);
  const { token: _token, ...unnamed } = single;
  const wrong = await intent((await payout()).token, unnamed);
  expect(wrong.body.message).toMatchObject([{ path: ["token"], message: "Required" }]);
  expect((await state(created.token)).body.status).toBe("pending");
});
