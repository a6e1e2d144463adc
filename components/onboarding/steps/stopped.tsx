import type { Translator } from "@/components/i18n/translator";
import type { OnboardingState } from "@/server/dashboard/onboarding/offer-schema";

/** A link that leads nowhere: why, and what to do. */
export function Stopped({ t, state }: { t: Translator; state: Exclude<OnboardingState, { kind: "open" }> }) {
  return (
    <section>
      <h1 className="font-serif text-2xl font-semibold text-balance">
        {t(`onboarding.${state.kind}.title`)}
      </h1>
      <p className="mt-3 leading-relaxed">
        {state.kind === "not_found"
          ? t("onboarding.not_found.text")
          : t.rich(`onboarding.${state.kind}.text`, { partner: <bdi>{state.partner}</bdi> })}
      </p>
    </section>
  );
}
