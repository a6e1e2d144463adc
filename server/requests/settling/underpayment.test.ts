import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { depositAddresses, requestSums, requests, transfers, webhookEvents } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type Ctx, inTransaction } from "@/server/context";
import { isEnough } from "@/server/payments/counting/enough";
import { paidSoFar } from "@/server/payments/counting/paid-so-far";
import type { RequestRow } from "@/server/requests/draft";
import { auditSettlements } from "@/server/requests/settling/audit";
import { recallCorrected } from "@/server/requests/settling/recall-corrected";
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
  const tolerance = policy === "none" ? null : { leastAmount: AMOUNT - TOLERATED, tolerates: policy };
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

    await pays(row, "wallet", 700_000n);
    expect(await settled(row)).toMatchObject({ status: "paid", paidAt: first.blockTime });
    expect(await events(row)).toHaveLength(1);
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
});

test("what was paid up to each payment is that of its request alone, also where the rest comes after it was paid", async () => {
  const [row, other] = [await aTolerant("all"), await aTolerant("all")];
  await pays(other, "wallet", 70_000_000n);
  await settled(other);
  const first = await pays(row, "wallet", 99_500_000n);
  await settled(row);
  const rest = await pays(row, "wallet", 700_000n);
  const more = await pays(row, "deposit", 300_000n);
  await settled(row);
  const soFar = await paidSoFar(
    ctx,
    [first, rest, more].map((transfer) => ({ transfer, request: row })),
  );
  expect([first, rest, more].map(({ id }) => soFar.get(id))).toEqual([
    99_500_000n,
    100_200_000n,
    100_500_000n,
  ]);
  // And of a request that is paid twice before anything is confirmed.
  const twice = await aTolerant("none");
  const [one, two] = [
    await pays(twice, "wallet", AMOUNT, { state: "seen" }),
    await pays(twice, "wallet", AMOUNT, { state: "seen" }),
  ];
  await settled(twice);
  const seen = await paidSoFar(
    ctx,
    [one, two].map((transfer) => ({ transfer, request: twice })),
  );
  expect([one, two].map(({ id }) => seen.get(id))).toEqual([AMOUNT, 2n * AMOUNT]);
});

test("a payment that brought less than was announced is recalled where no plain transfer makes it enough", async () => {
  const row = await aTolerant("deposits");
  const before = await pays(row, "wallet", AMOUNT);
  expect((await settled(row)).status).toBe("paid");
  const announced = { ...before, announcedRound: 0 };
  const after = { ...announced, amount: 99_500_000n };
  await inTransaction(ctx, async (tx) => {
    await tx.db.update(transfers).set({ amount: after.amount }).where(eq(transfers.id, after.id));
    await recallCorrected(tx, [{ before: announced, after }]);
    await settleRequests(tx, [row.id]);
  });
  expect((await settled(row)).status).toBe("partially_paid");
  await pays(row, "wallet", 500_000n);
  expect((await settled(row)).status).toBe("paid");
  // Who was told of 100 is told that it does not stand, and hears of the whole once more.
  expect((await events(row)).map((text) => text.split(" ")[0])).toEqual([
    "payment.confirmed",
    "payment.failed",
    "payment.partial",
    "payment.confirmed",
  ]);
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

test("after any payments, in any order of settling, ledger and audit say what the rule says", async () => {
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
          const isCovered = isEnough(
            row,
            standing.reduce((sum, { transfer }) => sum + transfer.amount, 0n),
            standing.some((one) => one.by === "deposit"),
          );
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
