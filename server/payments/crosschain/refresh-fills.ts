import { and, eq, inArray, isNull } from "drizzle-orm";
import { requests, transfers } from "@/db/schema";
import { isNetworkId } from "@/server/chains/networks";
import type { Tx } from "@/server/context";
import { keepUnclaimed } from "@/server/payments/recording/unclaimed";
import { COUNTED_STATES } from "@/server/payments/state";

/**
 * Has the payments read again that filled a deposit of this network and number: a fill can be seen before its deposit
 * is, and then nobody knows who paid it. With `onlyUnknown` those alone that name no payer.
 */
export async function refreshFills(
  tx: Tx,
  { sourceNetwork, depositId }: { sourceNetwork: string; depositId: bigint },
  { onlyUnknown = false } = {},
): Promise<void> {
  const rows = await tx.db
    .select({ network: transfers.network, blockNumber: transfers.blockNumber, topic1: requests.topic1 })
    .from(transfers)
    .innerJoin(requests, eq(requests.id, transfers.requestId))
    .where(
      and(
        eq(transfers.depositId, depositId),
        eq(transfers.sourceNetwork, sourceNetwork),
        inArray(transfers.state, [...COUNTED_STATES]),
        onlyUnknown ? isNull(transfers.payer) : undefined,
      ),
    );
  for (const { network, topic1, blockNumber } of rows) {
    if (isNetworkId(network)) await keepUnclaimed(tx, network, [{ topic1, blockNumber }]);
  }
}
