import type { Ctx } from "@/server/context";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import type { OfframpStatus } from "@/server/providers/offramp/provider";
import type { RequestRow } from "@/server/requests/draft";
import { currentOfframp } from "@/server/requests/offramps/bind";
import type { OfframpRow } from "@/server/requests/offramps/record-move";
import type { Offramp } from "@/server/requests/offramps/schema";
import { isClosedUnpaid } from "@/server/requests/offramps/state";
import { StoredFees, worthAt } from "@/server/requests/offramps/worth";

/** What each state means: what happened, where the money is, what to do. */
const EXPLANATIONS: Record<OfframpStatus, string> = {
  awaiting_funds: "Nothing was paid yet. Pay the whole amount to the deposit address.",
  initiated: "The payment is on chain at the provider's deposit address. Wait.",
  pending_internal_assessment: "The provider has the money and reviews it. Wait.",
  ongoing_checks: "The provider has the money and prepares the bank payment. Wait.",
  sending_fiat: "The provider has sent the bank payment. Wait.",
  fiat_sent: "The bank account has the money.",
  bounced: "The bank sent the money back; the provider has it. Check the bank account and wait.",
  retry_required: "The bank payment failed; the provider has the money. Ask the provider, who can try again.",
  failed: "The bank payment failed for good. Ask the provider where the money is.",
  refunded: "The provider sent the money back to the payer's wallet. Create another request to pay again.",
};

/** Of one that ended before a payment was seen. */
const CLOSED_UNPAID =
  "The provider closed the deposit address before it saw a payment. Pay nothing to it; ask for the transactions again to get another address. Whoever has paid it asks the provider where the money is.";

/** The off-ramp of a request, for its status; null without one. */
export async function offrampOf(ctx: Pick<Ctx, "db">, row: RequestRow): Promise<Offramp | null> {
  if (!row.isCryptoToFiatAllowed) return null;
  const token = tokenById(row.paymentCurrency);
  const offramp = await currentOfframp(ctx, row.id);
  return offramp && token ? described(offramp, token) : null;
}

/** The field of a pay answer that says what the bank account receives; nothing for other requests. */
export function offrampField(row: OfframpRow | null, token: Token): { offramp?: Offramp } {
  return row ? { offramp: described(row, token) } : {};
}

/** An off-ramp as its callers read it. */
export function described(row: OfframpRow, token: Token): Offramp {
  const fees = StoredFees.parse(row.fees);
  return {
    offrampId: row.providerTransferId,
    subStatus: row.status,
    explanation: isClosedUnpaid(row) ? CLOSED_UNPAID : EXPLANATIONS[row.status],
    provider: row.provider,
    depositAddress: row.depositAddress,
    paymentDetailsId: row.bankAccountId,
    sourceAmount: formatAmount(row.amount, token.decimals),
    sourceCurrency: token.symbol,
    destinationAmount:
      row.destinationAmount ?? (row.rate && worthAt(row.rate, { amount: row.amount, fees }, token)),
    destinationCurrency: row.destinationCurrency,
    rate: row.rate,
    isEstimate: row.destinationAmount === null,
    fees: fees.map((fee) => ({ ...fee, currency: token.symbol })),
    changedAt: row.changedAt.toISOString(),
  };
}
