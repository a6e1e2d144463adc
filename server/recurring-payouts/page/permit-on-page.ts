import type { Ctx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { refused } from "@/server/recurring-payouts/find";
import { scheduleOfPage } from "@/server/recurring-payouts/find-page";
import type { RecurringPayoutCreated } from "@/server/recurring-payouts/schema";
import { currentPermitAnswer } from "@/server/recurring-payouts/signing/permit-answer";

/**
 * What the payer of a schedule signs on its page. Throws 404, 400 for a schedule that waits for no signature, 503 when
 * the chain cannot be asked.
 */
export async function readPermitOnPage(ctx: Ctx, token: string): Promise<RecurringPayoutCreated> {
  const row = await scheduleOfPage(ctx, token);
  if (!row) throw new ApiError("recurring_payment_not_found", "Recurring payment not found");
  if (row.status !== "pending") throw refused("Recurring payment does not wait for a signature");
  return currentPermitAnswer(ctx, row);
}
