import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { GET as getPayment } from "@/app/v1/dashboard/payments/[requestId]/route";
import { POST as createLink } from "@/app/v2/secure-payments/offramps/route";
import { clientIds, offramps } from "@/db/schema";
import { syncOfframp } from "@/server/requests/offramp-transfers/sync";
import { auditSettlements } from "@/server/requests/settling/audit";
import { settleLinks } from "@/server/secure-payments/settling/settle-links";
import { type BridgeXyzShop, startBridgeXyzShop } from "@/server/testing/offramp/bridge-xyz-shop";
import { aClientId } from "@/server/testing/paying";
import { send } from "@/server/testing/send";

let shop: BridgeXyzShop;
beforeAll(async () => {
  shop = await startBridgeXyzShop();
});
afterAll(() => shop?.close());
afterEach(async () => {
  expect(shop.bridge.instead).toEqual([]);
  expect(await auditSettlements(shop.ledger.ctx)).toEqual([]);
});

const ALL_OF_IT = { initial_amount: "10.0", exchange_fee: "0.1", final_amount: "8.91" };
const stranger = () => shop.node.accounts.recipient.address;

/** A request whose deposit address is open. */
async function bound() {
  const row = await shop.aRequest();
  expect((await shop.prepare(row)).status).toBe(200);
  return shop.ledger.reload(row);
}

describe("money that comes to the deposit address without the reference", () => {
  test("is shown and announced at each step, explained as far as it can be, and never asked for again", async () => {
    const row = await bound();
    const transfer = shop.transferOf(row);
    const txHash = `0x${"ab".repeat(32)}`;
    await shop.move(transfer, "in_review", { initial_amount: "10.0", source_tx_hash: txHash });
    expect(await shop.status(row)).toMatchObject({
      status: "processing",
      hasBeenPaid: false,
      paidAmount: "0",
      offramp: {
        subStatus: "pending_internal_assessment",
        deposit: { amount: "10", txHash, hasReference: false, seenAt: expect.any(String) },
      },
      note: expect.stringMatching(new RegExp(`10 USDC with the transaction ${txHash}.*Do not pay again`)),
    });
    for (const state of ["in_review", "funds_received", "payment_submitted", "payment_processed"]) {
      await shop.move(transfer, state, { ...ALL_OF_IT, source_tx_hash: txHash });
      const refused = await shop.prepare(row);
      expect([refused.status, refused.body.transactions]).toEqual([400, undefined]);
    }
    expect(await shop.status(row)).toMatchObject({
      status: "processing",
      hasBeenPaid: false,
      offramp: {
        subStatus: "fiat_sent",
        explanation: expect.stringContaining("The bank account has the money."),
      },
    });
    expect(await shop.steps(row)).toEqual([
      "payment.processing pending_internal_assessment",
      "payment.processing ongoing_checks",
      "payment.processing sending_fiat",
      "payment.processing fiat_sent",
    ]);
    const { body } = await send(getPayment, "/", {
      headers: shop.key,
      params: { requestId: shop.idOf(row) },
    });
    expect(body).toMatchObject({ payment: { status: "in_progress" }, offramp: { deposit: { txHash } } });
    expect(body.statusReason).toContain("Do not pay again");
    // No page asks for it either.
    const page = { requestId: shop.idOf(row), ...shop.user };
    expect((await shop.post(createLink, page)).status).toBe(400);
    expect(body.timeline.filter(({ kind }: { kind: string }) => kind === "offramp")).toHaveLength(5);
  });

  test.each([
    ["by the transaction that the provider names", { source_tx_hash: `0x${"cd".repeat(32)}` }],
    ["by its block, where the provider names none", {}],
  ])("a second payment is not confirmed on the strength of the first: told apart %s", async (_, named) => {
    const row = await bound();
    await shop.move(shop.transferOf(row), "payment_processed", { ...ALL_OF_IT, ...named });
    await shop.node.mine(3);
    // Somebody signs what was given before.
    await shop.ledger.pay(row, "10");
    await shop.ledger.watch();
    expect(await shop.status(row)).toMatchObject({
      status: "processing",
      hasBeenPaid: false,
      offramp: { subStatus: "fiat_sent", deposit: { hasReference: false } },
      note: expect.stringContaining("beside it"),
    });
    expect(await shop.steps(row)).toEqual(["payment.processing fiat_sent"]);
  });

  test("is told as it is where the provider saw the payment before we did", async () => {
    const row = await bound();
    const txHash = await shop.ledger.pay(row, "10");
    await shop.move(shop.transferOf(row), "payment_processed", { ...ALL_OF_IT, source_tx_hash: txHash });
    expect(await shop.status(row)).toMatchObject({ status: "processing", hasBeenPaid: false });
    await shop.ledger.watch();
    expect(await shop.status(row)).toMatchObject({
      status: "paid",
      offramp: { deposit: { txHash, hasReference: true } },
      note: null,
    });
    expect((await shop.steps(row)).at(-1)).toBe("payment.confirmed fiat_sent");
  });

  test.each([
    ["refunded", "refunded", "payment.refunded"],
    ["refund_failed", "failed", "payment.failed failed"],
  ])("ends as %s, without another deposit address", async (state, status, event) => {
    const row = await bound();
    await shop.move(shop.transferOf(row), state, { initial_amount: "9.5" });
    expect(await shop.status(row)).toMatchObject({ status, offramp: { subStatus: status } });
    expect((await shop.steps(row)).at(-1)).toBe(event);
    const refund = (await shop.ledger.bodies(row)).find((one) => one.event === "payment.refunded");
    if (refund) expect(refund.refundAmount).toBe("9.5");
    expect((await shop.prepare(row)).status).toBe(400);
    expect(await shop.offrampsOf(row)).toHaveLength(1);
  });

  test("to an address that was replaced, is shown and stops payments to the new one", async () => {
    const row = await bound();
    const first = shop.transferOf(row);
    first.state = "canceled";
    expect((await shop.prepare(row)).status).toBe(200);
    await shop.move(first, "funds_received", { initial_amount: "10.0" });
    const now = await shop.status(row);
    expect(now).toMatchObject({ status: "created", offramp: { subStatus: "awaiting_funds" } });
    expect(now.note).toContain(`earlier deposit address ${row.payee}`);
    const refused = await shop.prepare(row);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("earlier deposit address");
    expect((await shop.steps(row)).filter((step) => step.includes("processing"))).toEqual([]);
  });
});

