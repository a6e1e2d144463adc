import type { Translator } from "@/components/i18n/translator";
import { Copy } from "@/components/pay/view/copy";
import { amountText } from "@/components/pay/view/money";
import { Grouped } from "@/components/ui/grouped";
import { explorerTransactionUrl } from "@/server/chains/networks";
import type { PageDeposit } from "@/server/secure-payments/page/crosschain-schema";

interface DepositHashProps {
  t: Translator;
  deposit: PageDeposit;
  /** The recipient keeps the address private, which an explorer would show. */
  isPrivate: boolean;
  /** The transaction that gave the money back, in place of the one that took it. */
  isRefund?: boolean;
}

/** A transaction on the network that the money came from, in full, and its explorer where there is one. */
export function DepositHash({ t, deposit, isPrivate, isRefund = false }: DepositHashProps) {
  const { from } = deposit;
  const name = isRefund ? t("pay.bridge.refundHash") : t("pay.bridge.sourceHash", { source: from.name });
  const hash = isRefund ? deposit.refundTxHash : deposit.txHash;
  if (hash === null) return null;
  const look = "min-w-0 font-mono text-xs text-balance wrap-anywhere";
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 text-sm">
      <span className="text-muted">{name}</span>
      <span className="inline-flex max-w-full items-center gap-1">
        {isPrivate || !from.explorer ? (
          <bdi className={look} dir="ltr">
            <Grouped value={hash} />
          </bdi>
        ) : (
          <a
            href={explorerTransactionUrl(from.id, hash)}
            target="_blank"
            rel="noreferrer"
            aria-label={hash}
            className={`${look} text-accent underline underline-offset-4`}
            dir="ltr"
          >
            <Grouped value={hash} />
          </a>
        )}
        <Copy text={hash} what={name} look="icon" />
      </span>
    </div>
  );
}

/** What left the payer's wallet. */
export function moneyOf(t: Translator, { amount, decimals, symbol }: PageDeposit): string {
  return `${amountText(amount, decimals, symbol, t.locale)} ${symbol}`;
}
