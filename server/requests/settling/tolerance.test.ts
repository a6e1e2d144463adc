import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { depositAddresses, requestSums, requests, transfers, webhookEvents } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type Ctx, inTransaction } from "@/server/context";
import { recordedCovers } from "@/server/payments/counting/covering";
import { paidSoFar } from "@/server/payments/counting/paid-so-far";
import { coverageOf } from "@/server/payments/counting/tolerance";
import type { RequestRow } from "@/server/requests/draft";
import { payablesOf } from "@/server/requests/paying/payable";
import { auditSettlements } from "@/server/requests/settling/audit";
import { settleRequests } from "@/server/requests/settling/settle";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, aTransfer, type TransferRow } from "@/server/testing/data/stored";
import { propertyRuns } from "@/server/testing/long";

let api: TestApi;
let platformId: string;
let ctx: Ctx;
beforeAll(async () => {
  api = await startTestApi();
  ({ platformId } = await aTenant(api));
  ctx = api.app.context(systemCaller(platformId));
});
afterAll(() => api.close());

/** 100 USDC, of which 1 may be missing. */
const AMOUNT = 100_000_000n;
const TOLERATED = 1_000_000n;

type Policy = "none" | "deposits" | "all";
type By = "wallet" | "deposit";

async function aTolerant(policy: Policy): Promise<RequestRow> {
  const tolerance = policy === "none" ? null : { amount: TOLERATED, for: policy };
  const row = await aRequest(api.app, { platformId }, { amount: AMOUNT, tolerance });
  await api.app.database.db.insert(depositAddresses).values({
    network: row.network,
    address: addressOf(row),
    requestId: row.id,
    payee: row.payee.toLowerCase(),
    token: `0x${"11".repeat(20)}`,
    feeProxy: `0x${"22".repeat(20)}`,
    paymentReference: row.paymentReference,
    amount: AMOUNT,
    feeReceiver: null,
    feeAmount: 0n,
    legReceiver: null,
    legAmount: 0n,
    legReference: null,
    createdAt: row.createdAt,
    watchedUntil: row.createdAt,
  });
  return row;
}

function addressOf({ requestId }: RequestRow): string {
  return `0x${requestId.slice(-40)}`;
}

/** A payment that is confirmed, unless told otherwise; not settled yet. */
function pays(row: RequestRow, by: By, amount: bigint, changes: Partial<TransferRow> = {}) {
  const deposit = { type: "deposit", depositAddress: addressOf(row), payer: null, arrived: amount } as const;
  return aTransfer(api.app, row, {
    amount,
    state: "confirmed",
    ...(by === "deposit" ? deposit : {}),
    ...changes,
  });
}

async function settled(row: RequestRow): Promise<RequestRow> {
  await inTransaction(ctx, (tx) => settleRequests(tx, [row.id]));
  const [now] = await api.app.database.db.select().from(requests).where(eq(requests.id, row.id));
  if (!now) throw new Error("request is gone");
  return now;
}

async function take(transfer: TransferRow, state: TransferRow["state"]): Promise<void> {
  await api.app.database.db.update(transfers).set({ state }).where(eq(transfers.id, transfer.id));
}

/** Name, running total and what is missing, of each event of a request. */
async function events(row: RequestRow): Promise<string[]> {
  const rows = await api.app.database.db.select().from(webhookEvents).orderBy(webhookEvents.sequence);
  return rows
    .map(({ body }) => JSON.parse(body))
    .filter(({ requestId }) => requestId === row.requestId.slice(2))
    .map(({ event, totalAmountPaid, underpaidAmount }) =>
      [event, totalAmountPaid, ...(underpaidAmount === undefined ? [] : [`-${underpaidAmount}`])].join(" "),
    );
}

describe("an underpayment that is tolerated", () => {
  test("is paid at once and named; the rest makes the difference go, without a second event", async () => {
    const row = await aTolerant("all");
    const first = await pays(row, "wallet", 99_500_000n);
    const paid = await settled(row);
    expect(paid).toMatchObject({ status: "paid", paidAt: first.blockTime, isListening: false });
    expect(await events(row)).toEqual(["payment.confirmed 99.5 -0.5"]);

    const rest = await pays(row, "wallet", 700_000n);
    expect(await settled(row)).toMatchObject({ status: "paid", paidAt: first.blockTime });
    expect(await events(row)).toHaveLength(1);
    const soFar = await paidSoFar(ctx, [
      { transfer: first, request: row },
      { transfer: rest, request: row },
    ]);
    // Only what is above the amount is an excess.
    expect([soFar.get(first.id), soFar.get(rest.id)]).toEqual([0n, 100_200_000n]);
    expect((await recordedCovers(ctx, [row.id])).get(row.id)?.excess).toBe(200_000n);
  });

  test("opens again when a reorganisation takes a part, and is announced once when it comes back", async () => {
    const row = await aTolerant("all");
    await pays(row, "wallet", 60_000_000n);
    const part = await pays(row, "wallet", 39_500_000n);
    expect((await settled(row)).status).toBe("paid");
    await take(part, "orphaned");
    expect(await settled(row)).toMatchObject({ status: "partially_paid", paidAt: null });
    await take(part, "confirmed");
    expect((await settled(row)).status).toBe("paid");
    expect(await events(row)).toEqual(["payment.partial 60", "payment.confirmed 99.5 -0.5"]);
  });

  test("where it is for deposits, a wallet that is short stays partial until a plain transfer comes", async () => {
    const row = await aTolerant("deposits");
    await pays(row, "wallet", 98_900_000n);
    expect((await settled(row)).status).toBe("partially_paid");
    await pays(row, "wallet", 300_000n);
    expect((await settled(row)).status).toBe("partially_paid");
    const last = await pays(row, "deposit", 100_000n);
    expect(await settled(row)).toMatchObject({ status: "paid", paidAt: last.blockTime });
    expect(await events(row)).toEqual([
      "payment.partial 98.9",
      "payment.partial 99.2",
      "payment.confirmed 99.3 -0.7",
    ]);
  });

  test("is not asked for the rest while its payment waits for confirmations", async () => {
    const row = await aTolerant("deposits");
    await pays(row, "deposit", 99_000_000n, { state: "seen" });
    expect((await settled(row)).status).toBe("processing");
    expect((await payablesOf(ctx, [row]))[0]?.remaining).toBe(0n);
  });
});

