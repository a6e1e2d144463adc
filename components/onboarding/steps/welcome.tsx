import type { ReactNode } from "react";
import { formatMoment } from "@/components/i18n/format-moment";
import { Moment } from "@/components/i18n/moment";
import type { Translator } from "@/components/i18n/translator";
import { Terms } from "@/components/onboarding/terms";
import type { Offer } from "@/server/dashboard/onboarding/offer-schema";

/** Who invites to what, and everything it means: readable before any wallet is connected, and without a script. */
export function Welcome({ t, offer, children }: { t: Translator; offer: Offer; children?: ReactNode }) {
  const partner = <bdi>{offer.partner}</bdi>;
  return (
    <>
      <h1 className="font-serif text-2xl leading-tight font-semibold text-balance wrap-anywhere">
        {t.rich("onboarding.welcome.title", { partner })}
      </h1>
      <p className="mt-3 leading-relaxed">{t.rich("onboarding.welcome.text", { partner })}</p>
      <p className="mt-2 text-sm text-muted">
        {t.rich("onboarding.welcome.until", {
          date: <Moment at={offer.expiresAt} inUtc={formatMoment(offer.expiresAt, t.locale, "UTC")} />,
        })}
      </p>
      {children}
      <Terms t={t} offer={offer} level={2} />
    </>
  );
}
