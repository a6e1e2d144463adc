import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { GET as getList } from "@/app/v1/dashboard/payments/route";
import { POST as postEvent } from "@/app/v2/secure-payments/[token]/events/route";
import { POST as createBatch } from "@/app/v2/secure-payments/batch-payouts/route";
import { POST as createPayout } from "@/app/v2/secure-payments/payouts/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { chainCursors, requests } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import type { PaymentDetail, TimelineEntry } from "@/server/dashboard/detail-schema";
import { settleRequests } from "@/server/requests/settling/settle";
import { expireLinks } from "@/server/secure-payments/settling/expire";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aWallet } from "@/server/testing/credentials";
import { aTransfer } from "@/server/testing/data/stored";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { ManualClock } from "@/server/testing/manual-clock";
import { send } from "@/server/testing/send";
import { webhookClient } from "@/server/testing/webhooks/webhook-client";
import { GET } from "./route";

let api: TestApi;
let merchant: Merchant;
const clock = new ManualClock();
const DAY = 86_400_000;

beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off", RPC_URL_SEPOLIA: "http://127.0.0.1:9" }, { now: clock.now });
});
afterAll(() => api.close());
beforeEach(async () => {
  merchant = await aMerchant(api);
});

async function aLink(body: object = {}): Promise<{ requestId: string; token: string }> {
  const created = await send(createLink, "/v2/secure-payments", {
    method: "POST",
    headers: merchant.session.bearer,
    body: { requests: [{ destinationId: merchant.destinationId, amount: "100" }], ...body },
  });
  expect(created.status).toBe(201);
  return { requestId: created.body.requestIds[0], token: created.body.token };
}

async function aPayout(): Promise<{ requestId: string; token: string }> {
  const created = await send(createPayout, "/v2/secure-payments/payouts", {
    method: "POST",
    headers: merchant.key,
    body: {
      recipient: aWallet(),
      creatorWalletAddress: merchant.wallet,
      network: "sepolia",
      currency: "USDC",
      amount: "5",
      recipientIdentifier: "supplier",
    },
  });
  expect(created.status).toBe(201);
  return { requestId: created.body.requestIds[0], token: created.body.token };
}

/** A transfer as the watcher would leave it, and what follows from it. */
async function pay(requestId: string, changes: Parameters<typeof aTransfer>[2] = {}) {
  const [row] = await api.app.database.db
    .select()
    .from(requests)
    .where(eq(requests.requestId, `0x${requestId}`));
  if (!row) throw new Error("no such request");
  const transfer = await aTransfer(api.app, row, changes);
  await inTransaction(api.app.context(systemCaller("")), async (tx) => {
    await settleRequests(tx, [row.id]);
    await settleLinks(tx, [row.id]);
  });
  return transfer;
}

async function detail(
  requestId: string,
  headers: Record<string, string> = merchant.key,
): Promise<PaymentDetail> {
  const { status, body } = await send(GET, `/v1/dashboard/payments/${requestId}`, {
    headers,
    params: { requestId },
  });
  expect(status).toBe(200);
  return body;
}

const kinds = ({ timeline }: PaymentDetail) => timeline.map((entry) => entry.kind);
function entry<K extends TimelineEntry["kind"]>(from: PaymentDetail, kind: K) {
  const found = from.timeline.find((one) => one.kind === kind);
  if (!found) throw new Error(`no ${kind} in ${kinds(from)}`);
  return found as Extract<TimelineEntry, { kind: K }>;
}

