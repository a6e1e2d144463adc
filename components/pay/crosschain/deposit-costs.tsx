"use client";

import { formatFigures } from "@/components/i18n/format-amount";
import { formatMoment } from "@/components/i18n/format-moment";
import { useT } from "@/components/i18n/provider";
import type { PayerFunds } from "@/components/pay/flow/flow-state";
import { about } from "@/components/pay/money/about";
import { addedUp, amountText, sumsText } from "@/components/pay/money/sums";
import { Line } from "@/components/pay/parts/line";
import { Notice } from "@/components/pay/parts/notice";
import { TimeLeft } from "@/components/pay/parts/time-left";
import type { DepositPrice } from "@/components/pay/safety/crosschain/price";
import { shorten } from "@/components/ui/grouped";
import { useIsPast } from "@/components/ui/use-is-past";
import { EVM_NETWORKS } from "@/server/chains/networks";
import type { PageFacts, PageItem } from "@/server/secure-payments/page/page-schema";

interface DepositCostsProps {
  facts: PageFacts;
  funds: PayerFunds;
  price: DepositPrice;
  /** Which of several deposits is signed now; null where all of them are, or this step lets them. */
  part: number | null;
  /** Whom it pays; null where that is not one of several. */
  recipient: PageItem | null;
  /** This step takes nothing yet: it lets a later one do so. */
  isLater: boolean;
}

/** What a payment from another network costs, what of it arrives, until when that holds, and what happens otherwise. */
export function DepositCosts({ facts, funds, price, part, recipient, isLater }: DepositCostsProps) {
  const t = useT();
  const isOver = useIsPast(price.expiresAt * 1_000);
  const { symbol, decimals } = price;
  const source = EVM_NETWORKS[price.network];
  const { length } = price.deposits;
  const own = (part === null ? undefined : price.deposits[part]) ?? price;
  const arriving = (part === null ? price.deposits : price.deposits.slice(part, part + 1)).map(
    ({ arrives }) => arrives,
  );
  const isOneByOne = length > 1 && part !== null;
  const money = (units: bigint, of: { symbol: string; decimals: number }) =>
    `${amountText(units, of.decimals, of.symbol, t.locale)} ${of.symbol}`;
  const until = new Date(price.expiresAt * 1_000).toISOString();
  const deadline = new Date(price.deadline * 1_000).toISOString();
  return (
    <>
      <dl className="mt-4 border-t border-dashed border-line">
        {recipient && (
          <Line name={t("pay.payment", { number: facts.items.indexOf(recipient) + 1 })}>
            <span className="font-mono" dir="ltr">
              {recipient.isMasked ? recipient.recipient : shorten(recipient.recipient)}
            </span>
          </Line>
        )}
        <Line name={t("pay.bridge.arrives", { network: facts.network.name })}>
          {sumsText(addedUp(arriving), t.locale)}
        </Line>
        <Line name={t("pay.bridge.fee")}>{money(own.fee, price)}</Line>
        <Line name={t("pay.review.networkFee")}>
          {funds.networkFee === null
            ? t("pay.review.networkFeeUnknown")
            : t("pay.amountAnd", {
                amount: formatFigures(about(funds.networkFee), source.native.symbol, t.locale),
                symbol: source.native.symbol,
              })}
        </Line>
        <Line name={t(isLater ? "pay.review.later" : "pay.review.leaves")}>
          <strong>{money(own.amount, { symbol, decimals })}</strong>
        </Line>
        <Line name={t("pay.bridge.until")}>
          {formatMoment(until, t.locale)}
          <TimeLeft until={until} />
        </Line>
      </dl>
      <p className="mt-3 text-sm leading-relaxed text-muted">
        {t("pay.bridge.how", {
          symbol,
          source: source.name,
          network: facts.network.name,
          date: formatMoment(deadline, t.locale),
        })}
      </p>
      {length > 1 && <p className="mt-2 text-sm leading-relaxed text-muted">{t("pay.bridge.several")}</p>}
      {isOneByOne && part < length - 1 && (
        <p className="mt-2 text-sm leading-relaxed">{t("pay.bridge.more", { count: length - 1 - part })}</p>
      )}
      {isOver && (
        <div className="mt-4">
          <Notice tone="warning">{t("pay.bridge.over")}</Notice>
        </div>
      )}
    </>
  );
}
