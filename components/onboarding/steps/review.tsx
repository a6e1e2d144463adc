"use client";

import { useState } from "react";
import { useDashboardConfig } from "@/components/dashboard/config";
import { useNames } from "@/components/dashboard/networks";
import { PROVIDER_OPTIONS } from "@/components/dashboard/shared/screening-providers";
import { useT } from "@/components/i18n/provider";
import type { SignedIn } from "@/components/onboarding/flow";
import { Terms } from "@/components/onboarding/terms";
import { Panel } from "@/components/pay/parts/panel";
import { Field } from "@/components/ui/field";
import { Grouped } from "@/components/ui/grouped";
import { PageButton } from "@/components/ui/page-button";
import { Select } from "@/components/ui/select";
import type { Offer } from "@/server/dashboard/onboarding/offer-schema";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { isScreeningProvider, type ScreeningProviderId } from "@/server/providers/kyt/names";

interface ReviewProps {
  offer: Offer;
  signedIn: SignedIn;
  destination: DestinationRecord;
  onConfirm: (provider: ScreeningProviderId | null | undefined) => Promise<void>;
  onBack: () => void;
}

/** Everything once more, with the wallet and the destination it is about; then one button that agrees to it. */
export function Review({ offer, destination, onConfirm, onBack }: ReviewProps) {
  const t = useT();
  const names = useNames();
  const { networks } = useDashboardConfig();
  const [isPending, setPending] = useState(false);
  const [chosen, setChosen] = useState("");
  const network = networks.find(({ chainId }) => chainId === destination.chainId)?.id;
  const isOwnChoice = offer.kyt === null;
  const mayConfirm = !isOwnChoice || chosen !== "";
  const confirm = async () => {
    if (isPending || !mayConfirm) return;
    setPending(true);
    await onConfirm(isOwnChoice ? (isScreeningProvider(chosen) ? chosen : null) : undefined);
    setPending(false);
  };
  return (
    <Panel key="review" title={t("onboarding.review.title")}>
      <p className="mt-2 text-sm leading-relaxed text-muted">{t("onboarding.review.text")}</p>
      <section className="mt-5 rounded-md bg-sunken px-4 py-3 text-sm leading-relaxed">
        <h3 className="font-serif text-base font-semibold">{t("onboarding.review.paidTo")}</h3>
        <p className="mt-1">
          {t("onboarding.destination.paidIn", {
            token: names.token(destination.chainId, destination.tokenAddress),
            network: names.chain(destination.chainId),
          })}
        </p>
        <p className="mt-1 font-mono leading-6 wrap-anywhere" dir="ltr">
          <Grouped value={destination.walletAddress} />
        </p>
      </section>
      <Terms
        t={t}
        offer={offer}
        network={network}
        level={3}
        screeningChoice={
          <Field label={t("onboarding.screening.choose")} hint={t("onboarding.screening.later")}>
            {(control) => (
              <Select
                {...control}
                value={chosen}
                placeholder={t("onboarding.screening.placeholder")}
                onChange={({ target }) => setChosen(target.value)}
                options={[
                  { value: "none", label: t("onboarding.screening.choiceNone") },
                  ...PROVIDER_OPTIONS,
                ]}
              />
            )}
          </Field>
        }
      />
      <div className="mt-6 grid gap-2">
        <PageButton
          onClick={confirm}
          disabled={!mayConfirm}
          aria-busy={isPending || undefined}
          aria-disabled={isPending || undefined}
        >
          <span>{t.rich("onboarding.review.agree", { partner: <bdi>{offer.partner}</bdi> })}</span>
        </PageButton>
        <p className="text-center text-xs text-muted">{t("onboarding.review.free")}</p>
        <p className="text-center">
          <PageButton look="quiet" onClick={onBack}>
            {t("common.back")}
          </PageButton>
        </p>
      </div>
    </Panel>
  );
}
