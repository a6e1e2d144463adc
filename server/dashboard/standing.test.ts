import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { standingOf } from "@/db/keys";
import { REQUEST_STATUSES, requests } from "@/db/schema";
import { statusOf } from "@/server/dashboard/standing";
import { aTenant, startTestApi, type TestApi } from "@/server/testing/api";
import { aRequest } from "@/server/testing/data/stored";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

test("the database and the program call every stored payment by the same status", async () => {
  const owner = await aTenant(api);
  const moments = [null, new Date("2026-01-01"), new Date("2026-01-02"), new Date("2026-01-03")];
  for (const status of REQUEST_STATUSES) {
    for (const linkEnd of [null, "expired", "compliance_failed"] as const) {
      for (const [paidAt, linkExpiresAt] of [
        [null, null],
        [moments[1], moments[2]],
        [moments[3], moments[2]],
        [moments[2], moments[2]],
        [null, moments[2]],
        [moments[2], null],
      ]) {
        await aRequest(api.app, owner, {}, { status, linkEnd, paidAt, linkExpiresAt });
      }
    }
  }
  const rows = await api.app.database.db
    .select({ request: requests, standing: sql<string>`${standingOf(requests)}` })
    .from(requests);
  expect(rows).toHaveLength(REQUEST_STATUSES.length * 3 * 6);
  // Before any link has run out: what runs out by itself is not stored.
  const early = new Date("2025-01-01");
  for (const { request, standing } of rows) {
    const { status, paidAt, linkExpiresAt, linkEnd } = request;
    const shown = { status, paidAt, linkExpiresAt, linkEnd };
    expect({ ...shown, standing }).toEqual({ ...shown, standing: statusOf(request, early) });
  }
});

test("the end of a link's time is read without anybody having swept it", () => {
  const row = {
    status: "created",
    paidAt: null,
    linkExpiresAt: new Date("2026-01-02"),
    linkEnd: null,
  } as const;
  expect(statusOf(row, new Date("2026-01-01T23:59:59.999Z"))).toBe("pending");
  expect(statusOf(row, new Date("2026-01-02"))).toBe("expired");
});
