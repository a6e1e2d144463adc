import { and, eq, inArray, isNull } from "drizzle-orm";
import { crosschainDeposits, transfers } from "@/db/schema";
import type { Reader } from "@/server/context";
import { isAnyOf } from "@/server/lib/database/any-of";

/**
 * Requests (row IDs) with a deposit that was seen filled and whose payment nobody has read yet: fills and payments are
 * read by different loops. Such a request must not look open in between, or its payer would be asked again.
 */
export async function unreadFills(db: Reader, requestIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (requestIds.length === 0) return new Set();
  const rows = await db
    .selectDistinct({ requestId: crosschainDeposits.requestId })
    .from(crosschainDeposits)
    .leftJoin(
      transfers,
      and(
        eq(transfers.requestId, crosschainDeposits.requestId),
        eq(transfers.txHash, crosschainDeposits.fillTxHash),
      ),
    )
    .where(
      and(
        isAnyOf(crosschainDeposits.requestId, requestIds),
        inArray(crosschainDeposits.state, ["filled", "filled_call_failed"]),
        isNull(transfers.id),
      ),
    );
  return new Set(rows.map(({ requestId }) => requestId));
}
