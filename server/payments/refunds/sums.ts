import { and, eq, inArray, sql } from "drizzle-orm";
import { refunds, refundTransfers } from "@/db/schema";
import type { Reader } from "@/server/context";
import { HOLDING_STATES } from "@/server/payments/refunds/state";

/** What was sent back of these requests (row IDs) for good, base units of the token, by request; absent where nothing was. */
export async function refundedOf(db: Reader, requestIds: readonly string[]): Promise<Map<string, bigint>> {
  if (requestIds.length === 0) return new Map();
  const ids = JSON.stringify([...requestIds]);
  const rows = await db
    .select({ requestId: refunds.requestId, sum: sql<string>`sum(${refundTransfers.amount})` })
    .from(refunds)
    .innerJoin(refundTransfers, and(eq(refundTransfers.refundId, refunds.id), refundTransfers.isConfirmed))
    .where(sql`${refunds.requestId} in (select json_array_elements_text(${ids}::text::json))`)
    .groupBy(refunds.requestId);
  return new Map(rows.map(({ requestId, sum }) => [requestId, BigInt(sum)]));
}

/** What the refunds of a request (row ID) hold of its money. */
export interface Held {
  /** All of them, base units of the token. */
  all: bigint;
  /** Those that go to this payer, or to payers who are not known. */
  ofPayer: bigint;
}

/**
 * What the live refunds of a request hold, base units of the token: of each what was prepared, or what the chain has where
 * that is more. `payer` as in `refunds.payer`.
 */
export async function heldBy(db: Reader, requestId: string, payer: string | null): Promise<Held> {
  const sent = sql`(select sum(${refundTransfers.amount}) from ${refundTransfers}
    where ${refundTransfers.refundId} = ${refunds.id})`;
  const rows = await db
    .select({
      payer: refunds.payer,
      held: sql<string>`greatest(${refunds.amount}, coalesce(${sent}, 0))`,
    })
    .from(refunds)
    .where(and(eq(refunds.requestId, requestId), inArray(refunds.state, [...HOLDING_STATES])));
  const sumOf = (those: typeof rows) => those.reduce((sum, { held }) => sum + BigInt(held), 0n);
  return { all: sumOf(rows), ofPayer: sumOf(rows.filter((row) => row.payer === payer)) };
}
