import { formatFigures, formatMoney, roundedUp } from "@/components/i18n/format-amount";
import { useT } from "@/components/i18n/provider";
import type { PayerFunds } from "@/components/pay/flow/flow-state";
import { about } from "@/components/pay/money/about";
import { amountText, type Sum, sumsText } from "@/components/pay/money/sums";
import { Code } from "@/components/pay/parts/code";
import { Line } from "@/components/pay/parts/line";
import type { PageFacts } from "@/server/secure-payments/page/page-schema";

/** Of an estimate, which is rounded up. */
const USD_DIGITS = 2;

interface CostsProps {
  facts: PageFacts;
  funds: PayerFunds;
  /** Everything the payment takes from the wallet. */
  leaving: readonly Sum[];
  /** This step takes nothing yet: it lets a later one do so. */
  isLater: boolean;
}

/** To whom it goes and what it costs: fees on top, the network's fee, and the sum. */
export function Costs({ facts, funds, leaving, isLater }: CostsProps) {
  const t = useT();
  const { fees, network, items } = facts;
  const recipients = new Map(items.map((item) => [item.recipient, item]));
  const [first] = recipients.values();
  return (
    <dl className="mt-4 border-t border-dashed border-line">
      {first && (
        <Line name={t("pay.recipient")}>
          {recipients.size > 1 ? (
            t("pay.recipients", { count: recipients.size })
          ) : (
            <Code text={first.recipient} what={t("pay.recipient")} isWhole={!first.isMasked} />
          )}
        </Line>
      )}
      {fees
        .filter(({ bearer }) => bearer === "payer")
        .map(({ label, amount, decimals, symbol }) => (
          <Line key={label} name={t("pay.feeAdded", { label })}>
            {amountText(amount, decimals, symbol, t.locale)} {symbol}
          </Line>
        ))}
      <Line name={t("pay.review.networkFee")}>
        {funds.networkFee === null ? (
          t("pay.review.networkFeeUnknown")
        ) : (
          <>
            {t("pay.amountAnd", {
              amount: formatFigures(about(funds.networkFee), network.native.symbol, t.locale),
              symbol: network.native.symbol,
            })}
            {funds.networkFeeUsd !== null && (
              <span className="block font-normal text-muted">
                ≈ {formatMoney(roundedUp(funds.networkFeeUsd, USD_DIGITS), "USD", t.locale)}
              </span>
            )}
          </>
        )}
      </Line>
      <Line name={t(isLater ? "pay.review.later" : "pay.review.leaves")}>
        <strong>{sumsText(leaving, t.locale)}</strong>
      </Line>
    </dl>
  );
}
