import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";

// Eight bytes of a hash in place of long texts, where an index has millions of entries. They find rows; the
// query that uses one also names the texts, so two that share a hash are never taken for each other.
// PostgreSQL uses such an index only for exactly these expressions.

type Columns<Name extends string> = Record<Name, AnyPgColumn>;

/** The account of a row. */
export function platformKey(t: Columns<"platformId">): SQL {
  return sql`hashtextextended(${t.platformId}, 0)`;
}

/** The reference of a request, among those of its account. Values: `<platformId>/<reference>`. */
export function referenceKey(t: Columns<"platformId" | "reference">): SQL {
  return sql`hashtextextended(${t.platformId} || '/' || ${t.reference}, 0)`;
}

/**
 * The account of a transfer and the first four bytes of the wallet that paid, in one number, so that a wallet is found by
 * its beginning too (`payerStarts`).
 */
export function payerStart(t: Columns<"platformId" | "payer">): SQL {
  return sql`((hashtext(${t.platformId})::bigint << 32) | ('x' || encode(substr(${t.payer}, 1, 4), 'hex'))::bit(32)::bigint)`;
}

/** The values of `payerStart` from the first wallet to the last, both 40 hex digits, of one account. */
export function payerStarts(platformId: string, low: string, high: string): { low: SQL; high: SQL } {
  const start = (digits: string) =>
    sql`((hashtext(${platformId})::bigint << 32) | ${Number.parseInt(digits.slice(0, 8), 16)}::bigint)`;
  return { low: start(low), high: start(high) };
}

/** The wallet that is paid, in lower case, so that it is found by its beginning whatever the case. */
export function payeeStart(t: Columns<"payee">): SQL {
  return sql`(lower(${t.payee}) collate "C")`;
}

/** The endpoint of a delivery. */
export function endpointKey(t: Columns<"endpointId">): SQL {
  return sql`hashtextextended(${t.endpointId}, 0)`;
}

/** The account and direction of a payment, the currency that its amount is in and the one that it is paid in. */
export function amountKey(t: Columns<"platformId" | "kind" | "invoiceCurrency" | "paymentCurrency">): SQL {
  return sql`hashtextextended(
    ${t.platformId} || '/' || ${t.kind} || '/' || ${t.invoiceCurrency} || '/' || ${t.paymentCurrency}, 0)`;
}

/**
 * The status of a payment in a merchant's words, as stored: what the request says and, as long as nothing was
 * paid, what became of its link. The one definition is the function in the database, because its triggers, this index
 * and every reader need it (docs/decisions/payment-status.md).
 */
export function paymentStatus(t: Columns<"status" | "paidAt" | "linkExpiresAt" | "linkEnd">): SQL<string> {
  return sql`payment_status(${t.status}, ${t.paidAt}, ${t.linkExpiresAt}, ${t.linkEnd})`;
}

/** The account, direction, currency and status of a payment, which make a status bucket: one small index finds the newest of any combination (docs/decisions/dashboard-lists.md). */
export function statusKey(
  t: Columns<"platformId" | "kind" | "paymentCurrency" | "status" | "paidAt" | "linkExpiresAt" | "linkEnd">,
): SQL {
  return sql`hashtextextended(
    ${t.platformId} || '/' || ${t.kind} || '/' || ${t.paymentCurrency} || '/' || ${paymentStatus(t)}, 0)`;
}
