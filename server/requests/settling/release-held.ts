import type { Tx } from "@/server/context";
import { releaseTransfers } from "@/server/payments/counting/held";
import { settleRequests } from "@/server/requests/settling/settle";

/**
 * After a wallet was approved for a link: its money that was held counts, its requests are settled and
 * announced, in this transaction. Returns the row IDs of those requests.
 */
export async function releaseHeld(tx: Tx, link: { id: string }): Promise<string[]> {
  const requestIds = await releaseTransfers(tx, link.id);
  await settleRequests(tx, requestIds);
  return requestIds;
}