describe("a payer asks for transactions, and the provider says meanwhile", () => {
  test.each([
    ["in_review", "pending_internal_assessment"],
    ["funds_received", "ongoing_checks"],
    ["payment_submitted", "sending_fiat"],
    ["payment_processed", "fiat_sent"],
    ["undeliverable", "retry_required"],
    ["returned", "bounced"],
    ["refunded", "refunded"],
    ["refund_failed", "failed"],
  ])("%s: it is recorded and nothing is given to sign", async (state, subStatus) => {
    const row = await bound();
    shop.transferOf(row).state = state;
    const refused = await shop.prepare(row);
    expect([refused.status, refused.body.transactions]).toEqual([400, undefined]);
    expect(await shop.status(row)).toMatchObject({ offramp: { subStatus } });
    expect((await shop.steps(row)).length).toBeGreaterThan(0);
  });

  test("canceled: it is recorded, and another deposit address is bound", async () => {
    const row = await bound();
    shop.transferOf(row).state = "canceled";
    const answer = await shop.prepare(row);
    expect(answer.status).toBe(200);
    expect(answer.body.offramp.depositAddress).not.toBe(row.payee.toLowerCase());
    expect((await shop.ledger.reload(row)).payee.toLowerCase()).toBe(answer.body.offramp.depositAddress);
    expect((await shop.offrampsOf(row)).map(({ status }) => status)).toEqual(["failed", "awaiting_funds"]);
    expect(await shop.steps(row)).toEqual(["payment.failed failed"]);
  });
});

describe("two workers that ask at once", () => {
  test("a late look at a replaced transfer does not move its successor", async () => {
    const row = await bound();
    const [first] = await shop.offrampsOf(row);
    const transfer = shop.transferOf(row);
    transfer.state = "canceled";
    // While the look at the first is with the provider, another caller binds the second.
    shop.bridge.meanwhile.set(`/transfers/${transfer.id}`, async () => {
      expect((await shop.prepare(row)).status).toBe(200);
    });
    await syncOfframp(shop.ledger.ctx, first?.id ?? "", settleLinks);
    expect((await shop.offrampsOf(row)).map(({ status }) => status)).toEqual(["failed", "awaiting_funds"]);
    expect((await shop.prepare(row)).status).toBe(200);
    expect(await shop.steps(row)).toEqual(["payment.failed failed"]);
  });

  test("record one move, and an answer that was long on its way takes nothing back", async () => {
    const row = await bound();
    const [offramp] = await shop.offrampsOf(row);
    const transfer = shop.transferOf(row);
    const look = () => syncOfframp(shop.ledger.ctx, offramp?.id ?? "", settleLinks);
    const old = structuredClone({ ...transfer, state: "undeliverable", receipt: { final_amount: "1.0" } });
    shop.bridge.instead.push({ status: 200, body: old, delayMs: 400 });
    const slow = look();
    await expect.poll(() => shop.bridge.instead.length).toBe(0);
    Object.assign(transfer, { state: "payment_processed", receipt: ALL_OF_IT });
    await Promise.all([look(), look(), slow]);
    expect(await shop.status(row)).toMatchObject({
      offramp: { subStatus: "fiat_sent", destinationAmount: "8.91" },
    });
    expect(await shop.steps(row)).toEqual(["payment.processing fiat_sent"]);
  });
});

