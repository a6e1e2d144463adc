import type { Tx } from "@/server/context";
import { settleRequests } from "@/server/requests/settle";
import { settleLinks } from "@/server/secure-payments/settle-links";

/** What follows from changed transfers: the status of their requests, then that of the links that ask for them. */
export async function settle(tx: Tx, requestIds: Iterable<string>): Promise<void> {
  const ids = [...requestIds];
  await settleRequests(tx, ids);
  await settleLinks(tx, ids);
}
