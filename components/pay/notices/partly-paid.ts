import type { Translator } from "@/components/i18n/translator";
import { comingOf, leftOf, receivedOf, sumsText } from "@/components/pay/money/sums";
import type { PageFacts } from "@/server/secure-payments/page/page-schema";

/** What of a payment has arrived, or is on its way from another network, and what is left to pay. */
export function partlyPaidText(t: Translator, facts: PageFacts): string {
  const left = sumsText(leftOf(facts), t.locale);
  const received = receivedOf(facts);
  const coming = comingOf(facts);
  const arrived = t("pay.partial.text", { received: sumsText(received, t.locale), left });
  if (coming.length === 0) return arrived;
  const onItsWay = t("pay.bridge.coming", { amount: sumsText(coming, t.locale), left });
  return received.some(({ units }) => units > 0n) ? `${arrived} ${onItsWay}` : onItsWay;
}
