"use client";

import { useT } from "@/components/i18n/provider";
import { Panel } from "@/components/pay/steps/panel";
import { Revoke } from "@/components/pay/steps/revoke";
import type { StepProps } from "@/components/pay/steps/step-view";
import { DoneView } from "@/components/pay/view/done-view";
import { Tick } from "@/components/pay/view/tick";

/** Paid. */
export function DoneStep({ flow, context }: StepProps) {
  const t = useT();
  const { page, pinned, payer, sent } = flow;
  if (page.kind !== "paid" && page.kind !== "overpaid" && page.kind !== "paid_late") return null;
  return (
    <Panel title={t("pay.done.title")} icon={<Tick />}>
      <DoneView t={t} page={page} />
      {page.facts && pinned && payer && payer.address === sent?.wallet && (
        <Revoke context={context} facts={page.facts} shown={pinned.shown} owner={payer.address} />
      )}
    </Panel>
  );
}
