import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quotes, requests, webhookEvents } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import { type Ctx, inTransaction } from "@/server/context";
import { invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import type { RequestRow } from "@/server/requests/draft";
import { createNextOccurrence } from "@/server/requests/recurring-invoices/create-next-occurrence";
import type { Frequency } from "@/server/requests/schema";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest, type Owner, wireId } from "@/server/testing/data/stored";
import { SHOP_ORIGIN, type Tenant, twoTenants } from "@/server/testing/data/tenants";
import { createDueOccurrences } from "@/server/worker/tasks/recurring-invoices";

const START = new Date("2030-01-31T09:00:00Z");
let api: TestApi;
let shop: Tenant;

beforeAll(async () => {
  api = await startTestApi();
  [shop] = await twoTenants(api);
});
afterAll(() => api?.close());

/** The worker at a moment. */
const workerAt = (text: string): Ctx => {
  const moment = new Date(text);
  return { ...api.app.context(systemCaller("")), now: () => moment };
};

function invoice(frequency: Frequency, owner: Owner = shop): Promise<RequestRow> {
  return aRequest(api.app, owner, {
    reference: "rent",
    customerInfo: { firstName: "Ada" },
    recurrence: { startDate: START, frequency, nextOccurrenceAt: START },
  });
}

const occurrencesOf = (original: RequestRow) =>
  api.app.database.db
    .select()
    .from(requests)
    .where(eq(requests.originalRequestId, original.requestId))
    .orderBy(asc(requests.id));

async function eventsOf(original: RequestRow) {
  const rows = await api.app.database.db
    .select()
    .from(webhookEvents)
    .where(sql`${webhookEvents.dedupeKey} like ${`${original.id}:recurring:%`}`)
    .orderBy(asc(webhookEvents.sequence));
  return rows.map((row) => JSON.parse(row.body));
}

const nextOf = async (original: RequestRow) => {
  const [row] = await api.app.database.db.select().from(requests).where(eq(requests.id, original.id));
  return row?.nextOccurrenceAt?.toISOString();
};