describe("where the bank's returns go", () => {
  test("the wallet that asked first is told, and another one is given nothing to sign", async () => {
    const row = await bound();
    const refused = await shop.prepare(row, { wallet: stranger() });
    expect([refused.status, refused.body.transactions]).toEqual([409, undefined]);
    expect(refused.body.message).toContain(shop.payer());
    expect((await shop.prepare(row)).body.offramp.returnAddress).toBe(shop.payer());
    expect((await shop.status(row)).offramp.returnAddress).toBe(shop.payer());
  });

  test("rebinding on purpose closes the first address with the provider and opens one for the other wallet", async () => {
    const row = await bound();
    const other = await shop.anAccount();
    const first = shop.transferOf(row);
    const answer = await shop.prepare(row, { wallet: stranger(), paymentDetailsId: other, rebind: "true" });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(first.state).toBe("canceled");
    expect(answer.body.offramp).toMatchObject({ returnAddress: stranger(), paymentDetailsId: other });
    expect(shop.transferOf(row)).toMatchObject({ state: "awaiting_funds" });
    expect((await shop.prepare(row)).status).toBe(409);
    // The same again opens no third.
    const again = { wallet: stranger(), paymentDetailsId: other, rebind: "true" };
    expect((await shop.prepare(row, again)).status).toBe(200);
    expect(await shop.offrampsOf(row)).toHaveLength(2);
  });

  test("no rebinding once money has come, whoever saw it", async () => {
    const row = await bound();
    const transfer = shop.transferOf(row);
    shop.bridge.meanwhile.set(`/transfers/${transfer.id}`, async () => {
      shop.bridge.meanwhile.set(`/transfers/${transfer.id}`, async () => {
        transfer.state = "funds_received";
      });
    });
    expect((await shop.prepare(row, { wallet: stranger(), rebind: "true" })).status).toBe(400);
    expect(await shop.status(row)).toMatchObject({ offramp: { subStatus: "ongoing_checks" } });
    expect(await shop.offrampsOf(row)).toHaveLength(1);
  });

  test("a lost answer is not given to other terms: each wallet has its own transfer", async () => {
    const row = await shop.aRequest();
    const known = { status: 200, body: [...shop.bridge.links.values()][0] };
    shop.bridge.instead.push(known, { status: 401, body: {}, isDone: true });
    expect((await shop.prepare(row)).status).toBe(503);
    expect((await shop.prepare(row, { wallet: stranger() })).status).toBe(200);
    const asked = shop.bridge.received.filter(
      ({ path, body }) => path === "/transfers" && body.client_reference_id === shop.idOf(row),
    );
    expect(asked.map(({ body }) => (body.return_instructions as { address: string }).address)).toEqual([
      shop.payer(),
      stranger(),
    ]);
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
  });

  test("a browser's client ID alone binds nothing, and pays at what is bound", async () => {
    const origin = "https://shop.example";
    const publicId = await aClientId(shop.ledger.app, shop.platformId, { domains: [origin] });
    await shop.db
      .update(clientIds)
      .set({ offrampAccess: "production" })
      .where(eq(clientIds.clientId, publicId));
    const browser = { "x-client-id": publicId, origin };
    const row = await shop.aRequest(browser);
    expect((await shop.prepare(row, { wallet: stranger() }, browser)).status).toBe(403);
    expect(await shop.offrampsOf(row)).toEqual([]);
    expect((await shop.ledger.reload(row)).payee).toBe("");
    expect((await shop.prepare(row)).status).toBe(200);
    expect((await shop.prepare(row, {}, browser)).status).toBe(200);
    const rebind = { wallet: stranger(), rebind: "true" };
    expect((await shop.prepare(row, rebind, browser)).status).toBe(403);
    await shop.db.update(offramps).set({ nextPollAt: null });
  });
});

test("a reorganisation that takes the payment away lets it be paid again", async () => {
  const row = await bound();
  await shop.ledger.pay(row, "10");
  await shop.ledger.watch();
  expect(await shop.status(row)).toMatchObject({ status: "processing", offramp: { subStatus: "initiated" } });
  await shop.node.reorg(1);
  await shop.node.mine(1);
  await shop.ledger.watch();
  expect(await shop.status(row)).toMatchObject({
    status: "created",
    offramp: { subStatus: "awaiting_funds" },
  });
  expect((await shop.prepare(row)).status).toBe(200);
});

test.each([
  ["returned", /the provider has it/],
  ["undeliverable", /the provider has the money/],
])("reading the request after %s says where the money is", async (state, words) => {
  const row = await bound();
  await shop.ledger.pay(row, "10");
  await shop.ledger.watch();
  await shop.move(shop.transferOf(row), state);
  expect((await shop.status(row)).note).toMatch(words);
});
