import { and, desc, eq, sql } from "drizzle-orm";
import { isCounted, MISMATCH_REASONS, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import { sumsOf } from "@/server/payments/counting/sums";
import { COUNTED_STATES } from "@/server/payments/state";

type TransferRow = typeof transfers.$inferSelect;

/** Dust costs a stranger next to nothing, so the answer about one request is bounded; the search has the rest. */
const MAX_PAYMENTS = 1_000;
/** So many transfers that do not count are counted for each reason. */
export const MAX_IGNORED = 1_000;

/** The money of one request, base units of the currency of its invoice. */
export interface RequestMoney {
  paid: bigint;
  received: bigint;
  /** Fees inside the payments' own events, base units of the token. */
  fees: bigint;
  /** What was paid, base units of the token; 0 for a request in the token itself. */
  converted: bigint;
  /** How many transfers count; `payments` are the newest of them, at most 1,000, in the order of the chain. */
  transfers: number;
  payments: { transfer: TransferRow; paidSoFar: bigint }[];
  /**
   * Transfers in the chain that name the request but do not fit it or are held, by reason: not credited. At most 1,000
   * are counted for each reason.
   */
  ignored: { reason: string; transfers: number }[];
}

/** Everything that was paid towards a request (RS-06, RS-14). Costs what it returns, not what there is. */
export async function moneyOf(ctx: Pick<Reads, "db">, requestId: string): Promise<RequestMoney> {
  const [sums, newest, ignored] = await Promise.all([
    sumsOf(ctx, [requestId]),
    ctx.db
      .select()
      .from(transfers)
      .where(and(eq(transfers.requestId, requestId), isCounted(transfers)))
      .orderBy(desc(transfers.blockNumber), desc(transfers.logIndex))
      .limit(MAX_PAYMENTS),
    ignoredOf(ctx, requestId),
  ]);
  const { counted, received, fees, converted, transfers: number } = sums(requestId);
  let paidSoFar = counted;
  const payments: RequestMoney["payments"] = [];
  for (const transfer of newest) {
    payments.push({ transfer, paidSoFar });
    paidSoFar -= transfer.credited ?? transfer.amount;
  }
  return {
    paid: counted,
    received,
    fees,
    converted,
    transfers: number,
    payments: payments.reverse(),
    ignored,
  };
}

/** Fees inside the payments' own events that went to this receiver (20 bytes as hex), base units. */
export async function feesTo(ctx: Pick<Reads, "db">, requestId: string, receiver: string): Promise<bigint> {
  const [row] = await ctx.db
    .select({ fees: sql<string>`coalesce(sum(${transfers.feeAmount}), 0)` })
    .from(transfers)
    .where(and(eq(transfers.requestId, requestId), isCounted(transfers), eq(transfers.feeAddress, receiver)));
  return BigInt(row?.fees ?? 0);
}

async function ignoredOf(ctx: Pick<Reads, "db">, requestId: string): Promise<RequestMoney["ignored"]> {
  const reasons = sql.join(
    MISMATCH_REASONS.map((reason) => sql`(${reason})`),
    sql`, `,
  );
  const states = sql.join(
    COUNTED_STATES.map((state) => sql`${state}`),
    sql`, `,
  );
  const rows = await ctx.db
    .select({ reason: sql<string>`reason.name`, transfers: sql<number>`found.number`.mapWith(Number) })
    .from(
      sql`(values ${reasons}) as reason(name) cross join lateral (select count(*) as number from (
        select 1 from ${transfers} where ${transfers.requestId} = ${requestId}
          and ${transfers.mismatch} = reason.name and ${transfers.state} in (${states}) limit ${MAX_IGNORED}
      ) as bounded) as found`,
    )
    .where(sql`found.number > 0`)
    .orderBy(sql`reason.name`);
  return rows;
}
