import { and, count, desc, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { isCounted, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import { COUNTED_STATES } from "@/server/payments/state";

type TransferRow = typeof transfers.$inferSelect;

/** Dust costs a stranger next to nothing, so the answer about one request is bounded; the search has the rest. */
const MAX_PAYMENTS = 1_000;

/** The money of one request, base units. */
export interface RequestMoney {
  paid: bigint;
  received: bigint;
  /** Fees inside the payments' own events, by receiver (20 bytes as hex). */
  fees: Map<string, bigint>;
  /** The newest counted transfers, at most 1,000, in the order of the chain. */
  payments: { transfer: TransferRow; paidSoFar: bigint }[];
  /** Transfers in the chain that name the request but do not fit it or are held, by reason: not credited. */
  ignored: { reason: string; transfers: number }[];
}

/** Everything that was paid towards a request (RS-06, RS-14). */
export async function moneyOf(ctx: Pick<Reads, "db">, requestId: string): Promise<RequestMoney> {
  const own = eq(transfers.requestId, requestId);
  const [payments, sums, ignored] = await Promise.all([
    ctx.db
      .select({
        transfer: transfers,
        paidSoFar: sql<string>`sum(${transfers.amount}) over (order by ${transfers.blockNumber}, ${transfers.logIndex})`,
      })
      .from(transfers)
      .where(sql`${own} and ${isCounted(transfers)}`)
      .orderBy(desc(transfers.blockNumber), desc(transfers.logIndex))
      .limit(MAX_PAYMENTS),
    ctx.db
      .select({
        feeAddress: transfers.feeAddress,
        paid: sql<string>`sum(${transfers.amount})`,
        received: sql<string>`sum(coalesce(${transfers.received}, ${transfers.amount}))`,
        fees: sql<string>`sum(${transfers.feeAmount})`,
      })
      .from(transfers)
      .where(sql`${own} and ${isCounted(transfers)}`)
      .groupBy(transfers.feeAddress),
    ctx.db
      .select({ reason: sql<string>`${transfers.mismatch}`, transfers: count() })
      .from(transfers)
      .where(and(own, isNotNull(transfers.mismatch), inArray(transfers.state, [...COUNTED_STATES])))
      .groupBy(transfers.mismatch)
      .orderBy(transfers.mismatch),
  ]);
  const fees = new Map<string, bigint>();
  for (const sum of sums) if (sum.feeAddress !== null) fees.set(sum.feeAddress, BigInt(sum.fees));
  return {
    paid: sums.reduce((total, sum) => total + BigInt(sum.paid), 0n),
    received: sums.reduce((total, sum) => total + BigInt(sum.received), 0n),
    fees,
    payments: payments
      .map(({ transfer, paidSoFar }) => ({ transfer, paidSoFar: BigInt(paidSoFar) }))
      .reverse(),
    ignored,
  };
}
