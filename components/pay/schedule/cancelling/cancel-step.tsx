"use client";

import { useT } from "@/components/i18n/provider";
import { ChangeWallet } from "@/components/pay/connecting/change-wallet";
import { TroubleNotice } from "@/components/pay/notices/trouble";
import { Busy } from "@/components/pay/parts/busy";
import { Notice } from "@/components/pay/parts/notice";
import { Panel } from "@/components/pay/parts/panel";
import { Tick } from "@/components/pay/parts/tick";
import type { CancelFlow, CancelTrouble } from "@/components/pay/schedule/cancelling/cancel-flow";
import { sumText } from "@/components/pay/schedule/view/schedule-money";
import { PageButton } from "@/components/ui/page-button";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";

interface CancelStepProps {
  page: PageSchedule;
  flow: CancelFlow;
  /** What the allowance would be set to next, base units; null where there is nothing to lower. */
  lower: bigint | null;
  actions: { open(): void; close(): void; back(): void; cancel(): void; takeBack(): void };
}

/** Draws where the payer is between the wish to cancel and the end of it. */
export function CancelStep({ page, flow, lower, actions }: CancelStepProps) {
  const t = useT();
  const { shown, network } = page;
  switch (flow.step) {
    case "offered":
      return (
        <div className="mt-6 border-t border-dashed border-line pt-6 text-center">
          <PageButton look="quiet" onClick={actions.open}>
            {t("schedule.cancel.button")}
          </PageButton>
          <ChangeWallet />
        </div>
      );
    case "review":
      return (
        <Panel key="review" title={t("schedule.cancel.title")}>
          <Trouble trouble={flow.trouble} />
          <p className="mt-3 text-sm leading-relaxed">{t("schedule.cancel.text")}</p>
          <div className="mt-4">
            <Notice tone="positive">{t("pay.review.checked")}</Notice>
          </div>
          <div className="mt-5">
            <PageButton onClick={actions.cancel}>
              {t("schedule.cancel.confirm", { network: network.name })}
            </PageButton>
          </div>
          <p className="mt-3 text-center">
            <PageButton look="quiet" onClick={actions.close}>
              {t("common.back")}
            </PageButton>
          </p>
        </Panel>
      );
    case "wallet":
      return (
        <Busy key="wallet" title={t("pay.inWallet")} text={t("schedule.inWallet")} onBack={actions.back} />
      );
    case "settling":
      return (
        <Busy
          key="settling"
          title={t(flow.what === "cancel" ? "schedule.cancel.sent" : "schedule.lower.sent")}
          text={t("schedule.settling")}
          late={t("schedule.settling.late")}
        />
      );
    case "cancelled":
      return (
        <Panel key="cancelled" title={t("schedule.cancel.done")} icon={<Tick />}>
          <p className="mt-3 text-sm leading-relaxed">{t("schedule.cancel.doneText")}</p>
          <Trouble trouble={flow.trouble} />
          {lower !== null && flow.allowance !== null && (
            <>
              <p className="mt-3 text-sm leading-relaxed">
                {t("schedule.lower.text", {
                  amount: allowanceText(flow.allowance),
                  others: sumText(t, shown, page.othersNeed),
                })}
              </p>
              <div className="mt-5">
                <PageButton onClick={actions.takeBack}>
                  {t("schedule.lower.button", { amount: sumText(t, shown, lower) })}
                </PageButton>
              </div>
            </>
          )}
          {lower === null && flow.allowance !== null && (
            <p className="mt-2 text-sm leading-relaxed text-muted">{t("schedule.lower.none")}</p>
          )}
        </Panel>
      );
  }

  /** More than any token has is "without limit" to everybody but a computer. */
  function allowanceText(units: bigint): string {
    return units >= 2n ** 128n ? "∞" : sumText(t, shown, units);
  }
}

function Trouble({ trouble }: { trouble: CancelTrouble | null }) {
  const t = useT();
  if (!trouble) return null;
  if (trouble.code === "wallet") return <TroubleNotice trouble={trouble} />;
  return (
    <div className="mt-4">
      <Notice tone="danger" isAlert>
        {t(trouble.code === "reverted" ? "schedule.cancel.reverted" : "pay.refused.text")}
      </Notice>
    </div>
  );
}
