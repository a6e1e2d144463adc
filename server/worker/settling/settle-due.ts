import type { NetworkId } from "@/server/chains/networks";
import { type Ctx, inTransaction } from "@/server/context";
import { dueTogether, quarantinedOf } from "@/server/requests/settling/quarantine";
import { settle, settleAgain } from "@/server/worker/settling/settle";

/**
 * Requests that are due by the clock and not because of a block: payments that wait to be announced together, and
 * quarantined requests whose time has come. A bounded number of both.
 */
export async function settleDue(ctx: Ctx, network: NetworkId): Promise<void> {
  const together = await dueTogether(ctx, network);
  if (together.length > 0) await inTransaction(ctx, (tx) => settle(tx, together));
  for (const { requestId } of await quarantinedOf(ctx, network, ctx.now())) {
    const isSettled = await inTransaction(ctx, (tx) => settleAgain(tx, requestId));
    if (isSettled) ctx.log.info({ network, requestId }, "quarantined request is settled");
  }
}
