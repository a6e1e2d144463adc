import type { ReactNode } from "react";
import { formatMoney, roundedUp } from "@/components/i18n/format-amount";
import { formatDecimal } from "@/components/i18n/format-decimal";
import { formatMoment } from "@/components/i18n/format-moment";
import type { Translator } from "@/components/i18n/translator";
import { ContactLine } from "@/components/pay/contact/contact-line";
import { MailReceipt } from "@/components/pay/done/mail-receipt";
import { mailedReceipt } from "@/components/pay/done/mailed-receipt";
import { Code } from "@/components/pay/parts/code";
import { CheckQuittance } from "@/components/pay/quittance/check-quittance";
import { PrintButton } from "@/components/receipt/print-button";
import { Badge } from "@/components/ui/badge";
import type { NamedContact } from "@/server/branding/contact";

/** One transfer as the public may see it. Hashes and addresses whole. */
export interface ReceiptTransfer {
  amount: string;
  currency: string;
  /** Units of it for one unit of the receipt's currency; null where they are the same. */
  rate: string | null;
  from: string;
  transactionHash: string;
  /** Null where no explorer knows the chain. */
  explorerUrl: string | null;
  blockNumber: string;
}

/** Decimals of a rate that are shown; the quittance has all of them. */
const RATE_DIGITS = 10;

/** What stands on a receipt. Amounts are decimals; what a merchant wrote is text and stays text. */
export interface ReceiptFacts {
  requestId: string;
  amount: string;
  asked: string;
  currency: string;
  network: string;
  /** Who was paid, by name; null where the account has none. */
  merchant: string | null;
  /** Whom to ask about it; null where the merchant gives no contact. */
  contact: NamedContact | null;
  reference: string;
  payee: string;
  isPayeeMasked: boolean;
  /** The payee is the wallet that has proven itself as the merchant's. */
  isPayeeVerified: boolean;
  paidAt: string;
  isFinal: boolean;
  transfers: ReceiptTransfer[];
  /** What was sent back to its payers since; null where nothing was. */
  refunded: { amount: string; currency: string } | null;
  /** What a bank account got of it, at which rate and for which fees; null for a payment that stays on chain. */
  offramp: {
    amount: string | null;
    currency: string;
    rate: string | null;
    fees: { type: string; amount: string; currency: string }[];
  } | null;
  /** Where the receipt is a PDF file, in the language that `?lang=` names. */
  paperUrl: string;
  /** Absent where the quittance is the owner's alone. */
  quittance: { url: string; signer: string } | null;
}

