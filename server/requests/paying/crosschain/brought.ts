import { and, inArray, sql } from "drizzle-orm";
import { crosschainDeposits, isCounted, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import { HOLDING_STATES } from "@/server/crosschain/offer";
import { isAnyOf } from "@/server/lib/database/any-of";
import type { Payable } from "@/server/requests/paying/payable";

/**
 * Those of these requests (row IDs) of which deposits on other networks bring all that is left, and whose payer must not
 * be asked again (`server/crosschain/offer.ts`). A deposit of less, which any stranger could make, holds nothing back; nor does
 * one that nobody would fill. One query for any number. Not for requests in another currency: what their deposits are
 * worth is what was promised to their wallets.
 */
export async function broughtRequests(
  { db }: Pick<Reads, "db">,
  payables: readonly Payable[],
): Promise<ReadonlySet<string>> {
  if (payables.length === 0) return new Set();
  const share = sql`coalesce(${crosschainDeposits.payeeAmount}, ${crosschainDeposits.outputAmount})`;
  const isCredited = sql`exists (select 1 from ${transfers}
    where ${transfers.requestId} = ${crosschainDeposits.requestId}
      and ${transfers.txHash} = ${crosschainDeposits.fillTxHash} and ${isCounted(transfers)})`;
  const rows = await db
    .select({ requestId: crosschainDeposits.requestId, coming: sql<string>`sum(${share})` })
    .from(crosschainDeposits)
    .where(
      and(
        isAnyOf(
          crosschainDeposits.requestId,
          payables.map(({ row }) => row.id),
        ),
        inArray(crosschainDeposits.state, [...HOLDING_STATES]),
        sql`(${crosschainDeposits.fillable} is not false or ${crosschainDeposits.fillTxHash} is not null)`,
        sql`not ${isCredited}`,
      ),
    )
    .groupBy(crosschainDeposits.requestId);
  const coming = new Map(rows.map(({ requestId, coming }) => [requestId, BigInt(coming)]));
  const isBrought = ({ row, remaining }: Payable) =>
    remaining > 0n && (coming.get(row.id) ?? 0n) >= remaining;
  return new Set(payables.filter(isBrought).map(({ row }) => row.id));
}
