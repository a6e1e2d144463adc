"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useMemo } from "react";
import type { Api } from "@/components/dashboard/api/api";
import { type DashboardConfig, DashboardConfigProvider } from "@/components/dashboard/config";
import { MerchantProvider } from "@/components/dashboard/session/merchant";
import { stepUpWords } from "@/components/dashboard/step-up/step-up-words";
import { useT } from "@/components/i18n/provider";
import type { Flow, SignedIn } from "@/components/onboarding/flow";
import { Connect } from "@/components/onboarding/steps/connect";
import { Destination } from "@/components/onboarding/steps/destination";
import { Done } from "@/components/onboarding/steps/done";
import { Review } from "@/components/onboarding/steps/review";
import { SignedInAs } from "@/components/onboarding/steps/signed-in-as";
import { Stopped } from "@/components/onboarding/steps/stopped";
import { Welcome } from "@/components/onboarding/steps/welcome";
import { type OnboardingActions, useOnboarding } from "@/components/onboarding/use-onboarding";
import { walletLabels } from "@/components/pay/connecting/wallet-labels";
import { useOwnVoice } from "@/components/pay/frame/use-own-voice";
import { Notice } from "@/components/pay/parts/notice";
import { PageButton } from "@/components/ui/page-button";
import type { OnboardingState } from "@/server/dashboard/onboarding/offer-schema";

/** Loaded when something is to be confirmed. */
const StepUpDialog = dynamic(
  () => import("@/components/dashboard/step-up/step-up-dialog").then((module) => module.StepUpDialog),
  { ssr: false },
);

interface OnboardingProps {
  token: string;
  initial: OnboardingState;
  /** The wallet that is signed in already; null for nobody. */
  signedIn: SignedIn | null;
  config: DashboardConfig;
}

/** A platform's way from a partner's invitation to a link it has agreed to (OL-10). */
export function Onboarding(props: OnboardingProps) {
  return (
    <DashboardConfigProvider value={props.config}>
      <Journey {...props} />
    </DashboardConfigProvider>
  );
}

function Journey({ token, initial, signedIn }: OnboardingProps) {
  const t = useT();
  const { flow, api, actions, stepUp } = useOnboarding(token, initial, signedIn);
  useOwnVoice();
  return (
    <>
      <OnboardingView flow={flow} api={api} actions={actions} />
      {stepUp && (
        <StepUpDialog
          open={stepUp}
          prove={(id, proof) => api("POST", `/v1/step-ups/${id}`, { body: proof })}
          words={stepUpWords(t, walletLabels(t))}
        />
      )}
    </>
  );
}

/** One moment of the journey. Draws, and does nothing by itself. */
export function OnboardingView(props: {
  flow: Flow;
  api: Api;
  actions: OnboardingActions;
  destination?: ReactNode;
}) {
  const t = useT();
  const { flow, api } = props;
  const { stage } = flow;
  const merchant = useMemo(
    () => ({
      address: flow.signedIn?.address ?? "",
      family: flow.signedIn?.family ?? ("evm" as const),
      api,
      isLive: true,
      signOut: async () => {},
    }),
    [flow.signedIn, api],
  );
  return (
    <MerchantProvider value={merchant}>
      {stage.step !== "welcome" && stage.step !== "stopped" && (
        <>
          <h1 className="sr-only">
            {t.rich("onboarding.welcome.title", { partner: <bdi>{stage.offer.partner}</bdi> })}
          </h1>
          {stage.step !== "done" && (
            <p className="mb-3 text-sm text-muted">
              {t("onboarding.step", { step: STEPS[stage.step], steps: 3 })}
            </p>
          )}
        </>
      )}
      <TroubleNotice flow={flow} />
      <Step {...props} />
      <p aria-live="polite" className="sr-only">
        {flow.trouble === null ? "" : t(`onboarding.trouble.${flow.trouble}`)}
      </p>
    </MerchantProvider>
  );
}

const STEPS = { connect: 1, destination: 2, review: 3 } as const;

function Step({ flow, api, actions, destination }: Parameters<typeof OnboardingView>[0]) {
  const t = useT();
  const { stage } = flow;
  switch (stage.step) {
    case "welcome":
      return (
        <Welcome t={t} offer={stage.offer}>
          {flow.signedIn && <SignedInAs address={flow.signedIn.address} onChange={actions.changeWallet} />}
          <div className="mt-5 noscript:hidden">
            <PageButton onClick={actions.begin}>
              {t(flow.signedIn ? "onboarding.welcome.goOn" : "pay.connect")}
            </PageButton>
            <p className="mt-2 text-center text-xs text-muted">{t("onboarding.welcome.note")}</p>
          </div>
          <noscript>
            <p className="mt-5 text-sm">{t("onboarding.noScript")}</p>
          </noscript>
        </Welcome>
      );
    case "connect":
      return <Connect onWallet={actions.signIn} onBack={actions.back} />;
    case "destination":
      return (
        destination ?? (
          <Destination
            key={stage.signedIn.address}
            api={api}
            signedIn={stage.signedIn}
            onChosen={(chosen) => actions.dispatch({ type: "destination_chosen", destination: chosen })}
            onChangeWallet={actions.changeWallet}
          />
        )
      );
    case "review":
      return (
        <Review
          key={stage.offer.termsId}
          offer={stage.offer}
          signedIn={stage.signedIn}
          destination={stage.destination}
          onConfirm={actions.confirm}
          onBack={actions.back}
        />
      );
    case "done":
      return <Done offer={stage.offer} clientId={stage.linked.clientId} />;
    case "stopped":
      return <Stopped t={t} state={stage.state} />;
  }
}

function TroubleNotice({ flow: { trouble, said } }: { flow: Flow }) {
  const t = useT();
  if (trouble === null) return null;
  return (
    <div className="mb-5">
      <Notice tone={trouble === "terms_changed" ? "warning" : "danger"}>
        {t(`onboarding.trouble.${trouble}`)}
        {said !== null && <span className="mt-1 block wrap-anywhere">{said}</span>}
      </Notice>
    </div>
  );
}