describe("200 the reason of every state", () => {
  test("pending: who made it, and when it ends", async () => {
    const { requestId, token } = await aLink({
      reference: "INV-1",
      accessPolicy: { allowedPayerAddresses: [merchant.wallet] },
    });
    const shown = await detail(requestId);
    expect(kinds(shown)).toEqual(["created", "expires"]);
    expect(shown.statusReason).toBe("The link waits for its payer; no payment was seen yet.");
    expect(entry(shown, "created").reason).toBe("A request of 100.00 USDC was created in the dashboard.");
    expect(shown.payment).toMatchObject({ status: "pending", token, source: { kind: "manual" } });
    expect(shown.access?.allowedPayerAddresses).toEqual([merchant.wallet]);
    expect(shown.request.requestId).toBe(requestId);
    expect(shown.link?.token).toBe(token);
  });

  test("money that came and does not count, instead of none that was seen", async () => {
    const { requestId } = await aLink();
    await pay(requestId, { mismatch: "recipient_mismatch", recipient: merchant.wallet });
    const wrong = await detail(requestId);
    expect(wrong.payment.status).toBe("pending");
    expect(wrong.statusReason).toBe(
      `Nothing that counts was paid yet. ${entry(wrong, "transfer_ignored").reason}`,
    );
    await pay(requestId, { state: "orphaned" });
    const gone = await detail(requestId);
    expect(gone.statusReason).toBe(
      `Nothing that counts was paid yet. ${entry(gone, "transfer_orphaned").reason}`,
    );
  });

  test("a part, and then the end of the link", async () => {
    const { requestId, token } = await aLink();
    await pay(requestId, { amount: 40_000_000n, state: "final" });
    const open = await detail(requestId);
    expect(kinds(open)).toContain("expires");
    const over = clock.now();
    await api.app.database.sql`update secure_payments set expires_at = ${over} where token = ${token}`;
    const late = await detail(requestId);
    expect(late.payment.status).toBe("partial");
    expect(late.statusReason).toBe(
      "40.00 USDC is confirmed; 60.00 USDC is missing. The link has expired and does not take the rest.",
    );
    expect(kinds(late)).toContain("expired");
    expect(kinds(late)).not.toContain("expires");
  });

  test("its creation first, whatever the clock of a chain says", async () => {
    const { requestId } = await aLink();
    await pay(requestId, { amount: 1n, blockTime: new Date(clock.now().getTime() - 5_000) });
    expect(kinds(await detail(requestId))[0]).toBe("created");
  });

  test("the steps of a payer, each once, with no wallet in them", async () => {
    const { requestId, token } = await aLink();
    for (const userEvent of ["wallet_connected", "wallet_connected", "payment_sent_to_wallet"]) {
      clock.advance(1_000);
      const answer = await send(postEvent, `/v2/secure-payments/${token}/events`, {
        method: "POST",
        headers: merchant.browser,
        params: { token },
        body: { userEvent, properties: { walletAddress: merchant.wallet } },
      });
      expect(answer.status).toBeLessThan(300);
    }
    expect(kinds(await detail(requestId))).toEqual([
      "created",
      "wallet_connected",
      "payment_sent_to_wallet",
      "expires",
    ]);
  });

  test("seen, confirmed in part, ignored, dropped and finally paid with too much", async () => {
    const { requestId } = await aLink();
    const head = 5_000n;
    await api.app.database.db
      .insert(chainCursors)
      .values({
        network: "sepolia",
        startBlock: 1n,
        nextBlock: head + 1n,
        finalizedBlock: 1n,
        headBlock: head,
      })
      .onConflictDoNothing();
    await pay(requestId, { amount: 40_000_000n, state: "seen", blockNumber: head });
    const seen = await detail(requestId);
    expect(seen.payment.status).toBe("in_progress");
    expect(entry(seen, "transfer").transfer).toMatchObject({
      confirmations: 1,
      amount: "40",
      counted: "40",
      state: "seen",
    });

    clock.advance(1_000);
    await pay(requestId, { amount: 30_000_000n, state: "final" });
    const partial = await detail(requestId);
    expect(partial.payment.status).toBe("partial");

    const other = "0x1111111111111111111111111111111111111111";
    clock.advance(1_000);
    await pay(requestId, { mismatch: "token_mismatch", token: other, amount: 7n });
    await pay(requestId, { mismatch: "recipient_mismatch", recipient: other });
    await pay(requestId, { mismatch: "payer_not_approved", amount: 1_000_000n });
    await pay(requestId, { state: "orphaned" });
    await pay(requestId, { state: "dropped" });
    const ignored = await detail(requestId);
    const reasons = ignored.timeline.flatMap((one) =>
      one.kind === "transfer_ignored"
        ? [[one.transfer.ignoredReason, one.transfer.counted, one.transfer.currency]]
        : [],
    );
    expect(reasons).toEqual([
      ["token_mismatch", "0", other],
      ["recipient_mismatch", "0", "USDC"],
      ["payer_not_approved", "0", "USDC"],
    ]);
    expect(kinds(ignored).filter((kind) => kind === "transfer_orphaned")).toHaveLength(2);
    expect(ignored.money).toMatchObject({ paid: "70", remaining: "30", excess: "0", held: "1" });
    expect(ignored.statusReason).toMatch(/is missing\. The chain dropped .* for good\..* 1.00 USDC is held/);

    clock.advance(1_000);
    const last = await pay(requestId, { amount: 130_000_000n, blockNumber: head + 9n });
    await api.app.database.sql`update transfers set state = 'final' where state = 'seen'`;
    await inTransaction(api.app.context(systemCaller("")), async (tx) => {
      const [row] = await tx.db
        .select()
        .from(requests)
        .where(eq(requests.requestId, `0x${requestId}`));
      await settleRequests(tx, [row?.id ?? ""]);
      await settleLinks(tx, [row?.id ?? ""]);
    });
    const paid = await detail(requestId);
    expect(paid.payment).toMatchObject({
      status: "paid",
      txHash: last.txHash,
      paidAt: last.blockTime.toISOString(),
    });
    expect(paid.money).toMatchObject({ paid: "200", remaining: "0", excess: "100" });
    const counted = paid.timeline.flatMap((one) =>
      one.kind === "transfer" ? [[one.transfer.counted, one.transfer.excess]] : [],
    );
    expect(counted.sort()).toEqual([
      ["30", "0"],
      ["30", "100"],
      ["40", "0"],
    ]);
    expect(entry(paid, "paid").reason).toBe("The whole amount was covered.");
  });

  test("expired, and then paid late", async () => {
    const { requestId } = await aLink();
    clock.advance(8 * DAY);
    const unswept = await detail(requestId);
    expect([unswept.payment.status, kinds(unswept)]).toEqual(["expired", ["created", "expired"]]);
    await expireLinks(api.app.context(systemCaller("")), 100);
    expect((await detail(requestId)).payment.status).toBe("expired");
    await pay(requestId);
    const late = await detail(requestId);
    expect(late.payment.status).toBe("late");
    expect(kinds(late).filter((kind) => kind !== "webhook")).toEqual([
      "created",
      "expired",
      "transfer",
      "paid",
    ]);
    expect(entry(late, "paid").reason).toContain("after the link had expired");
    const listed = await send(getList, "/v1/dashboard/payments?status=late", { headers: merchant.key });
    expect(listed.body.payments.map((payment: { requestId: string }) => payment.requestId)).toEqual([
      requestId,
    ]);
  });

  test("a payout that went into a batch names the batch, which is the link from then on", async () => {
    const [one, two] = [await aPayout(), await aPayout()];
    clock.advance(60_000);
    const batch = await send(createBatch, "/v2/secure-payments/batch-payouts", {
      method: "POST",
      headers: merchant.key,
      body: { tokens: [one.token, two.token] },
    });
    expect(batch.status).toBe(201);
    const shown = await detail(one.requestId);
    expect(entry(shown, "merged").token).toBe(batch.body.token);
    expect(shown.payment).toMatchObject({
      flow: "outgoing",
      status: "pending",
      token: batch.body.token,
      paymentType: "batch",
      payerIdentifier: "supplier",
      expiresAt: new Date(clock.now().getTime() + 7 * DAY).toISOString(),
    });
    clock.advance(7 * DAY - 30_000);
    await expireLinks(api.app.context(systemCaller("")), 100);
    expect((await detail(one.requestId)).payment.status).toBe("pending");
  });

  test("what was announced, to whom and with what outcome", async () => {
    const { body } = await webhookClient(merchant.session.bearer).create({
      url: "https://shop.example/hook",
    });
    const { requestId } = await aLink();
    await pay(requestId, { amount: 60_000_000n });
    await pay(requestId, { amount: 40_000_000n });
    const { webhooks, timeline } = await detail(requestId);
    expect(
      webhooks.map(({ event, webhookId, state, attempts }) => [event, webhookId, state, attempts]),
    ).toEqual([
      ["payment.partial", body.id, "pending", 0],
      ["payment.partial.checkout", body.id, "pending", 0],
      ["payment.confirmed", body.id, "pending", 0],
      ["payment.confirmed.checkout", body.id, "pending", 0],
    ]);
    expect(timeline.filter((one) => one.kind === "webhook")).toHaveLength(4);
    expect(JSON.stringify({ webhooks, timeline })).not.toContain(body.secret);
  });
});

describe("404", () => {
  test("for another account's payment, an unknown ID and nonsense, in the same words", async () => {
    const { requestId, token } = await aLink();
    const stranger = await aMerchant(api);
    const answers = [];
    for (const id of [requestId, `01${"0".repeat(64)}`, "x", token]) {
      for (const headers of [stranger.session.cookie, stranger.key]) {
        const { status, body } = await send(GET, `/v1/dashboard/payments/${id}`, {
          headers,
          params: { requestId: id },
        });
        answers.push({ status, body });
      }
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.status).toBe(404);
    expect((await detail(requestId)).payment.requestId).toBe(requestId);
  });
});
