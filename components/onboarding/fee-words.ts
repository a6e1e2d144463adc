import { intlTag, type Locale } from "@/components/i18n/locales";
import type { MessageKey } from "@/components/i18n/message";
import type { ChargedFee } from "@/server/fees/configs/schema";

/** Which sentence says who bears a fee. */
export function feeSentence({ flow, feeBearer }: Pick<ChargedFee, "flow" | "feeBearer">) {
  return `onboarding.fee.${flow}.${feeBearer}` as const satisfies MessageKey;
}

/** Hundredths of a percent as the language writes a percentage: 150 is "1.5%". */
export function percentOf(bps: number, locale: Locale): string {
  const format = new Intl.NumberFormat(intlTag(locale), { style: "percent", maximumFractionDigits: 2 });
  return format.format(bps / 10_000);
}

/** Fees in the order in which people read them: what is received first, dearest first. */
export function inOrder(fees: readonly ChargedFee[]): ChargedFee[] {
  return fees.toSorted((a, b) => a.flow.localeCompare(b.flow) || b.bps - a.bps);
}
