"use client";

import { useT } from "@/components/i18n/provider";
import { payingNetworkOf } from "@/components/pay/flow/flow-facts";
import { Busy } from "@/components/pay/parts/busy";
import { RefusedPanel } from "@/components/pay/signing/refused-panel";
import { CheckingStep } from "@/components/pay/steps/checking";
import { ChooseStep } from "@/components/pay/steps/choose";
import { ConfirmingStep } from "@/components/pay/steps/confirming";
import { ConnectStep } from "@/components/pay/steps/connect";
import { DoneStep } from "@/components/pay/steps/done";
import { ReviewStep } from "@/components/pay/steps/review";
import type { StepProps } from "@/components/pay/steps/step-props";
import { StoppedStep } from "@/components/pay/steps/stopped";

/** Draws the step the payer is in. */
export function StepView(props: StepProps) {
  const t = useT();
  const { flow, actions } = props;
  const network = payingNetworkOf(flow)?.name ?? "";
  switch (flow.step) {
    case "connect":
      return <ConnectStep {...props} />;
    case "checking":
      return <CheckingStep {...props} />;
    case "stopped":
      return <StoppedStep {...props} />;
    case "choose":
      return <ChooseStep {...props} />;
    case "switching":
      return (
        <Busy
          key="switching"
          title={t("pay.switching.title", { network })}
          text={t("pay.switching.text")}
          late={t("pay.switching.late", { network })}
          onBack={actions.back}
        />
      );
    case "preparing":
      return (
        <Busy
          key="preparing"
          title={t("pay.preparing.title")}
          text={t("pay.preparing.text")}
          late={t("pay.preparing.late")}
          onBack={actions.back}
        />
      );
    case "review":
    case "signing":
    case "settling":
      return <ReviewStep {...props} flow={flow} />;
    case "refused":
      return <RefusedPanel problem={flow.problem} onAgain={actions.back} />;
    case "confirming":
      return <ConfirmingStep {...props} />;
    case "done":
      return <DoneStep {...props} />;
  }
}
