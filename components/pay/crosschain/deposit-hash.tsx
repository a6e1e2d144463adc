import type { Translator } from "@/components/i18n/translator";
import { amountText } from "@/components/pay/money/sums";
import { HashLine } from "@/components/pay/parts/hash-line";
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
  const explorerUrl = from.explorer && !isPrivate ? explorerTransactionUrl(from.id, hash) : null;
  return <HashLine name={name} hash={hash} explorerUrl={explorerUrl} />;
}

/** What left the payer's wallet. */
export function moneyOf(t: Translator, { amount, decimals, symbol }: PageDeposit): string {
  return `${amountText(amount, decimals, symbol, t.locale)} ${symbol}`;
}
