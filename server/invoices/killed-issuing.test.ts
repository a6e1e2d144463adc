import { asc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invoiceSeries, invoices } from "@/db/schema";
import { systemCaller } from "@/server/auth/callers";
import type { Ctx, Writer } from "@/server/context";
import { createInvoice } from "@/server/invoices/drafts";
import { cancelInvoice, issueInvoice } from "@/server/invoices/issue";
import { putIssuer } from "@/server/invoices/issuer";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { INVOICE, ISSUER } from "@/server/testing/invoices/examples";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

class Killed extends Error {}

/**
 * The same context, whose transaction ends before the statement with this number, and behind the last one before it commits: what the database keeps of a
 * process that is killed there.
 */
function killedAt(ctx: Ctx, point: number): Ctx {
  return {
    ...ctx,
    begin: (work) =>
      ctx.begin(async (db, wake) => {
        let statements = 0;
        const counted = new Proxy(db, {
          get(target, name) {
            const value: unknown = Reflect.get(target, name);
            if (typeof value !== "function") return value;
            return (...args: unknown[]) => {
              if (STATEMENTS.has(String(name)) && statements++ === point) throw new Killed();
              return value.apply(target, args);
            };
          },
        });
        const done = await work(counted as Writer, wake);
        if (statements !== point) return done;
        throw new Killed();
      }),
  };
}

const STATEMENTS = new Set(["select", "insert", "update", "delete", "execute"]);

test("killed at 200 points between number and invoice: no gap, no double, and none without its paper", {
  timeout: 60_000,
}, async () => {
  const { platformId } = await aTenant(api);
  const ctx = api.app.context(systemCaller(platformId));
  await putIssuer(ctx, ISSUER);
  let killed = 0;
  let id = (await createInvoice(ctx, INVOICE)).id;
  let isIssued = false;
  for (let point = 0; killed < 200; point++) {
    const work = (one: Ctx) => (isIssued ? cancelInvoice(one, id, "Wrong") : issueInvoice(one, id));
    const failed = await work(killedAt(ctx, point)).then(
      () => false,
      () => true,
    );
    if (failed) {
      killed++;
      continue;
    }
    // The point was behind the end: it was done.
    point = -1;
    if (isIssued) id = (await createInvoice(ctx, INVOICE)).id;
    isIssued = !isIssued;
  }
  const db = api.app.database.db;
  const rows = await db
    .select()
    .from(invoices)
    .where(eq(invoices.platformId, platformId))
    .orderBy(asc(invoices.sequence));
  const numbered = rows.filter(({ number }) => number !== null);
  const [series] = await db.select().from(invoiceSeries).where(eq(invoiceSeries.platformId, platformId));
  expect(numbered.length).toBeGreaterThan(8);
  expect(numbered.map(({ sequence }) => sequence)).toEqual(numbered.map((_, index) => index + 1));
  expect(series?.lastNumber).toBe(numbered.length);
  expect(numbered.every(({ content, contentHash }) => content !== null && contentHash !== null)).toBe(true);
  expect(rows.filter(({ kind, state }) => kind === "credit_note" && state === "draft")).toEqual([]);
});
