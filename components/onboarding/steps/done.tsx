"use client";

import { useT } from "@/components/i18n/provider";
import { Panel } from "@/components/pay/parts/panel";
import { Tick } from "@/components/pay/parts/tick";
import { PAGE_BUTTON } from "@/components/ui/page-button";
import type { Offer } from "@/server/dashboard/onboarding/offer-schema";

/** What there is now, and where it is seen and ended. */
export function Done({ offer, clientId }: { offer: Offer; clientId: string }) {
  const t = useT();
  const partner = <bdi>{offer.partner}</bdi>;
  return (
    <Panel key="done" title={t("onboarding.done.title")} icon={<Tick />}>
      <p className="mt-3 leading-relaxed">
        {t.rich("onboarding.done.text", { partner, name: <bdi>{offer.clientIdName}</bdi> })}
      </p>
      <dl className="mt-4 text-sm">
        <dt className="text-muted">{t("onboarding.done.clientId")}</dt>
        <dd className="mt-1 font-mono wrap-anywhere" dir="ltr">
          {clientId}
        </dd>
      </dl>
      <a href="/dashboard/partners" className={`mt-6 ${PAGE_BUTTON.action}`}>
        {t("onboarding.done.dashboard")}
      </a>
      <p className="mt-2 text-center text-xs text-muted">{t("onboarding.done.close")}</p>
    </Panel>
  );
}
