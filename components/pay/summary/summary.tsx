import type { ReactNode } from "react";
import { formatMoment } from "@/components/i18n/format-moment";
import { Moment } from "@/components/i18n/moment";
import type { Translator } from "@/components/i18n/translator";
import { BankLines } from "@/components/pay/bank/bank-lines";
import { amountText, type Sum } from "@/components/pay/money/sums";
import { MulticallDetails } from "@/components/pay/multicall/multicall-details";
import { recipientsText } from "@/components/pay/multicall/rows";
import { Amounts } from "@/components/pay/parts/amounts";
import { Fact } from "@/components/pay/parts/fact";
import { Details } from "@/components/pay/summary/details";
import { Quoted } from "@/components/pay/summary/quoted";
import { isVerified, VerifiedWallet } from "@/components/pay/summary/verified-wallet";
import { shorten } from "@/components/ui/grouped";
import type { ShownApproval } from "@/server/requests/approving/shown-approval-schema";
import type { PageBank } from "@/server/secure-payments/offramp/bank-schema";
import type { PageMulticall } from "@/server/secure-payments/page/multicall-schema";
import type { PageFacts } from "@/server/secure-payments/page/page-schema";
import type { ShownQuote } from "@/server/secure-payments/page/shown-schema";

interface SummaryProps {
  t: Translator;
  facts: PageFacts;
  /** Who is paid, by name. */
  merchant: string | null;
  /** What stands above the amount, as "You pay". */
  label: string;
  sums: readonly Sum[];
  /** Right of the label: the wallet, once there is one. */
  aside?: ReactNode;
  /** Opens and closes the details; without it they stay open. */
  toggle: (details: ReactNode) => ReactNode;
  /** False on a payment that is over. */
  isOpen: boolean;
  /** While it can be paid: the rate promised for an amount in another currency, null before one is. */
  quote?: ShownQuote | null | undefined;
  /** While it can be paid: what second persons approved of it. */
  approved?: readonly ShownApproval[] | undefined;
  /** The rows of a multicall, which take the place of the details. */
  bundle: PageMulticall | null;
  /** The bank account that gets the money; null where it stays on chain. */
  bank: PageBank | null;
}

/** What is paid to whom, at one look: amount, network, reference, and everything else one press away. */
export function Summary({
  t,
  facts,
  merchant,
  label,
  sums,
  aside,
  toggle,
  isOpen,
  bundle,
  bank,
  quote,
  approved = [],
}: SummaryProps) {
  const { network, reference, expiresAt, fees, items } = facts;
  // Figures in another currency are without the fees of the token.
  const feeKey = items.some(({ invoice }) => invoice) ? "pay.feeAdded" : "pay.feeWithin";
  return (
    <section aria-labelledby="pay-amount">
      <div className="flex items-center justify-between gap-4">
        <p className="text-xs font-semibold tracking-widest text-muted uppercase">{label}</p>
        {aside}
      </div>
      <h1 id="pay-amount" className="mt-2 font-serif text-4xl leading-tight font-semibold">
        <Amounts t={t} sums={sums} />
      </h1>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        {merchant !== null && (
          <span className="basis-full font-medium wrap-anywhere text-ink">
            {t.rich("pay.to", { name: <bdi>{merchant}</bdi> })}
          </span>
        )}
        <span>{t("pay.on", { network: network.name })}</span>
        {bundle && <span>{recipientsText(t, bundle, isOpen)}</span>}
        {network.isTestnet && (
          <span className="rounded-full bg-warning-soft px-2.5 py-0.5 text-xs font-medium text-warning">
            {t("pay.testnet")}
          </span>
        )}
      </p>
      {quote !== undefined && <Quoted t={t} facts={facts} quote={quote} />}
      <dl className="mt-5 space-y-1 border-t border-dashed border-line pt-3 text-sm">
        {bank && <BankLines t={t} bank={bank} />}
        {!bundle && isVerified(facts) && <VerifiedWallet t={t} facts={facts} merchant={merchant} />}
        {!bundle && hasRecipient(facts) && !isVerified(facts) && (
          <Fact name={t(bank ? "pay.bank.deposit" : "pay.recipient")}>{recipient(t, facts)}</Fact>
        )}
        {reference !== null && (
          <Fact name={t("pay.reference")}>
            <bdi className="font-medium">{reference}</bdi>
          </Fact>
        )}
        {[...new Set(approved.map(({ approver }) => approver))].map((approver) => (
          <Fact key={approver} name={t("pay.approvedBy")}>
            <bdi className="font-mono text-[0.92em] wrap-anywhere">{approver}</bdi>
          </Fact>
        ))}
        {!bundle &&
          fees
            .filter(({ bearer }) => bearer === "payer")
            .map(({ label, amount, decimals, symbol }) => (
              <Fact key={label} name={t(feeKey, { label })}>
                {amountText(amount, decimals, symbol, t.locale)} {symbol}
              </Fact>
            ))}
        {isOpen && (
          <Fact name={t("pay.expires")}>
            <Moment at={expiresAt} inUtc={formatMoment(expiresAt, t.locale, "UTC")} />
          </Fact>
        )}
      </dl>
      {bundle ? <MulticallDetails bundle={bundle} /> : toggle(<Details t={t} facts={facts} />)}
    </section>
  );
}

/** False while the deposit address of a payment to a bank account is not open. */
function hasRecipient({ items }: PageFacts): boolean {
  return items.some(({ recipient }) => recipient !== "");
}

/** Enough of the address to recognise it; the details and the last step before the wallet have all of it. */
function recipient(t: Translator, { items }: PageFacts): ReactNode {
  const [first, ...others] = new Set(items.map((item) => item.recipient));
  if (first === undefined || others.length > 0) return t("pay.recipients", { count: others.length + 1 });
  return (
    <span className="font-mono text-[0.92em]" dir="ltr">
      {shorten(first)}
    </span>
  );
}
