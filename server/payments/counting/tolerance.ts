import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { depositAddresses, type requests, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import { COUNTED_STATES, SETTLED_STATES } from "@/server/payments/state";

// When a request counts as paid although something is missing (docs/decisions/underpayments.md). What is tolerated is fixed
// with the request. It follows from the payments that stand on the chain now and from nothing else, and more money never
// makes it less: where a request is covered, no payment of anybody can open it again.

/** What a request asks for, and what may be missing of it, base units of its invoice currency. */
export type TolerantRequest = Pick<
  typeof requests.$inferSelect,
  "amount" | "toleratedAmount" | "toleratedFor"
>;

/** The payments of a request that are looked at: confirmed ones, or all that count. */
export interface PaidTowards {
  /** What they credit, base units of the invoice currency. */
  paid: bigint;
  /** One of them is a plain transfer to a deposit address. */
  hasDeposit: boolean;
}

/** What payments make of a request. Base units of the invoice currency. */
export interface Coverage {
  /** They cover the request: all of it, or short of it by no more than is tolerated. */
  isCovered: boolean;
  /** What is missing of a request that is covered. */
  underpaid: bigint;
}

/** What these payments make of a request. */
export function coverageOf(request: TolerantRequest, { paid, hasDeposit }: PaidTowards): Coverage {
  const isCovered = paid >= neededAmount(request, hasDeposit);
  return {
    isCovered,
    underpaid: isCovered && paid < request.amount ? request.amount - paid : 0n,
  };
}

/** What payments have to come to so that a request counts as paid, base units of the invoice currency. */
function neededAmount(
  { amount, toleratedAmount, toleratedFor }: TolerantRequest,
  hasDeposit: boolean,
): bigint {
  const isTolerant = toleratedFor === "all" || (toleratedFor === "deposits" && hasDeposit);
  return isTolerant ? amount - (toleratedAmount ?? 0n) : amount;
}

/** The same in SQL; `hasDeposit` is a condition. */
export function neededSql(request: Record<keyof TolerantRequest, AnyPgColumn>, hasDeposit: SQL): SQL<string> {
  return sql`(${request.amount} - case when ${request.toleratedFor} = 'all'
    or ${request.toleratedFor} = 'deposits' and ${hasDeposit} then ${request.toleratedAmount} else 0 end)`;
}

/** Whether plain transfers decide about a request that was paid `paid`: then it has to be asked for them. */
export function dependsOnDeposit(request: TolerantRequest, paid: bigint): boolean {
  return (
    !coverageOf(request, { paid, hasDeposit: false }).isCovered &&
    coverageOf(request, { paid, hasDeposit: true }).isCovered
  );
}

/** Those of these requests (row IDs) with a plain transfer that counts; with `confirmed`, with one that is confirmed. */
export async function requestsWithDeposit(
  ctx: Pick<Reads, "db">,
  requestIds: readonly string[],
  which: "counted" | "confirmed",
): Promise<ReadonlySet<string>> {
  if (requestIds.length === 0) return new Set();
  const asked = sql`json_array_elements_text(${JSON.stringify([...requestIds])}::text::json) as asked(id)`;
  const rows = await ctx.db
    .select({ id: sql<string>`asked.id` })
    .from(asked)
    .where(hasDepositSql(sql`asked.id`, which));
  return new Set(rows.map(({ id }) => id));
}

/** The condition behind it: found by the addresses of the request, however much else was sent to it. */
export function hasDepositSql(
  requestId: SQL | AnyPgColumn,
  which: "counted" | "confirmed",
  more: SQL = sql`true`,
): SQL<boolean> {
  const states = sql.join(
    (which === "counted" ? COUNTED_STATES : SETTLED_STATES).map((state) => sql`${state}`),
    sql`, `,
  );
  return sql<boolean>`exists (select 1 from ${depositAddresses} join ${transfers}
    on ${transfers.depositAddress} = ${depositAddresses.address}
      and ${transfers.network} = ${depositAddresses.network}
      and ${transfers.requestId} = ${depositAddresses.requestId}
    where ${depositAddresses.requestId} = ${requestId} and ${transfers.mismatch} is null
      and ${transfers.state} in (${states}) and ${more})`;
}

/** Payments of a request in the order of the chain, and one of them: sums in SQL, base units of the invoice currency. */
export interface RunningSums {
  /** What it and those before it credit, and what it credits. */
  total: SQL;
  brings: SQL;
  /** Conditions: it or one before it is a plain transfer; one before it is. */
  hasDeposit: SQL;
  hadDeposit: SQL;
}

/** The condition that this payment is the one with which the payments cover the request. */
export function coversSql(
  request: Record<keyof TolerantRequest, AnyPgColumn>,
  sums: RunningSums,
): SQL<boolean> {
  const { total, brings, hasDeposit, hadDeposit } = sums;
  return sql<boolean>`(${total} >= ${neededSql(request, hasDeposit)}
    and ${total} - ${brings} < ${neededSql(request, hadDeposit)})`;
}
