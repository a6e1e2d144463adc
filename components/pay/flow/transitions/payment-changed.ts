import { shownOf } from "@/components/pay/flow/flow-facts";
import type { Trouble } from "@/components/pay/flow/flow-state";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

/** A new rate for the same amount is told as such, with both amounts. */
export function whatChanged(old: ShownPayment | null, after: PageState): Trouble {
  const now = shownOf(after);
  if (!old?.quote || !now?.quote || !("facts" in after)) return { code: "payment_changed" };
  const isSameAsked = old.quote.invoiceAmount === now.quote.invoiceAmount && old.payer === now.payer;
  const symbol = after.facts?.items[0]?.symbol;
  if (!isSameAsked || symbol === undefined) return { code: "payment_changed" };
  return { code: "quote_renewed", before: old.quote.paymentAmount, after: now.quote.paymentAmount, symbol };
}

export function isSamePayment(before: PageState, after: PageState): boolean {
  return isSame(shownOf(before), shownOf(after));
}

export function isSame(before: ShownPayment | null, after: ShownPayment | null): boolean {
  return JSON.stringify(before) === JSON.stringify(after);
}
