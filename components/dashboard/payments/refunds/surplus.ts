import { tokenById } from "@/server/currencies/tokens";
import { formatAmount, parseAmount } from "@/server/lib/amount";
import type { RefundsListed } from "@/server/requests/refunds/schema";

/** What a payer has paid above what was asked for, as far as it can still be sent back, in the payment currency; null for none. */
export function surplusOf(
  { currency, refundableAmount }: Pick<RefundsListed, "currency" | "refundableAmount">,
  asked: { amount: string; currencyId: string },
): string | null {
  const token = tokenById(currency);
  // What is asked for in another currency has no amount in the token to compare with.
  if (!token || asked.currencyId !== currency || refundableAmount === "0") return null;
  const surplus = parseAmount(refundableAmount, token.decimals) - parseAmount(asked.amount, token.decimals);
  return surplus > 0n ? formatAmount(surplus, token.decimals) : null;
}
