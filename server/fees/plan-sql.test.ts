import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatAmount } from "@/server/lib/amount";
import { startTestApi, type TestApi } from "@/server/testing/api";
import { propertyRuns } from "@/server/testing/long";
import { feeOn, USD_DECIMALS } from "./plan";
import { feeOnSql } from "./plan-sql";

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api?.close());

test("PostgreSQL and TypeScript agree on every fee", async () => {
  const cases = fc.sample(
    fc.record({
      gross: fc.bigInt(1n, 10n ** 30n),
      bps: fc.integer({ min: 0, max: 10_000 }),
      cap: fc.option(fc.bigInt(0n, 10n ** 24n)),
      fixed: fc.option(fc.bigInt(0n, 10n ** 20n)),
      decimals: fc.integer({ min: 0, max: 18 }),
    }),
    propertyRuns(500),
  );
  const columns = cases.map(
    ({ gross, decimals, ...terms }) =>
      sql`(${feeOnSql(sql.raw(`${formatAmount(gross, USD_DECIMALS)}::numeric`), terms, decimals)})::text`,
  );
  const query = sql`select unnest(array[${sql.join(columns, sql`, `)}]) as fee`;
  const rows = await api.app.database.db.execute<{ fee: string }>(query);
  const found = rows.map(({ fee }) => fee);
  const normal = (text: string) => (text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text);
  expect(found.map(normal)).toEqual(
    cases.map(({ gross, decimals, ...terms }) => formatAmount(feeOn(gross, terms, decimals), USD_DECIMALS)),
  );
});
