import { type Ctx, inTransaction, type Reads } from "@/server/context";
import { ApiError, invalidField } from "@/server/errors";
import { asking, providerOf, requireOfframp } from "@/server/payers/access";
import { findPayer } from "@/server/payers/find";
import { movePayer } from "@/server/payers/move";
import type { PayerCompliance, UpdatePayerBody } from "@/server/payers/schema";
import { isCompliant } from "@/server/payers/state";

/** Where the checks of a payer stand (CF-05). Throws 404. */
export async function readCompliance(ctx: Reads, clientUserId: string): Promise<PayerCompliance> {
  const row = await findPayer(ctx, clientUserId);
  const { kycStatus, agreementStatus, id } = row;
  return { kycStatus, agreementStatus, isCompliant: isCompliant(row), userId: id };
}

/**
 * The platform says that its payer has agreed (CF-06). The provider decides: where it has no agreement, nothing changes
 * and the call is refused with 400, as no payment of this payer would go through.
 */
export async function completeAgreement(
  ctx: Ctx,
  clientUserId: string,
  body: UpdatePayerBody,
): Promise<{ success: boolean }> {
  await requireOfframp(ctx);
  const row = await findPayer(ctx, clientUserId);
  const says = body.agreementCompleted ?? body.agreement_status;
  if (says === undefined) throw invalidField("agreementCompleted", "agreementCompleted must be provided");
  if (says !== true && says !== "completed") {
    throw invalidField("agreementCompleted", "Only that the agreement is completed can be reported");
  }
  const state = await asking(() => providerOf(ctx, row.provider).reportAgreement(row.providerLinkId));
  const now = await inTransaction(ctx, (tx) => movePayer(tx, row.id, state));
  if (now?.agreementStatus !== "completed") {
    throw new ApiError("validation_failed", "The provider has no agreement of this payer yet", {});
  }
  return { success: true };
}
