"use client";

import { useT } from "@/components/i18n/provider";
import { amountText } from "@/components/pay/money/sums";
import { MulticallProgress } from "@/components/pay/multicall/multicall-progress";
import { MulticallTable } from "@/components/pay/multicall/multicall-table";
import { countsOf } from "@/components/pay/multicall/rows";
import { Line } from "@/components/pay/parts/line";
import { Notice } from "@/components/pay/parts/notice";
import type { PageMulticall } from "@/server/secure-payments/page/multicall-schema";

/** A multicall under its head: how far it is, every recipient, totals by network and token, fees (PP-14). */
export function MulticallDetails({ bundle }: { bundle: PageMulticall }) {
  const t = useT();
  const counts = countsOf(bundle);
  const { totals, fees, rows } = bundle;
  return (
    <div className="mt-5">
      {counts.paid + counts.moving > 0 && <MulticallProgress counts={counts} />}
      {counts.blocked > 0 && counts.open > 0 && (
        <div className="mb-4">
          <Notice tone="warning">{t("pay.bundle.leftOut", { count: counts.blocked })}</Notice>
        </div>
      )}
      <MulticallTable bundle={bundle} />
      {rows.some(({ isMasked }) => isMasked) && (
        <p className="mt-2 text-xs leading-relaxed text-muted">{t("pay.bundle.masked")}</p>
      )}
      <dl className="mt-3 rounded-md bg-sunken px-4 py-1">
        {totals.map(({ currency, symbol, networkName, amount, open, decimals, count }) => (
          <Line
            key={currency}
            name={t("pay.bundle.total", { count, symbol, network: networkName })}
            note={
              open !== "0" && open !== amount
                ? t("pay.bundle.openNow", { amount: amountText(open, decimals, symbol, t.locale), symbol })
                : undefined
            }
          >
            {amountText(amount, decimals, symbol, t.locale)} {symbol}
          </Line>
        ))}
        {fees.map(({ label, bearer, amount, symbol, decimals }) => (
          <Line
            key={`${label}${bearer}${symbol}`}
            name={t(bearer === "payer" ? "pay.feeAdded" : "pay.feeIncluded", { label })}
          >
            {amountText(amount, decimals, symbol, t.locale)} {symbol}
          </Line>
        ))}
      </dl>
    </div>
  );
}
