import type { ReactNode } from "react";
import { formatMoment } from "@/components/i18n/format-moment";
import { Moment } from "@/components/i18n/moment";
import type { Translator } from "@/components/i18n/translator";
import { paidAtOf } from "@/components/pay/done/paid-at";
import type { Sum } from "@/components/pay/money/sums";
import { Amounts } from "@/components/pay/parts/amounts";
import { Tick } from "@/components/pay/parts/tick";
import { shorten } from "@/components/ui/grouped";
import type { PageFacts } from "@/server/secure-payments/page/page-schema";

interface SuccessProps {
  t: Translator;
  facts: PageFacts;
  /** Who was paid, by name. */
  merchant: string | null;
  /** "Payment successful", as a heading. */
  title: ReactNode;
  sums: readonly Sum[];
  /** Whose wallet paid, where it was from here. */
  payer: string | null;
}

/** The first thing on a page that is paid: that it is, how much, when and by whom. */
export function Success({ t, facts, merchant, title, sums, payer }: SuccessProps) {
  const paidAt = paidAtOf(facts);
  return (
    <section aria-labelledby="pay-amount" className="pb-2 text-center">
      <Tick isLarge />
      {title}
      <p className="mt-5 text-xs font-semibold tracking-widest text-muted uppercase">
        {t(payer === null ? "pay.paid" : "pay.youPaid")}
      </p>
      <h1 id="pay-amount" className="mt-1 font-serif text-4xl leading-tight font-semibold">
        <Amounts t={t} sums={sums} />
      </h1>
      {merchant !== null && (
        <p className="mt-1 font-medium wrap-anywhere">{t.rich("pay.to", { name: <bdi>{merchant}</bdi> })}</p>
      )}
      <p className="mt-2 flex flex-wrap justify-center gap-x-3 text-sm text-muted">
        {paidAt !== null && <Moment at={paidAt} inUtc={formatMoment(paidAt, t.locale, "UTC")} />}
        <span>{t("pay.on", { network: facts.network.name })}</span>
        {payer !== null && (
          <bdi dir="ltr" className="font-mono" title={payer}>
            {shorten(payer)}
          </bdi>
        )}
      </p>
      {facts.reference !== null && (
        <p className="mt-2 text-sm wrap-anywhere">
          <bdi>{facts.reference}</bdi>
        </p>
      )}
    </section>
  );
}
