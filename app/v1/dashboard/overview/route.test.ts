import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GET as getPayments } from "@/app/v1/dashboard/payments/route";
import { POST as postEvent } from "@/app/v2/secure-payments/[token]/events/route";
import { POST as createLink } from "@/app/v2/secure-payments/route";
import { chainCursors, EXECUTOR_STATES, executorWallets, webhookDeliveries } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import type { Overview } from "@/server/dashboard/overview-schema";
import { PAYMENT_STATUSES } from "@/server/dashboard/payments-schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aSession } from "@/server/testing/credentials";
import { requestsOfEveryStatus } from "@/server/testing/data/requests-of-every-status";
import { aRequest, aTransfer, tokenOf } from "@/server/testing/data/stored";
import { aMerchant, type Merchant } from "@/server/testing/links";
import { ManualClock } from "@/server/testing/manual-clock";
import { send } from "@/server/testing/send";
import { webhookClient } from "@/server/testing/webhooks/webhook-client";
import { aConfirmedPayment } from "@/server/testing/webhooks/webhook-events";
import { enqueueEvents } from "@/server/webhooks/announcing/enqueue";
import { GET } from "./route";

let api: TestApi;
const clock = new ManualClock(Date.UTC(2030, 2, 10, 12));
beforeAll(async () => {
  api = await startTestApi({ RATE_LIMITS: "off", RPC_URL_SEPOLIA: "http://127.0.0.1:9" }, { now: clock.now });
});
afterAll(() => api.close());

async function overview(
  merchant: Pick<Merchant, "session"> & Partial<Merchant>,
  days = "7",
): Promise<Overview> {
  const { status, body } = await send(GET, `/v1/dashboard/overview?days=${days}`, {
    headers: merchant.key ?? merchant.session.cookie,
  });
  expect(status).toBe(200);
  return body;
}

describe("200 an account at a glance", () => {
  test("sums what was received by day and currency, exactly, and nothing that does not count", async () => {
    const merchant = await aMerchant(api);
    const { platformId } = merchant;
    const receive = async (day: string, amount: bigint, facts = {}, changes = {}) => {
      const row = await aRequest(api.app, { platformId }, { amount: amount || 1n, ...facts });
      await aTransfer(api.app, row, { amount, blockTime: new Date(`${day}T23:59:59.999Z`), ...changes });
    };
    const dai = { token: tokenOf("DAI-base") };
    await receive("2030-03-09", 1n);
    await receive("2030-03-09", 2_000_000n);
    await receive("2030-03-08", 10n ** 18n + 1n, dai);
    await receive("2030-03-09", 10n ** 17n, { token: tokenOf("ETH-mainnet") });
    await receive("2030-03-03", 9_000_000n);
    await receive("2030-03-09", 5_000_000n, { kind: "payout" });
    await receive("2030-03-09", 5_000_000n, {}, { mismatch: "token_mismatch" });
    await receive("2030-03-09", 5_000_000n, {}, { state: "orphaned" });
    await receive("2030-03-09", 5_000_000n, {}, { state: "seen" });
    const stranger = await aMerchant(api);
    await aTransfer(api.app, await aRequest(api.app, { platformId: stranger.platformId }));
    const { received, from } = await overview(merchant);
    expect(from).toBe("2030-03-04T00:00:00.000Z");
    expect(received.byDay).toEqual([
      {
        date: "2030-03-08",
        network: "base",
        currency: "DAI",
        currencyId: "DAI-base",
        amount: "1.000000000000000001",
        amountInUsd: "1.000000000000000001",
        payments: 1,
      },
      {
        date: "2030-03-09",
        network: "mainnet",
        currency: "ETH",
        currencyId: "ETH-mainnet",
        amount: "0.1",
        amountInUsd: null,
        payments: 1,
      },
      {
        date: "2030-03-09",
        network: "sepolia",
        currency: "USDC",
        currencyId: "USDC-sepolia",
        amount: "2.000001",
        amountInUsd: "2.000001",
        payments: 2,
      },
    ]);
    expect(received.totalInUsd).toBe("3.000001000000000001");
    expect(
      (await overview(merchant, "30")).received.totals.find((sum) => sum.currency === "USDC")?.amount,
    ).toBe("11.000001");
  });

  test("counts payments by status, both ways, over the days asked for", async () => {
    const merchant = await aMerchant(api);
    const all = await requestsOfEveryStatus(api.app, merchant.platformId, 120);
    const { counts, from } = await overview(merchant, "30");
    for (const [kind, shown] of [
      ["request", counts.incoming],
      ["payout", counts.outgoing],
    ] as const) {
      for (const status of PAYMENT_STATUSES) {
        const expected = all.filter(
          (one) => one.row.kind === kind && one.status === status && one.row.createdAt >= new Date(from),
        );
        expect({ kind, status, count: shown[status] }).toEqual({ kind, status, count: expected.length });
      }
    }
  });

  test("shows how far payers came, and what the merchant has set up", async () => {
    const nobody = await aSession(api);
    const empty = await overview({ session: nobody });
    expect(empty.setup).toEqual({
      hasDestination: false,
      hasClientId: false,
      hasWebhook: false,
      hasRequest: false,
      hasPayment: false,
    });
    expect(empty.funnel).toEqual({ links: 0, opened: 0, connected: 0, sent: 0, approved: 0, paid: 0 });

    const merchant = await aMerchant(api);
    const tokens: string[] = [];
    for (let n = 0; n < 3; n++) {
      const { body } = await send(createLink, "/v2/secure-payments", {
        method: "POST",
        headers: merchant.session.bearer,
        body: { requests: [{ destinationId: merchant.destinationId, amount: "1" }] },
      });
      tokens.push(body.token);
    }
    for (const [token = "", userEvent] of [
      [tokens[0], "wallet_connected"],
      [tokens[1], "payment_sent_to_wallet"],
    ]) {
      await send(postEvent, `/v2/secure-payments/${token}/events`, {
        method: "POST",
        headers: merchant.browser,
        params: { token },
        body: { userEvent },
      });
    }
    const { funnel, setup } = await overview(merchant, "1");
    expect(funnel).toEqual({ links: 3, opened: 2, connected: 2, sent: 1, approved: 0, paid: 0 });
    expect(setup).toEqual({
      hasDestination: true,
      hasClientId: true,
      hasWebhook: false,
      hasRequest: true,
      hasPayment: false,
    });
  });

  test("shows a failing endpoint, a delivery that waits, and a chain that lags or stands still", async () => {
    const merchant = await aMerchant(api);
    const { body } = await webhookClient(merchant.session.bearer).create({
      url: "https://shop.example/hook",
    });
    await inTransaction(api.app.context(systemCaller(merchant.platformId)), (tx) =>
      enqueueEvents(
        tx,
        Array.from({ length: 5 }, () => aConfirmedPayment(merchant.platformId)),
      ),
    );
    const waiting = clock.now().toISOString();
    const { db } = api.app.database;
    const rows = await db
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .orderBy(webhookDeliveries.id);
    const states = ["failed", "succeeded", "failed", "failed", "pending"] as const;
    for (const [index, { id }] of rows.entries()) {
      await db
        .update(webhookDeliveries)
        .set({ state: states[index], attempts: 2 })
        .where(sql`${webhookDeliveries.id} = ${id}`);
    }
    await db.insert(chainCursors).values({
      network: "sepolia",
      startBlock: 1n,
      nextBlock: 91n,
      finalizedBlock: 1n,
      headBlock: 100n,
      lastPassAt: clock.now(),
      haltedReason: "block 7 changed after it was final",
    });
    const { webhooks, chains } = await overview(merchant);
    expect(webhooks).toEqual({
      last24Hours: { succeeded: 1, failed: 3, pending: 1 },
      endpoints: [
        {
          id: body.id,
          url: "https://shop.example/hook",
          isActive: true,
          consecutiveFailures: 2,
          refusedDeliveries: 1,
        },
      ],
      oldestPendingAt: waiting,
    });
    expect(chains).toEqual([
      {
        network: "sepolia",
        name: "Sepolia",
        state: "halted",
        headBlock: "100",
        processedBlock: "90",
        lagBlocks: 10,
        lagSeconds: 120,
        lastPassAt: clock.now().toISOString(),
        lastError: "block 7 changed after it was final",
        recurringPayouts: "off",
      },
    ]);
    clock.advance(25 * 3_600_000);
    expect((await overview(merchant)).webhooks.last24Hours).toEqual({ succeeded: 0, failed: 0, pending: 0 });
    expect((await overview(await aMerchant(api))).webhooks).toMatchObject({
      endpoints: [],
      oldestPendingAt: null,
    });
  });
});

