import { asc, eq } from "drizzle-orm";
import { offrampMoves, payerBankAccounts, payers } from "@/db/schema";
import type { Ctx } from "@/server/context";
import type { OfframpSeen, TimelineEntry } from "@/server/dashboard/detail-schema";
import { describeBankAccount } from "@/server/dashboard/payers/get";
import type { OfframpStatus } from "@/server/providers/offramp/provider";
import type { RequestRow } from "@/server/requests/draft";
import { currentOfframp } from "@/server/requests/offramps/current";
import { offrampOf } from "@/server/requests/offramps/describe";

const STEPS: Record<OfframpStatus, string> = {
  awaiting_funds: "The provider named a deposit address for this payment.",
  initiated: "The payment is on chain at the provider's deposit address.",
  pending_internal_assessment: "The provider has the money and reviews it.",
  ongoing_checks: "The provider has the money and prepares the bank payment.",
  sending_fiat: "The provider sent the bank payment.",
  fiat_sent: "The bank account has the money.",
  bounced: "The bank sent the money back to the provider.",
  retry_required: "The bank payment failed. The provider has the money and can try again.",
  failed: "The bank payment failed for good. Ask the provider where the money is.",
  refunded: "The provider sent the money back to the payer's wallet.",
};

/** The way of a payment to its bank account, step by step; null for other requests and before the account is chosen. */
export async function offrampTimeline(
  ctx: Ctx,
  request: RequestRow,
): Promise<{ offramp: OfframpSeen; entries: TimelineEntry[] } | null> {
  const row = request.isCryptoToFiatAllowed ? await currentOfframp(ctx, request.id) : undefined;
  const offramp = row && (await offrampOf(ctx, request));
  if (!row || !offramp) return null;
  const [moves, [payer], [account]] = await Promise.all([
    ctx.db
      .select()
      .from(offrampMoves)
      .where(eq(offrampMoves.offrampId, row.id))
      .orderBy(asc(offrampMoves.number)),
    ctx.db
      .select({ id: payers.id, clientUserId: payers.clientUserId, erasedAt: payers.erasedAt })
      .from(payers)
      .where(eq(payers.id, row.payerId)),
    ctx.db.select().from(payerBankAccounts).where(eq(payerBankAccounts.id, row.bankAccountId)),
  ]);
  const told = [{ status: "awaiting_funds" as const, at: row.createdAt }, ...moves];
  const steps = told.map(({ status, at }) => ({
    subStatus: status,
    at: at.toISOString(),
    reason: STEPS[status],
  }));
  return {
    offramp: {
      ...offramp,
      payer: payer && payer.erasedAt === null ? { userId: payer.id, clientUserId: payer.clientUserId } : null,
      bankAccount: account && account.sealed !== null ? describeBankAccount(ctx, account) : null,
      steps,
    },
    entries: steps.map((step) => ({ kind: "offramp", ...step })),
  };
}
