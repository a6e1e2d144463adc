import { useT } from "@/components/i18n/provider";
import type { PlanFunds } from "@/components/pay/flow";
import { about } from "@/components/pay/view/about";
import { Line } from "@/components/pay/view/line";
import { amountText, type Sum, sumsText, written } from "@/components/pay/view/money";
import type { PageFacts } from "@/server/secure-payments/page-schema";

interface CostsProps {
  facts: PageFacts;
  funds: PlanFunds;
  /** Everything the payment takes from the wallet. */
  leaving: readonly Sum[];
}

/** What it costs: fees on top, the network's fee, and the sum. */
export function Costs({ facts, funds, leaving }: CostsProps) {
  const t = useT();
  const { fees, network } = facts;
  return (
    <dl className="mt-4 border-t border-dashed border-line">
      {fees
        .filter(({ bearer }) => bearer === "payer")
        .map(({ label, amount, decimals, symbol }) => (
          <Line key={label} name={t("pay.feeAdded", { label })}>
            {amountText(amount, decimals, t.locale)} {symbol}
          </Line>
        ))}
      <Line name={t("pay.review.networkFee")}>
        {funds.networkFee === null
          ? t("pay.review.networkFeeUnknown")
          : t("pay.amountAnd", {
              amount: written(about(funds.networkFee), t.locale),
              symbol: network.native.symbol,
            })}
      </Line>
      <Line name={t("pay.review.leaves")}>
        <strong>{sumsText(leaving, t.locale)}</strong>
      </Line>
    </dl>
  );
}
