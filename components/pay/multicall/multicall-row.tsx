"use client";

import { useT } from "@/components/i18n/provider";
import { amountText } from "@/components/pay/money/sums";
import { Copy } from "@/components/pay/parts/copy";
import { Grouped } from "@/components/ui/grouped";
import type { PageMulticallRow } from "@/server/secure-payments/page/multicall-schema";

const TONES = {
  open: "bg-sunken text-muted",
  moving: "bg-info-soft text-info",
  paid: "bg-positive-soft text-positive",
  blocked: "bg-warning-soft text-warning",
};

/** An amount with more signs than this has to break, or the page would be wider than its screen. */
const LONG = 18;
const LONG_LOOK = "w-28 wrap-anywhere";

interface MulticallRowProps {
  row: PageMulticallRow;
  /** Whether rows differ in state, so that each has to say its own. */
  hasStates: boolean;
  /** Children on several networks are paid one by one. */
  isAlone: boolean;
  isHidden: boolean;
}

/** One recipient: whose, how much, how far. A row of two lines, which fits 320 px. */
export function MulticallRow({ row, hasStates, isAlone, isHidden }: MulticallRowProps) {
  const t = useT();
  const { reference, recipient, isMasked, explorerUrl, state, position } = row;
  const amount = amountText(row.amount, row.decimals, row.symbol, t.locale);
  return (
    <tr className={`border-b border-dashed border-line ${isHidden ? "hidden noscript:table-row" : ""}`}>
      <td className="w-full py-3 pe-4 align-top wrap-anywhere">
        <span className="block font-medium">
          {reference === null ? t("pay.payment", { number: position + 1 }) : <bdi>{reference}</bdi>}
        </span>
        <span className="mt-0.5 flex items-center gap-1 text-muted">
          <span className="min-w-0 font-mono text-xs wrap-anywhere" dir="ltr">
            {isMasked ? (
              recipient
            ) : explorerUrl === null ? (
              <Grouped value={recipient} />
            ) : (
              <a
                href={explorerUrl}
                target="_blank"
                rel="noreferrer"
                aria-label={recipient}
                className="hover:underline"
              >
                <Grouped value={recipient} />
              </a>
            )}
          </span>
          {!isMasked && <Copy text={recipient} what={t("pay.recipient")} look="icon" />}
        </span>
        {state.kind === "blocked" && (
          <span className="mt-1 block text-xs leading-relaxed text-warning">
            {t(reasonKey(state.reason))}
          </span>
        )}
        {state.kind === "paid" && row.hasPublicReceipt && (
          <a
            href={`/request/${row.requestId}`}
            className="mt-1 inline-block text-xs text-accent underline underline-offset-4"
          >
            {t("pay.done.receipt")}
          </a>
        )}
        {isAlone && state.kind === "open" && (
          <a
            href={`/pay?token=${row.token}`}
            className="mt-1 inline-block text-xs text-accent underline underline-offset-4"
          >
            {t("pay.bundle.payAlone", { network: row.networkName })}
          </a>
        )}
      </td>
      <td className="py-3 text-end align-top">
        <span
          className={`block font-medium ${amount.length > LONG ? LONG_LOOK : "whitespace-nowrap"}`}
          dir="ltr"
        >
          {amount} <span className="text-xs text-muted">{row.symbol}</span>
        </span>
        {hasStates && (
          <span
            className={`mt-1 inline-block rounded-full px-2 py-0.5 text-xs whitespace-nowrap ${TONES[state.kind]}`}
          >
            {t(`pay.bundle.${state.kind}`)}
          </span>
        )}
      </td>
    </tr>
  );
}

type Reason = Extract<PageMulticallRow["state"], { kind: "blocked" }>["reason"];

/** What happened to a row and what to do; reasons that no payer can do anything about are one. */
function reasonKey(reason: Reason) {
  switch (reason) {
    case "secure_payment_expired":
    case "secure_payment_not_pending":
    case "compliance_failed":
      return `pay.bundle.why.${reason}` as const;
    default:
      return "pay.bundle.why.other" as const;
  }
}