/** A paid request on one sheet, the same on screen and on paper. */
export function Receipt({ facts, t }: { facts: ReceiptFacts; t: Translator }) {
  const money = (amount: string) => formatMoney(amount, facts.currency, t.locale);
  return (
    <article
      aria-labelledby="receipt-heading"
      className="rounded-lg border border-line bg-card shadow-sm print:border-0 print:shadow-none"
    >
      <header className="px-6 pt-8 pb-6 text-center sm:px-10">
        <Tick />
        <h1 id="receipt-heading" className="mt-4 text-sm font-medium tracking-wide text-accent uppercase">
          {t("receipt.heading")}
        </h1>
        <p className="mt-2 font-serif text-4xl leading-tight font-semibold break-words" dir="auto">
          {money(facts.amount)}
        </p>
        {facts.merchant !== null && (
          <p className="mt-1 font-medium break-words">
            {t.rich("pay.to", { name: <bdi>{facts.merchant}</bdi> })}
          </p>
        )}
        <p className="mt-2 text-muted">
          {facts.network} · <time dateTime={facts.paidAt}>{formatMoment(facts.paidAt, t.locale, "UTC")}</time>
        </p>
      </header>
      <dl className="border-t border-dashed border-line px-6 py-2 sm:px-10">
        {facts.reference !== "" && (
          <Line name={t("receipt.reference")}>
            <bdi className="break-words">{facts.reference}</bdi>
          </Line>
        )}
        <Line name={t("receipt.payee")} note={payeeNote(t, facts)}>
          <Code text={facts.payee} what={t("receipt.payee")} isWhole={!facts.isPayeeMasked} />
        </Line>
        {facts.offramp && <BankLines offramp={facts.offramp} facts={facts} t={t} />}
        {facts.asked !== facts.amount && <Line name={t("receipt.asked")}>{money(facts.asked)}</Line>}
        {facts.refunded && (
          <Line name={t("receipt.refunded")}>
            {formatMoney(facts.refunded.amount, facts.refunded.currency, t.locale)}
          </Line>
        )}
        <Line name={t("receipt.requestId")}>
          <Code text={facts.requestId} what={t("receipt.requestId")} />
        </Line>
      </dl>
      <section
        aria-labelledby="receipt-transfers"
        className="border-t border-dashed border-line px-6 py-6 sm:px-10"
      >
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h2 id="receipt-transfers" className="font-medium">
            {t("receipt.transfers", { count: facts.transfers.length })}
          </h2>
          <Badge tone={facts.isFinal ? "positive" : "info"}>
            {t(facts.isFinal ? "receipt.final" : "receipt.confirmed")}
          </Badge>
        </div>
        <p className="mt-1 text-sm text-muted">
          {t(facts.isFinal ? "receipt.finalNote" : "receipt.confirmedNote")}
        </p>
        <ul>
          {facts.transfers.map((transfer) => (
            <li key={transfer.transactionHash + transfer.amount} className="mt-4">
              <dl className="rounded-md bg-sunken px-4 py-1 print:px-0">
                <Line
                  name={formatMoney(transfer.amount, transfer.currency, t.locale)}
                  note={
                    transfer.rate === null
                      ? undefined
                      : `1 ${facts.currency} = ${formatMoney(roundedUp(transfer.rate, RATE_DIGITS), transfer.currency, t.locale)}`
                  }
                >
                  {transfer.explorerUrl !== null && (
                    <a
                      href={transfer.explorerUrl}
                      rel="noreferrer"
                      className="text-accent underline underline-offset-4 print:hidden"
                    >
                      {t("receipt.explorer")}
                    </a>
                  )}
                </Line>
                <Line name={t("receipt.transaction")}>
                  <Code text={transfer.transactionHash} what={t("receipt.transaction")} />
                </Line>
                {transfer.from !== "" && (
                  <Line name={t("receipt.from")}>
                    <Code text={transfer.from} what={t("receipt.from")} />
                  </Line>
                )}
                <Line name={t("receipt.block")}>
                  <bdi dir="ltr">{transfer.blockNumber}</bdi>
                </Line>
              </dl>
            </li>
          ))}
        </ul>
      </section>
      <footer className="border-t border-dashed border-line px-6 py-6 sm:px-10">
        {facts.quittance && (
          <>
            <h2 className="font-medium">{t("receipt.quittance")}</h2>
            <p className="mt-1 text-sm leading-relaxed text-muted">{t("receipt.quittanceNote")}</p>
            <p className="mt-2 text-sm text-muted">
              {t("receipt.signer")} <Code text={facts.quittance.signer} what={t("receipt.signer")} />
            </p>
          </>
        )}
        <div className="mt-4 flex flex-wrap gap-3 print:hidden">
          {facts.quittance && (
            <a
              href={facts.quittance.url}
              download={`quittance-${facts.requestId.slice(0, 12)}.json`}
              className="rounded-md bg-accent px-4 py-2 text-sm font-medium text-accent-ink hover:opacity-90"
            >
              {t("receipt.download")}
            </a>
          )}
          {facts.quittance && (
            <CheckQuittance
              url={facts.quittance.url}
              expected={{ requestId: facts.requestId, payee: facts.payee, signer: facts.quittance.signer }}
            />
          )}
          <a
            href={`${facts.paperUrl}?lang=${t.locale}`}
            download={`receipt-${facts.requestId.slice(0, 10)}.pdf`}
            className="rounded-md border border-line px-4 py-2 text-sm font-medium hover:bg-sunken"
          >
            {t("receipt.pdf")}
          </a>
          <MailReceipt
            path={`/request/${facts.requestId}`}
            subject={facts.reference || t("receipt.title")}
            lines={mailedReceipt(t, {
              amount: money(facts.amount),
              network: facts.network,
              merchant: facts.merchant,
              paidAt: facts.paidAt,
              reference: facts.reference || null,
              hashes: facts.transfers.map(({ transactionHash }) => transactionHash),
            })}
            label={t("pay.done.mail")}
          />
          <PrintButton label={t("receipt.print")} />
        </div>
        <ContactLine t={t} named={facts.contact} reference={facts.reference || facts.requestId} />
      </footer>
    </article>
  );
}

function Line({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-dashed border-line py-3 last:border-0">
      <dt className="text-muted">{name}</dt>
      <dd className="ms-auto min-w-0 max-w-full text-end">
        {children}
        {note && <span className="block text-sm text-muted">{note}</span>}
      </dd>
    </div>
  );
}

function payeeNote(t: Translator, { isPayeeMasked, isPayeeVerified, merchant }: ReceiptFacts): ReactNode {
  if (isPayeeMasked) return t("receipt.payeeMasked");
  if (!isPayeeVerified) return undefined;
  return (
    <span className="font-medium text-positive">
      {merchant === null
        ? t("pay.verifiedWallet")
        : t.rich("pay.verifiedWalletOf", { name: <bdi>{merchant}</bdi> })}
    </span>
  );
}

/** Of whom the account is, a public receipt does not say. */
function BankLines({
  offramp: { amount, currency, rate, fees },
  facts,
  t,
}: {
  offramp: NonNullable<ReceiptFacts["offramp"]>;
  facts: ReceiptFacts;
  t: Translator;
}) {
  return (
    <>
      {amount !== null && (
        <Line
          name={t("pay.bank.received")}
          note={
            rate === null ? undefined : `1 ${facts.currency} = ${formatDecimal(rate, t.locale)} ${currency}`
          }
        >
          {formatMoney(amount, currency, t.locale)}
        </Line>
      )}
      {fees.length > 0 && (
        <Line name={t("pay.bank.fees")}>
          {fees.map((fee) => (
            <span key={fee.type} className="block">
              {formatMoney(fee.amount, fee.currency, t.locale)}
            </span>
          ))}
        </Line>
      )}
    </>
  );
}

function Tick() {
  return (
    <svg aria-hidden="true" viewBox="0 0 48 48" className="mx-auto size-12">
      <circle cx="24" cy="24" r="22" className="fill-accent" />
      <path
        d="M15 24.5l6.500 6.500L34 18"
        fill="none"
        strokeWidth="3.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-accent-ink"
      />
    </svg>
  );
}
