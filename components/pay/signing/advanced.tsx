"use client";

import { useT } from "@/components/i18n/provider";
import { amountText } from "@/components/pay/money/sums";
import { Line } from "@/components/pay/parts/line";
import type { DecodedCall } from "@/components/pay/safety/comparison";
import type { PageItem } from "@/server/secure-payments/page/page-schema";

/** The call as the contract will read it, for who wants to compare it with what the wallet shows. */
export function Advanced({
  call,
  items,
}: {
  call: DecodedCall;
  items: readonly Pick<PageItem, "currency" | "symbol" | "decimals">[];
}) {
  const t = useT();
  const amount = (value: string, currency: string | null) => {
    const token = items.find((item) => item.currency === currency);
    return token && /^\d+$/.test(value)
      ? `${amountText(value, token.decimals, token.symbol, t.locale)} ${token.symbol}`
      : value;
  };
  return (
    <details className="mt-4 rounded-md border border-line px-4 py-1 text-sm">
      <summary className="cursor-pointer py-2 font-medium">{t("pay.advanced")}</summary>
      <dl className="border-t border-dashed border-line">
        <Line name={t("pay.advanced.contract")}>
          {call.contract.name}
          <span className="block font-mono text-xs break-all" dir="ltr">
            {call.contract.address}
          </span>
        </Line>
        <Line name={t("pay.advanced.function")}>
          <code>{call.functionName}</code>
        </Line>
        {call.arguments.map(({ name, value, currency }) => (
          <Line key={name} name={<code className="text-xs">{name}</code>}>
            <span className="font-mono text-xs break-all" dir="ltr">
              {amount(value, currency)}
            </span>
          </Line>
        ))}
        <Line name={t("pay.advanced.value")}>{call.value.toString()}</Line>
        <Line name={t("pay.advanced.data")}>
          {call.data === null ? (
            t("pay.advanced.hiddenData")
          ) : (
            <span className="font-mono text-xs break-all" dir="ltr">
              {call.data}
            </span>
          )}
        </Line>
      </dl>
    </details>
  );
}