describe("the scheduler of recurring invoices", () => {
  test("asks in the currency of the invoice again: what it costs is decided when it is paid", async () => {
    const original = await aRequest(api.app, shop, {
      invoice: invoiceCurrencyById("EUR"),
      amount: 4_990_000_000n,
      recurrence: { startDate: START, frequency: "MONTHLY", nextOccurrenceAt: START },
    });
    await createDueOccurrences(workerAt("2030-01-31T09:00:00Z"), 10);
    expect(await occurrencesOf(original)).toMatchObject([
      { invoiceCurrency: "EUR", paymentCurrency: original.paymentCurrency, amount: 4_990_000_000n },
    ]);
    expect(await api.app.database.db.$count(quotes)).toBe(0);
  });

  test("creates the same request again under its own ID, and says so (RQ-13)", async () => {
    const original = await invoice("MONTHLY", { ...shop, clientId: shop.browserId, origin: SHOP_ORIGIN });
    expect(await createDueOccurrences(workerAt("2030-01-31T08:59:59.999Z"), 10)).toBe(0);
    expect(await createDueOccurrences(workerAt("2030-01-31T09:00:00Z"), 10)).toBe(1);
    const [created, ...more] = await occurrencesOf(original);
    if (!created) throw new Error("nothing was created");
    expect(more).toEqual([]);
    expect(created).toMatchObject({
      platformId: shop.platformId,
      clientIdId: shop.browserId.id,
      origin: SHOP_ORIGIN,
      payee: original.payee,
      amount: original.amount,
      paymentCurrency: original.paymentCurrency,
      reference: "rent",
      customerInfo: { firstName: "Ada" },
      status: "created",
      occurrence: 1,
      originalRequestPaymentReference: original.paymentReference,
      nextOccurrenceAt: null,
      recurrenceStartDate: null,
    });
    expect(created.requestId).not.toBe(original.requestId);
    expect(created.paymentReference).not.toBe(original.paymentReference);
    expect(await nextOf(original)).toBe("2030-02-28T09:00:00.000Z");
    expect(await eventsOf(original)).toEqual([
      expect.objectContaining({
        event: "request.recurring",
        requestId: wireId(created),
        originalRequestId: wireId(original),
        paymentReference: created.paymentReference,
        originalRequestPaymentReference: original.paymentReference,
        paymentProcessor: "service-network",
        clientId: shop.browserId.publicId,
        origin: SHOP_ORIGIN,
        timestamp: "2030-01-31T09:00:00.000Z",
      }),
    ]);
  });

  test("makes up for every missed period, one by one and in order", async () => {
    const original = await invoice("MONTHLY");
    expect(await createDueOccurrences(workerAt("2030-05-15T00:00:00Z"), 3)).toBe(3);
    expect(await nextOf(original)).toBe("2030-04-30T09:00:00.000Z");
    expect(await createDueOccurrences(workerAt("2030-05-15T00:00:00Z"), 100)).toBeGreaterThanOrEqual(1);
    const created = await occurrencesOf(original);
    expect(created.map((row) => row.occurrence)).toEqual([1, 2, 3, 4]);
    expect((await eventsOf(original)).map((event) => event.requestId)).toEqual(created.map(wireId));
    expect(await nextOf(original)).toBe("2030-05-31T09:00:00.000Z");
  });

  test("never twice, with four workers on one database", async () => {
    const originals = await Promise.all(Array.from({ length: 6 }, () => invoice("DAILY")));
    const worker = () => createDueOccurrences(workerAt("2030-02-09T10:00:00Z"), 1_000);
    // A worker passes over what another one holds, so they go on until nothing is left.
    for (;;) {
      const created = await Promise.all([worker(), worker(), worker(), worker()]);
      if (created.every((count) => count === 0)) break;
    }
    for (const original of originals) {
      const created = await occurrencesOf(original);
      expect(created.map((row) => row.occurrence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
      expect(await eventsOf(original)).toHaveLength(10);
    }
  });

  test("a worker that dies before its commit leaves nothing, and the next one does the work", async () => {
    const original = await invoice("YEARLY");
    const ctx = workerAt("2030-06-01T00:00:00Z");
    const dies = inTransaction(ctx, async (tx) => {
      expect(await createNextOccurrence(tx, original.id)).toBe(true);
      throw new Error("killed");
    });
    await expect(dies).rejects.toThrow("killed");
    expect(await occurrencesOf(original)).toEqual([]);
    expect(await eventsOf(original)).toEqual([]);
    expect(await nextOf(original)).toBe(START.toISOString());
    await createDueOccurrences(ctx, 100);
    expect(await occurrencesOf(original)).toHaveLength(1);
    expect(await eventsOf(original)).toHaveLength(1);
  });

  test("an invoice that cannot be continued does not hold up the others", async () => {
    const broken = await invoice("MONTHLY");
    const { db } = api.app.database;
    await db.update(requests).set({ paymentCurrency: "GONE-sepolia" }).where(eq(requests.id, broken.id));
    const healthy = await invoice("MONTHLY");
    await createDueOccurrences(workerAt("2030-02-01T00:00:00Z"), 100);
    expect(await occurrencesOf(broken)).toEqual([]);
    expect(await occurrencesOf(healthy)).toHaveLength(1);
    await db.update(requests).set({ nextOccurrenceAt: null }).where(eq(requests.id, broken.id));
  });

  test("a stopped invoice creates nothing", async () => {
    const stopped = await invoice("DAILY");
    await api.app.database.db
      .update(requests)
      .set({ isRecurrenceStopped: true, nextOccurrenceAt: null })
      .where(eq(requests.id, stopped.id));
    await createDueOccurrences(workerAt("2031-01-01T00:00:00Z"), 100);
    expect(await occurrencesOf(stopped)).toEqual([]);
  });
});
