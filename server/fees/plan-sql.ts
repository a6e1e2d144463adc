import { type SQL, sql } from "drizzle-orm";
import { type FeeTerms, feeDecimals, USD_DECIMALS } from "@/server/fees/plan";
import { formatAmount } from "@/server/lib/amount";

/**
 * `feeOn` as an SQL expression over a `numeric` gross amount in USD, for reports over many payments. A test
 * holds the two to the same results.
 */
export function feeOnSql(
  gross: SQL,
  terms: Pick<FeeTerms, "bps" | "cap" | "fixed">,
  tokenDecimals: number,
): SQL<string> {
  const usd = (amount: bigint) => sql.raw(`${formatAmount(amount, USD_DECIMALS)}::numeric`);
  // Multiplied, because a division of numerics is rounded to some digits.
  const share = sql`trunc(${gross} * ${sql.raw(String(terms.bps))} * 0.0001, ${sql.raw(String(USD_DECIMALS))})`;
  const capped = terms.cap === null ? share : sql`least(${share}, ${usd(terms.cap)})`;
  return sql<string>`trunc(${capped} + ${usd(terms.fixed ?? 0n)}, ${sql.raw(String(feeDecimals(tokenDecimals)))})`;
}
