import type { Translator } from "@/components/i18n/translator";
import { amountText } from "@/components/pay/money/sums";
import { tokenById } from "@/server/currencies/tokens";
import { PERIOD_SECONDS, paymentDates } from "@/server/recurring-payouts/calendar";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import type { ShownSchedule } from "@/server/recurring-payouts/page/shown-schema";

/** Base units of the schedule's token with its symbol. The token is the page's own, whatever an answer says. */
export function sumText(t: Translator, { currency }: ShownSchedule, units: bigint | string): string {
  const token = tokenById(currency);
  if (!token) return currency;
  return `${amountText(units, token.decimals, token.symbol, t.locale)} ${token.symbol}`;
}

export function symbolOf({ currency }: ShownSchedule): string {
  return tokenById(currency)?.symbol ?? currency;
}

/** What one instalment takes from the payer, base units. */
export function costOf({ amount, fee }: ShownSchedule): bigint {
  return BigInt(amount) + BigInt(fee?.amount ?? 0);
}

/** What the schedule can still take, base units. */
export function restOf({ shown, processed }: Pick<PageSchedule, "shown" | "processed">): bigint {
  return costOf(shown) * BigInt(shown.payments - processed);
}

/** When each instalment is due. */
export function datesOf({ firstPayment, frequency, payments }: ShownSchedule): Date[] {
  return paymentDates({
    firstExec: firstPayment,
    periodSeconds: PERIOD_SECONDS[frequency],
    totalExecutions: payments,
  });
}
