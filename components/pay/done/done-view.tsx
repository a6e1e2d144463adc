import type { Translator } from "@/components/i18n/translator";
import type { PageContext } from "@/components/pay/api/page-context";
import { DepositHash } from "@/components/pay/crosschain/deposit-hash";
import { MailReceipt } from "@/components/pay/done/mail-receipt";
import { mailedReceipt } from "@/components/pay/done/mailed-receipt";
import { paidAtOf } from "@/components/pay/done/paid-at";
import { amountText, askedOf, receivedOf, sumsText } from "@/components/pay/money/sums";
import { hashesOf, hasPrivateRecipient, Transfers } from "@/components/pay/parts/transfers";
import { CheckQuittance } from "@/components/pay/quittance/check-quittance";
import { PAGE_BUTTON } from "@/components/ui/page-button";
import type { PageFacts, PageStateOf } from "@/server/secure-payments/page/page-schema";

type Paid = PageStateOf<"paid" | "overpaid" | "paid_late">;

/** Where quittances are, and who signs them. */
export type QuittanceSource = Pick<PageContext, "apiUrl" | "quoteSigner">;

interface DoneViewProps {
  t: Translator;
  page: Paid;
  /** Without it nothing is offered to be checked. */
  source: QuittanceSource | null;
}

/** What became of a payment that is over: hashes, receipt, the way back to the merchant. */
export function DoneView({ t, page, source }: DoneViewProps) {
  const { facts, redirect } = page;
  return (
    <>
      {page.kind === "overpaid" && facts && <Excess t={t} facts={facts} />}
      {page.bank && <p className="mt-3 text-sm leading-relaxed">{t("pay.bank.delivered")}</p>}
      {page.kind === "paid_late" && <p className="mt-3 text-sm leading-relaxed">{t("pay.done.late")}</p>}
      {facts && <Brought t={t} facts={facts} />}
      {facts && <Transfers t={t} facts={facts} />}
      {redirect && (
        <a href={redirect.url} rel="noreferrer" className={`mt-6 ${PAGE_BUTTON.action}`}>
          <bdi>{redirect.label ?? t("pay.done.goBack")}</bdi>
        </a>
      )}
      {facts?.hasPublicReceipt && !page.bundle && (
        <Receipts t={t} facts={facts} merchant={page.merchant} source={source} />
      )}
      {page.hasInvoice && (
        <a
          href={`/pay/invoice?token=${encodeURIComponent(page.token)}`}
          download
          className={`mt-3 ${PAGE_BUTTON.beside} print:hidden`}
        >
          {t("pay.done.invoice")}
        </a>
      )}
    </>
  );
}

interface ReceiptsProps {
  t: Translator;
  facts: PageFacts;
  merchant: string | null;
  source: QuittanceSource | null;
}

/** The receipt, and for one payment also a mail with its address, in the payer's own mail program, and its quittance. */
function Receipts({ t, facts, merchant, source }: ReceiptsProps) {
  const [only, ...others] = facts.items;
  if (!only) return null;
  if (others.length > 0) {
    return (
      <p className="mt-4 flex flex-wrap justify-center gap-x-4 gap-y-1 text-sm">
        {facts.items.slice(0, 10).map(({ requestId }, index) => (
          <a
            key={requestId}
            href={`/request/${requestId}`}
            className="text-accent underline underline-offset-4"
          >
            {t("pay.done.receipts", { number: index + 1 })}
          </a>
        ))}
      </p>
    );
  }
  return (
    <div className="mt-4 flex flex-wrap gap-3">
      <a href={`/request/${only.requestId}`} className={`flex-auto ${PAGE_BUTTON.beside}`}>
        {t("pay.done.receipt")}
      </a>
      <MailReceipt
        path={`/request/${only.requestId}`}
        subject={facts.reference ?? t("pay.title")}
        lines={mailedReceipt(t, {
          amount: sumsText(receivedOf(facts), t.locale),
          network: facts.network.name,
          merchant,
          paidAt: paidAtOf(facts),
          reference: facts.reference,
          hashes: hashesOf(facts),
        })}
        label={t("pay.done.mail")}
        className="flex-auto"
      />
      {source && !only.isMasked && (
        <CheckQuittance
          url={`${source.apiUrl}/v2/request/${only.requestId}/quittance`}
          expected={{ requestId: only.requestId, payee: only.recipient, signer: source.quoteSigner }}
          className="flex-auto"
        />
      )}
    </div>
  );
}

function Excess({ t, facts }: { t: Translator; facts: PageFacts }) {
  const isBrought = facts.deposits.some(({ state }) => state === "filled" || state === "filled_call_failed");
  const asked = new Map(askedOf(facts).map((sum) => [sum.currency, sum.units]));
  return receivedOf(facts)
    .map((sum) => ({ ...sum, excess: sum.units - (asked.get(sum.currency) ?? 0n) }))
    .filter(({ excess }) => excess > 0n)
    .map(({ currency, excess, decimals, symbol }) => (
      <p key={currency} className="mt-3 text-sm leading-relaxed">
        {t(isBrought ? "pay.bridge.surplus" : "pay.done.overpaid", {
          amount: amountText(excess, decimals, symbol, t.locale),
          symbol,
        })}
      </p>
    ));
}

/** What came from another network: its transaction there, and how the recipient was paid where that was not as usual. */
function Brought({ t, facts }: { t: Translator; facts: PageFacts }) {
  const own = facts.deposits.filter(({ state }) => state === "filled" || state === "filled_call_failed");
  return own.map((deposit) => (
    <div key={deposit.txHash} className="mt-3">
      {deposit.state === "filled_call_failed" && (
        <p className="mb-2 text-sm leading-relaxed">{t("pay.bridge.callFailed")}</p>
      )}
      <DepositHash t={t} deposit={deposit} isPrivate={hasPrivateRecipient(facts)} />
    </div>
  ));
}
