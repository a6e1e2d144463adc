import { recordAudit } from "@/server/audit/record";
import type { ChainAdapter } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import { type Ctx, inTransaction } from "@/server/context";
import { ApiError } from "@/server/errors";
import { advanceSchedule } from "@/server/recurring-payouts/advance";
import { endCancelledByPayer } from "@/server/recurring-payouts/ending/end";
import { findSchedule, lockFound, refused } from "@/server/recurring-payouts/find";
import { scheduleOfPage } from "@/server/recurring-payouts/find-page";
import { networkOf, type ScheduleRow } from "@/server/recurring-payouts/schedule";
import type { ActivateRecurringBody, RecurringActivated } from "@/server/recurring-payouts/schema";
import { isCancelledInContract } from "@/server/recurring-payouts/signing/contract";
import { bytes } from "@/server/recurring-payouts/signing/permit";
import { checkedSignature } from "@/server/recurring-payouts/signing/signature";
import { chainFor, chainUnavailable } from "@/server/requests/paying/readiness";

/**
 * Takes the payer's signature of the permit, and lets the instalments begin (RC-11, RC-12). Nothing is believed that
 * the contract would not: a key's own signature, or one that the payer's contract wallet calls its own. Throws 404,
 * 400 in the documented words, 503 when the chain cannot be asked.
 */
export async function activateRecurringPayment(
  ctx: Ctx,
  id: string,
  { permitSignature }: ActivateRecurringBody,
): Promise<RecurringActivated> {
  return activate(ctx, await findSchedule(ctx, id), permitSignature);
}

/** The same from the payer's own page, which is opened by its token. */
export async function activateOnPage(
  ctx: Ctx,
  token: string,
  signature: string,
): Promise<RecurringActivated> {
  const row = await scheduleOfPage(ctx, token);
  if (!row) throw new ApiError("recurring_payment_not_found", "Recurring payment not found");
  return activate(ctx, row, signature);
}

async function activate(ctx: Ctx, row: ScheduleRow, text: string): Promise<RecurringActivated> {
  const { id, platformId } = row;
  requirePending(row);
  const chain = chainFor(ctx, networkOf(row));
  const { signature, isCancelled } = await askChain(chain, row, text);
  if (!signature) throw refused("Invalid signature provided");
  if (isCancelled)
    await inTransaction(ctx, (tx) => endCancelledByPayer(tx, networkOf(row), [bytes(row.digest)]));
  return inTransaction(ctx, async (tx) => {
    const locked = await lockFound(tx, row);
    requirePending(locked);
    const { status } = await advanceSchedule(tx, locked, {
      event: "signed",
      signature,
      activatedAt: tx.now(),
    });
    await recordAudit(tx, { action: "recurring_payment.activated", subject: id, platformId });
    return { message: "Recurring payment activated successfully", id, status };
  });
}

async function askChain(chain: ChainAdapter, row: ScheduleRow, text: string) {
  try {
    const [signature, isCancelled] = await Promise.all([
      checkedSignature(chain, row, text),
      isCancelledInContract(chain, row),
    ]);
    return { signature, isCancelled };
  } catch (error) {
    if (error instanceof ChainError) throw chainUnavailable(chain.network.id, error);
    throw error;
  }
}

function requirePending({ status }: ScheduleRow): void {
  if (status === "cancelled") throw refused("Recurring payment is already cancelled");
  if (status !== "pending") throw refused("Recurring payment is already active");
}
