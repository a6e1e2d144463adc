"use client";

import { useT } from "@/components/i18n/provider";
import { BankStageView } from "@/components/pay/bank/bank-stage";
import { OpenDeposit } from "@/components/pay/bank/open-deposit";
import { ChangeWallet } from "@/components/pay/connecting/change-wallet";
import { Panel } from "@/components/pay/parts/panel";
import type { StepProps } from "@/components/pay/steps/step-props";
import { Spinner } from "@/components/ui/spinner";
import type { BankStage } from "@/server/secure-payments/offramp/bank-schema";
import type { PageStateOf } from "@/server/secure-payments/page/page-schema";

/** Stages that end without anybody here doing something. */
const MOVING = new Set<BankStage>([
  "identity_pending",
  "bank_pending",
  "initiated",
  "pending_internal_assessment",
  "ongoing_checks",
  "sending_fiat",
]);

/** A payment to a bank account that waits. */
export function BankStep({ page, flow, actions, context }: StepProps & { page: PageStateOf<"to_bank"> }) {
  const t = useT();
  const { stage } = page;
  const icon = MOVING.has(stage) ? <Spinner className="text-accent" /> : undefined;
  return (
    <Panel key={stage} title={t(`pay.to_bank.${stage}.title`)} icon={icon}>
      <BankStageView t={t} page={page} />
      {stage === "open" && flow.payer && (
        <OpenDeposit context={context} wallet={flow.payer.address} onOpened={actions.recheck} />
      )}
      {flow.payer && (stage === "open" || stage === "other_wallet") && <ChangeWallet />}
    </Panel>
  );
}
