import { recordAudit } from "@/server/audit/record";
import { type Ctx, inTransaction } from "@/server/context";
import { decideHeld, type HeldTransfer } from "@/server/payments/counting/held";
import { settle } from "@/server/worker/settling/settle";

/**
 * Releases or rejects one held payment by an operator's word: its request and its link follow in the same commit, and
 * the account's audit log says who decided and why. Returns false when it is not held any more.
 */
export async function decideOnHeld(
  ctx: Ctx,
  held: HeldTransfer,
  decision: { isReleased: boolean; reason: string; credited?: bigint | null },
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    if (!(await decideHeld(tx, held.id, decision))) return false;
    await settle(tx, [held.requestId]);
    await recordAudit(tx, {
      action: decision.isReleased ? "held_payment.released" : "held_payment.rejected",
      subject: held.id,
      platformId: held.platformId,
      details: { requestId: held.publicRequestId, txHash: held.txHash, reason: decision.reason },
    });
    return true;
  });
}
