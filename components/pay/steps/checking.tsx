"use client";

import { useT } from "@/components/i18n/provider";
import { ChangeWallet } from "@/components/pay/connecting/change-wallet";
import { Busy } from "@/components/pay/parts/busy";
import { Panel } from "@/components/pay/parts/panel";
import type { StepProps } from "@/components/pay/steps/step-props";
import { PageButton } from "@/components/ui/page-button";

/** The server is asked what this wallet may do, and what it has; a server that is silent is asked again. */
export function CheckingStep({ flow, actions }: StepProps) {
  const t = useT();
  if (!flow.isSilent) {
    return (
      <Busy key="checking" title={t("pay.checking.title")} text={t("pay.checking.text")}>
        <ChangeWallet />
      </Busy>
    );
  }
  return (
    <Panel key="silent" title={t("pay.silent.title")}>
      <p className="mt-3 text-sm leading-relaxed">{t("pay.silent")}</p>
      <div className="mt-5">
        <PageButton onClick={actions.recheck}>{t("common.tryAgain")}</PageButton>
      </div>
      <ChangeWallet />
    </Panel>
  );
}
