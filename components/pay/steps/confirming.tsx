"use client";

import { useT } from "@/components/i18n/provider";
import { Panel } from "@/components/pay/steps/panel";
import type { StepProps } from "@/components/pay/steps/step-view";
import { UnsentNotice } from "@/components/pay/steps/unsent";
import { useIsPast } from "@/components/pay/steps/use-is-past";
import { TransactionLine, Transfers } from "@/components/pay/view/done-view";
import { QuietButton } from "@/components/pay/view/primary-button";
import { Progress } from "@/components/pay/view/progress";
import { Spinner } from "@/components/ui/spinner";

/** A transaction that no node has heard of by then may never come. */
const LATE_MS = 60_000;

/** The money is on its way: how far the network is, and that nobody has to stay. */
export function ConfirmingStep({ flow, actions }: StepProps) {
  const t = useT();
  const isLate = useIsPast((flow.sent?.at ?? Number.POSITIVE_INFINITY) + LATE_MS);
  const { page, sent } = flow;
  const facts = "facts" in page ? page.facts : null;
  const isSeen = page.kind === "confirming";
  if (!isSeen && facts && sent?.unsent) {
    return (
      <Panel key="unsent" title={t("pay.unsent.title")}>
        <UnsentNotice unsent={sent.unsent} actions={actions} />
        <div className="mt-4 border-y border-dashed border-line py-2.5">
          <TransactionLine t={t} hash={sent.hash} facts={facts} />
        </div>
      </Panel>
    );
  }
  return (
    <Panel
      title={t(isSeen && !sent ? "pay.confirming.seen" : "pay.confirming.title")}
      icon={<Spinner className="text-accent" />}
    >
      <Progress t={t} progress={isSeen ? page.progress : null} isMined={sent?.isMined === true} />
      <p className="mt-3 text-sm leading-relaxed text-muted">{t("pay.confirming.close")}</p>
      {isSeen ? (
        <Transfers t={t} facts={page.facts} />
      ) : (
        facts &&
        sent && (
          <div className="mt-4 border-y border-dashed border-line py-2.5">
            <TransactionLine t={t} hash={sent.hash} facts={facts} />
          </div>
        )
      )}
      {!isSeen && isLate && !sent?.isMined && (
        <div className="mt-4 text-sm leading-relaxed">
          <p>{t("pay.confirming.late")}</p>
          <QuietButton onClick={actions.forget}>{t("pay.confirming.again")}</QuietButton>
        </div>
      )}
    </Panel>
  );
}
