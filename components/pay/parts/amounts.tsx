import type { Translator } from "@/components/i18n/translator";
import { amountText, type Sum } from "@/components/pay/money/sums";

/** Sums in full precision, one per line. The symbol stands small beside the figures. */
export function Amounts({ t, sums }: { t: Translator; sums: readonly Sum[] }) {
  return sums.map(({ currency, units, decimals, symbol }) => (
    <span key={currency} className="block wrap-anywhere">
      <bdi dir="ltr">
        {amountText(units, decimals, symbol, t.locale)}{" "}
        <span className="text-[0.6em] font-medium text-muted">{symbol}</span>
      </bdi>
    </span>
  ));
}
