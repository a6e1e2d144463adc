import { formatFigures, roundedUp } from "@/components/i18n/format-amount";
import { formatMoment } from "@/components/i18n/format-moment";
import { Moment } from "@/components/i18n/moment";
import type { Translator } from "@/components/i18n/translator";
import { amountText } from "@/components/pay/money/sums";
import { Fact } from "@/components/pay/parts/fact";
import { TimeLeft } from "@/components/pay/parts/time-left";
import type { PageFacts } from "@/server/secure-payments/page/page-schema";
import type { ShownQuote } from "@/server/secure-payments/page/shown-schema";

/**
 * What an amount in another currency is in the token: the exact amount, the rate, how old its prices are and until when
 * it is promised. Before a wallet is there, that the amount is fixed then. Nothing for a payment in the token.
 */
export function Quoted({ t, facts, quote }: { t: Translator; facts: PageFacts; quote: ShownQuote | null }) {
  const [item] = facts.items;
  if (!item?.invoice) return null;
  const { symbol, decimals, amount, invoice } = item;
  if (quote === null) {
    return <p className="mt-2 text-sm leading-relaxed">{t("pay.quote.later", { symbol })}</p>;
  }
  // A rate is as old as the oldest price in it.
  const [priced = quote.createdAt] = quote.sources.map(({ time }) => time).toSorted();
  const sources = [...new Set(quote.sources.map(({ name }) => name))].join(", ");
  return (
    <dl className="mt-3 space-y-0.5 text-sm">
      <Fact name={t("pay.quote.amount", { symbol })}>
        <strong>
          {amountText(amount, decimals, symbol, t.locale)} {symbol}
        </strong>
      </Fact>
      <Fact name={t("pay.quote.rate")}>
        1 {invoice.symbol} ≈ {formatFigures(shortRate(quote.rate), symbol, t.locale)} {symbol}
      </Fact>
      <Fact name={t("pay.quote.priced")}>
        <Moment at={priced} inUtc={formatMoment(priced, t.locale, "UTC")} />
        {sources !== "" && <span className="block text-end text-xs text-muted">{sources}</span>}
      </Fact>
      <Fact name={t("pay.quote.until")}>
        <Moment at={quote.expiresAt} inUtc={formatMoment(quote.expiresAt, t.locale, "UTC")} />
        <TimeLeft until={quote.expiresAt} />
      </Fact>
    </dl>
  );
}

/** Enough of a rate to recognise it, rounded up so that it promises no less; the exact one is in the receipt. */
export function shortRate(rate: string): string {
  const [whole = "0", fraction = ""] = rate.split(".");
  const zeros = whole === "0" ? (/^0*/.exec(fraction)?.[0].length ?? 0) : 0;
  return roundedUp(rate, zeros + 6);
}
