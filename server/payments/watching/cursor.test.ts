import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "@/server/auth/callers";
import { inTransaction } from "@/server/context";
import { createCursor, leaseCursor } from "@/server/payments/watching/cursor";
import { anotherProcess, startTestApi, type TestApi } from "@/server/testing/api";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
  await inTransaction(api.app.context(systemCaller("")), (tx) => createCursor(tx, "sepolia", 0n));
});
afterAll(() => api.close());

test.each([
  ["ahead", 300_000],
  ["behind", -300_000],
])(
  "a worker whose clock is minutes %s renews its lease in time, and takes none of another",
  async (_, ms) => {
    const wrong = anotherProcess(api, {}, { now: () => new Date(Date.now() + ms) });
    try {
      const { sql } = api.app.database;
      const ctx = wrong.context(systemCaller(""));
      await sql`update chain_cursors set lease_owner = null, lease_until = null`;
      const first = await leaseCursor(ctx, "sepolia", "wrong");
      expect(first?.leaseOwner).toBe("wrong");
      // Fresh: not written again.
      expect((await leaseCursor(ctx, "sepolia", "wrong"))?.leaseUntil).toEqual(first?.leaseUntil);
      // Half of its time has passed.
      await sql`update chain_cursors set lease_until = clock_timestamp() + interval '2 seconds'`;
      await leaseCursor(ctx, "sepolia", "wrong");
      const [row] = await sql<{ left: number }[]>`
      select extract(epoch from lease_until - clock_timestamp())::float as left from chain_cursors`;
      expect(row?.left).toBeGreaterThan(3);
      await sql`update chain_cursors set lease_owner = 'another'`;
      expect(await leaseCursor(ctx, "sepolia", "wrong")).toBeNull();
    } finally {
      await wrong.close();
    }
  },
);
