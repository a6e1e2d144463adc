import type { Translator } from "@/components/i18n/translator";
import { leftOf, receivedOf, sumsText } from "@/components/pay/money/sums";
import type { PageFacts } from "@/server/secure-payments/page/page-schema";

/** What of a payment has arrived, and what is left to pay. */
export function partlyPaidText(t: Translator, facts: PageFacts): string {
  return t("pay.partial.text", {
    received: sumsText(receivedOf(facts), t.locale),
    left: sumsText(leftOf(facts), t.locale),
  });
}
