"use client";

import { useT } from "@/components/i18n/provider";
import { DepositSent, DepositsProgress } from "@/components/pay/crosschain/deposit-progress";
import { UnansweredNotice } from "@/components/pay/notices/unanswered";
import { UnsentNotice } from "@/components/pay/notices/unsent";
import { Code } from "@/components/pay/parts/code";
import { Line } from "@/components/pay/parts/line";
import { Panel } from "@/components/pay/parts/panel";
import { Progress } from "@/components/pay/parts/progress";
import { TransactionLine, Transfers } from "@/components/pay/parts/transfers";
import type { StepProps } from "@/components/pay/steps/step-props";
import { PageButton } from "@/components/ui/page-button";
import { Spinner } from "@/components/ui/spinner";
import { useIsPast } from "@/components/ui/use-is-past";
import { EVM_NETWORKS } from "@/server/chains/networks";
import type { PageDeposit } from "@/server/secure-payments/page/crosschain-schema";
import type { PageStateOf } from "@/server/secure-payments/page/page-schema";

/** Deposits whose money is not with the recipient for certain. */
const UNDER_WAY = new Set<PageDeposit["state"]>(["bridging", "expired", "filled", "filled_call_failed"]);
/** A transaction that no node has heard of by then may never come. */
const LATE_MS = 60_000;

/** The money is on its way: how far the network is, and that nobody has to stay. */
export function ConfirmingStep({ flow, actions }: StepProps) {
  const t = useT();
  const isLate = useIsPast((flow.sent?.at ?? Number.POSITIVE_INFINITY) + LATE_MS);
  const { page, sent } = flow;
  const facts = "facts" in page ? page.facts : null;
  const isSeen = page.kind === "confirming";
  const deposits = facts?.deposits.filter(({ state }) => UNDER_WAY.has(state)) ?? [];
  const deposit = deposits.at(-1);
  // Of a bundle this one is among several.
  const rest = "bundle" in page && page.kind === "bundle" ? unsentOf(page) : 0;
  if (facts && deposit && (page.kind === "bridging" || isSeen)) {
    return (
      <Panel
        key="deposit"
        title={t(
          deposits.every(({ state }) => state === "expired")
            ? "pay.bridge.expired.title"
            : "pay.bridge.title",
          {
            source: deposit.from.name,
          },
        )}
        icon={<Spinner className="text-accent" />}
      >
        <UnansweredNotice unanswered={flow.unanswered} isSent />
        <DepositsProgress t={t} facts={facts} deposits={deposits} />
        {isSeen && <Progress t={t} progress={page.progress} />}
        {isSeen && <Transfers t={t} facts={page.facts} />}
      </Panel>
    );
  }
  const line = facts && sent?.from == null && sent && sent.hash !== null && (
    <div className="mt-4 border-y border-dashed border-line py-2.5">
      <TransactionLine t={t} hash={sent.hash} facts={facts} />
    </div>
  );
  if (!isSeen && facts && sent?.unsent) {
    return (
      <Panel key="unsent" title={t("pay.unsent.title")}>
        <UnsentNotice unsent={sent.unsent} actions={actions} />
        {line}
      </Panel>
    );
  }
  if (!isSeen && sent?.isSafe && sent.hash === null) {
    return (
      <Panel key="safe" title={t("pay.safe.proposed")} icon={<Spinner className="text-accent" />}>
        <UnansweredNotice unanswered={flow.unanswered} isSent />
        <p className="mt-3 text-sm leading-relaxed">{t("pay.safe.proposedText")}</p>
        <p className="mt-2 text-sm leading-relaxed text-muted">{t("pay.safe.execute")}</p>
        {sent.batch !== null && (
          <dl className="mt-4 border-y border-dashed border-line">
            <Line name={t("pay.safe.hash")}>
              <Code text={sent.batch} what={t("pay.safe.hash")} />
            </Line>
          </dl>
        )}
        {isLate && (
          <p className="mt-3 text-sm">
            <PageButton look="quiet" onClick={actions.forget}>
              {t("pay.confirming.again")}
            </PageButton>
          </p>
        )}
      </Panel>
    );
  }
  return (
    <Panel
      title={t(isSeen && !sent ? "pay.confirming.seen" : "pay.confirming.title")}
      icon={<Spinner className="text-accent" />}
    >
      {sent?.from && facts ? (
        <>
          <DepositSent t={t} source={EVM_NETWORKS[sent.from].name} network={facts.network.name} />
          {rest > 0 && sent.batch === null && (
            <p className="mt-3 text-sm leading-relaxed">{t("pay.bridge.next", { count: rest })}</p>
          )}
        </>
      ) : (
        <Progress t={t} progress={isSeen ? page.progress : null} isMined={sent?.isMined === true} />
      )}
      <UnansweredNotice unanswered={flow.unanswered} isSent />
      <p className="mt-3 text-sm leading-relaxed text-muted">{t("pay.confirming.close")}</p>
      {isSeen ? <Transfers t={t} facts={page.facts} /> : line}
      {!isSeen && isLate && !sent?.isMined && (
        <div className="mt-4 text-sm leading-relaxed">
          <p>{t("pay.confirming.late")}</p>
          <PageButton look="quiet" onClick={actions.forget}>
            {t("pay.confirming.again")}
          </PageButton>
        </div>
      )}
    </Panel>
  );
}

/** Payments of a bundle that are left after the one that was sent, which the service has not seen yet. */
function unsentOf({ shown }: PageStateOf<"bundle">): number {
  return shown.legs.filter(({ role }) => role === "payment").length - 1;
}
