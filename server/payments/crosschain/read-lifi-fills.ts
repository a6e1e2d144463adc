import { inArray } from "drizzle-orm";
import { lifiTransfers, requests } from "@/db/schema";
import { isNetworkId } from "@/server/chains/networks";
import type { Tx } from "@/server/context";
import type { DepositRow } from "@/server/crosschain/deposit-row";
import { keepUnclaimed } from "@/server/payments/recording/unclaimed";

/**
 * Has the payments read that LI.FI's receiver made instead of a failed call: what it announces does not name the request,
 * so nobody could tell before the fill was seen. Other deposits among these are left out.
 */
export async function readLifiFills(tx: Tx, moved: readonly DepositRow[]): Promise<void> {
  const failed = moved.filter(({ state }) => state === "filled_call_failed");
  if (failed.length === 0) return;
  const ids = failed.map(({ id }) => id);
  const lifi = await tx.db
    .select({ depositId: lifiTransfers.depositId })
    .from(lifiTransfers)
    .where(inArray(lifiTransfers.depositId, ids));
  const isOfLifi = new Set(lifi.map(({ depositId }) => depositId));
  const own = failed.filter(({ id }) => isOfLifi.has(id));
  if (own.length === 0) return;
  const rows = await tx.db
    .select({ id: requests.id, topic1: requests.topic1 })
    .from(requests)
    .where(
      inArray(
        requests.id,
        own.map(({ requestId }) => requestId),
      ),
    );
  const topics = new Map(rows.map(({ id, topic1 }) => [id, topic1]));
  for (const { requestId, destinationNetwork, fillBlockNumber } of own) {
    const topic1 = topics.get(requestId);
    if (topic1 === undefined || fillBlockNumber === null || !isNetworkId(destinationNetwork)) continue;
    await keepUnclaimed(tx, destinationNetwork, [{ topic1, blockNumber: fillBlockNumber }]);
  }
}
