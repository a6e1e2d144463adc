import { and, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { requests, transfers } from "@/db/schema";
import type { Tx } from "@/server/context";
import { isAnyOf } from "@/server/lib/database/any-of";
import { SETTLED_STATES } from "@/server/payments/state";

/** What a request asks for, and how much less its merchant takes for all of it. */
export type Asked = Pick<typeof requests.$inferSelect, "amount" | "leastAmount" | "tolerates">;

/**
 * Whether a request counts as paid: all of it came, or as little less as its merchant tolerates. Where that is for plain
 * transfers alone, one of the payments has to be one (docs/decisions/underpayments.md).
 */
export function isEnough(
  { amount, leastAmount, tolerates }: Asked,
  paid: bigint,
  hasDeposit: boolean,
): boolean {
  if (paid >= amount) return true;
  if (leastAmount === null || paid < leastAmount) return false;
  return tolerates === "all" || hasDeposit;
}

/** The same of rows of `requests`: `paid` and `hasDeposit` are expressions beside them. */
export function enough(paid: SQL, hasDeposit: SQL): SQL {
  return sql`(${paid} >= ${requests.amount} or (${requests.leastAmount} is not null
    and ${paid} >= ${requests.leastAmount} and (${requests.tolerates} = 'all' or ${hasDeposit})))`;
}

/** Whether it is a plain transfer among its payments that makes so much enough for a request. */
export function isDecidedByDeposit(asked: Asked, paid: bigint): boolean {
  return isEnough(asked, paid, true) && !isEnough(asked, paid, false);
}

/** Those of these requests (row IDs) of which a confirmed payment is a plain transfer to a deposit address. */
export async function paidByDeposit(
  { db }: Pick<Tx, "db">,
  requestIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (requestIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ requestId: transfers.requestId })
    .from(transfers)
    .where(
      and(
        isAnyOf(transfers.requestId, requestIds),
        isNotNull(transfers.depositAddress),
        isNull(transfers.mismatch),
        inArray(transfers.state, [...SETTLED_STATES]),
      ),
    );
  return new Set(rows.map(({ requestId }) => requestId));
}