describe("a payer who knows the tolerance", () => {
  test("gains no more than it by cutting the payment into many", async () => {
    const row = await aTolerant("all");
    for (let i = 0; i < 98; i += 1) await pays(row, i % 2 ? "wallet" : "deposit", 1_000_000n);
    expect((await settled(row)).status).toBe("partially_paid");
    await pays(row, "wallet", 999_999n);
    expect((await settled(row)).status).toBe("partially_paid");
    await pays(row, "deposit", 1n);
    expect((await settled(row)).status).toBe("paid");
  });

  test("cannot use money that does not count", async () => {
    const row = await aTolerant("deposits");
    await pays(row, "wallet", 99_500_000n);
    await pays(row, "deposit", 0n, { mismatch: "zero_amount" });
    await pays(row, "deposit", 400_000n, { state: "seen" });
    await pays(row, "deposit", 400_000n, { state: "orphaned" });
    expect((await settled(row)).status).toBe("partially_paid");
  });

  test("cannot open a request of somebody else again with dust", async () => {
    const row = await aTolerant("deposits");
    await pays(row, "deposit", 99_500_000n);
    expect((await settled(row)).status).toBe("paid");
    await pays(row, "wallet", 1n);
    expect((await settled(row)).status).toBe("paid");
    expect(await events(row)).toEqual(["payment.confirmed 99.5 -0.5"]);
  });
});

test("after any payments, in any order of settling, ledger and audit say what the table says", async () => {
  const happening = fc.record({
    by: fc.constantFrom<By>("wallet", "deposit"),
    amount: fc.constantFrom(1n, 500_000n, 1_000_000n, 49_500_000n, 50_000_000n, 99_000_000n, AMOUNT),
    takesBack: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<Policy>("none", "deposits", "all"),
      fc.array(happening, { minLength: 1, maxLength: 5 }),
      async (policy, happenings) => {
        const row = await aTolerant(policy);
        const standing: { transfer: TransferRow; by: By }[] = [];
        for (const { by, amount, takesBack } of happenings) {
          const last = takesBack ? standing.pop() : undefined;
          if (last) await take(last.transfer, "orphaned");
          else standing.push({ by, transfer: await pays(row, by, amount) });
          const { isCovered, underpaid } = coverageOf(row, {
            paid: standing.reduce((sum, { transfer }) => sum + transfer.amount, 0n),
            hasDeposit: standing.some((one) => one.by === "deposit"),
          });
          const now = await settled(row);
          expect(now.status === "paid").toBe(isCovered);
          expect(await auditSettlements(ctx)).toEqual([]);
          const [sums] = await api.app.database.db
            .select()
            .from(requestSums)
            .where(eq(requestSums.requestId, row.id));
          if (isCovered) {
            expect(standing.map(({ transfer }) => transfer.id)).toContain(sums?.coveredBy);
            expect(AMOUNT - (sums?.settled ?? 0n)).toBeLessThanOrEqual(policy === "none" ? 0n : TOLERATED);
          }
          expect(underpaid).toBeLessThanOrEqual(TOLERATED);
        }
        // Whatever came and went, it was announced as paid at most once in a round.
        const confirmed = (await events(row)).filter((text) => text.startsWith("payment.confirmed"));
        expect(confirmed.length).toBeLessThanOrEqual(1);
        if (policy === "none") for (const text of confirmed) expect(text).not.toContain("-");
      },
    ),
    { numRuns: propertyRuns(40) },
  );
});

test("the audit tells of a request that is paid below what is tolerated", async () => {
  const row = await aTolerant("all");
  await pays(row, "wallet", 98_999_999n);
  await settled(row);
  await api.app.database.db.update(requests).set({ status: "paid" }).where(eq(requests.id, row.id));
  expect(await auditSettlements(ctx)).toEqual([
    { requestId: row.requestId.slice(2), status: "paid", expected: "partially_paid" },
  ]);
});