test("200 what needs attention, of the last 30 days whatever the period, and of nobody else", async () => {
  const merchant = await aMerchant(api);
  await requestsOfEveryStatus(api.app, merchant.platformId, 60);
  const count = async (query: string) => {
    const { body } = await send(getPayments, `/v1/dashboard/payments?${query}&limit=100`, {
      headers: merchant.session.cookie,
    });
    return body.payments.length;
  };
  const expected = {
    partial: await count("flow=incoming&status=partial"),
    failed: (await count("flow=incoming&status=failed")) + (await count("flow=outgoing&status=failed")),
    blocked: await count("flow=outgoing&status=compliance_failed"),
    schedules: 0,
    held: { requests: 0, newest: null },
  };
  expect(expected.partial).toBeGreaterThan(0);
  for (const days of ["1", "30"]) expect((await overview(merchant, days)).attention).toEqual(expected);
  expect((await overview(await aMerchant(api))).attention).toEqual({
    partial: 0,
    failed: 0,
    blocked: 0,
    schedules: 0,
    held: { requests: 0, newest: null },
  });
});

test("400 for other days", async () => {
  const { session } = await aMerchant(api);
  for (const days of ["2", "", "365", "-1"]) {
    const { status } = await send(GET, `/v1/dashboard/overview?days=${days}`, { headers: session.cookie });
    expect(status).toBe(400);
  }
});

test("says before an outage that gas for instalments runs low, and when nobody pays them", async () => {
  const merchant = await aMerchant(api);
  const { db } = api.app.database;
  const told = async (state: (typeof EXECUTOR_STATES)[number], checkedAt = clock.now()) => {
    const row = { network: "sepolia", state, checkedAt };
    await db
      .insert(executorWallets)
      .values(row)
      .onConflictDoUpdate({ target: executorWallets.network, set: row });
    return (await overview(merchant)).chains[0]?.recurringPayouts;
  };
  const answers: Record<string, string | undefined> = {};
  for (const state of EXECUTOR_STATES) answers[state] = await told(state);
  expect(answers).toEqual({
    ok: "ok",
    low_balance: "low_gas",
    payers_refuse: "ok",
    sends_nothing: "waiting",
    out_of_gas: "waiting",
    fee_above_ceiling: "waiting",
    stuck: "waiting",
    foreign_transaction: "waiting",
    refused_by_node: "waiting",
    not_relayer: "waiting",
    contract_paused: "waiting",
    wrong_contract: "off",
    no_key: "off",
  });
  // A worker that has stopped says nothing any more.
  expect(await told("ok", new Date(clock.now().getTime() - 4 * 60_000))).toBe("off");
});
