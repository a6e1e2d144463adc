import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentStatus } from "@/db/keys";
import { requests } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { PaymentStatus } from "@/server/dashboard/payments-schema";
import { describePayments } from "@/server/dashboard/rows";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest } from "@/server/testing/data/stored";

const [BEFORE, END, AFTER] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)));

type Stored = Pick<typeof requests.$inferSelect, "status" | "paidAt" | "linkExpiresAt" | "linkEnd">;
const stored = (status: Stored["status"], changes: Partial<Stored> = {}): Stored => ({
  status,
  paidAt: null,
  linkExpiresAt: null,
  linkEnd: null,
  ...changes,
});

/** The row, its status as stored, and as its merchant reads it one day after the end of the link. */
const CASES: [Stored, PaymentStatus, PaymentStatus][] = [
  [stored("created"), "pending", "pending"],
  [stored("created", { linkExpiresAt: AFTER }), "pending", "expired"],
  [stored("created", { linkExpiresAt: new Date("2027-01-01") }), "pending", "pending"],
  [stored("created", { linkExpiresAt: END, linkEnd: "expired" }), "expired", "expired"],
  [
    stored("created", { linkExpiresAt: END, linkEnd: "compliance_failed" }),
    "compliance_failed",
    "compliance_failed",
  ],
  [stored("processing", { linkExpiresAt: END }), "in_progress", "in_progress"],
  [stored("partially_paid", { linkExpiresAt: END, linkEnd: "expired" }), "partial", "partial"],
  [stored("paid", { paidAt: BEFORE }), "paid", "paid"],
  [stored("paid", { paidAt: BEFORE, linkExpiresAt: END }), "paid", "paid"],
  [stored("paid", { paidAt: END, linkExpiresAt: END }), "paid", "paid"],
  [stored("paid", { paidAt: AFTER, linkExpiresAt: END }), "late", "late"],
  [stored("paid", { paidAt: AFTER, linkExpiresAt: END, linkEnd: "expired" }), "late", "late"],
  [stored("paid", { linkExpiresAt: END }), "paid", "paid"],
  [stored("failed", { linkExpiresAt: END }), "failed", "failed"],
  [stored("refunded", { linkExpiresAt: END }), "refunded", "refunded"],
];

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test("the status of a payment, as stored and as its merchant reads it", async () => {
  const owner = await aTenant(api);
  const ctx = { ...api.app.context(systemCaller(owner.platformId)), now: () => AFTER ?? new Date(0) };
  for (const [row, asStored, asRead] of CASES) {
    const { id } = await aRequest(api.app, owner, {}, row);
    const [found] = await api.app.database.db
      .select({ status: paymentStatus(requests) })
      .from(requests)
      .where(eq(requests.id, id));
    const [shown] = await describePayments(ctx, [id]);
    expect({ ...row, asStored: found?.status, asRead: shown?.status }).toEqual({ ...row, asStored, asRead });
  }
});

test("lists find payments by it in an index that was built before the function had its name", async () => {
  const { sql } = api.app.database;
  const plan = await sql.begin(async (tx) => {
    await tx`set local enable_seqscan = off`;
    return tx`explain select id from requests where hashtextextended(platform_id || '/' || kind || '/' ||
      payment_currency || '/' || payment_status(status, paid_at, link_expires_at, link_end), 0) = 1
      order by created_at desc limit 1`;
  });
  expect(JSON.stringify(plan)).toContain("requests_status_bucket");
});
