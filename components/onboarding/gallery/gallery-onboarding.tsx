"use client";

import { type DashboardConfig, DashboardConfigProvider } from "@/components/dashboard/config";
import { useT } from "@/components/i18n/provider";
import { aDestination } from "@/components/onboarding/gallery/examples";
import { ONBOARDING_STATES } from "@/components/onboarding/gallery/states";
import { OnboardingView } from "@/components/onboarding/onboarding";
import { DestinationChoice } from "@/components/onboarding/steps/destination";
import { SignedInAs } from "@/components/onboarding/steps/signed-in-as";
import type { OnboardingActions } from "@/components/onboarding/use-onboarding";
import { Panel } from "@/components/pay/parts/panel";

const NOTHING: OnboardingActions = {
  begin() {},
  changeWallet() {},
  back() {},
  dispatch() {},
  signIn: async () => {},
  confirm: async () => {},
};

/** Nobody answers in a gallery. */
const noApi = () => new Promise<never>(() => {});

/** A moment of an onboarding, standing still. */
export function GalleryOnboarding({ state, config }: { state: string; config: DashboardConfig }) {
  const flow = ONBOARDING_STATES[state];
  if (!flow) return null;
  return (
    <DashboardConfigProvider value={config}>
      <OnboardingView
        flow={flow}
        api={noApi}
        actions={NOTHING}
        destination={
          flow.stage.step === "destination" && <Choice state={state} address={flow.stage.signedIn.address} />
        }
      />
    </DashboardConfigProvider>
  );
}

/** The step that reads by itself, with what it would have read. */
function Choice({ state, address }: { state: string; address: string }) {
  const t = useT();
  return (
    <Panel title={t("onboarding.destination.title")}>
      <p className="mt-2 text-sm leading-relaxed text-muted">{t("onboarding.destination.text")}</p>
      <SignedInAs address={address} onChange={() => {}} />
      <DestinationChoice
        api={noApi}
        stored={state === "destination" ? aDestination() : null}
        onChosen={() => {}}
      />
    </Panel>
  );
}
