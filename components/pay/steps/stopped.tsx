"use client";

import { useT } from "@/components/i18n/provider";
import { ChangeWallet } from "@/components/pay/connecting/change-wallet";
import { multicallBlockedKey } from "@/components/pay/multicall/blocked-multicall";
import { Panel } from "@/components/pay/parts/panel";
import { BankStep } from "@/components/pay/steps/bank";
import { type Stopped, statusText } from "@/components/pay/steps/status-text";
import type { StepProps } from "@/components/pay/steps/step-props";
import { PageButton } from "@/components/ui/page-button";

type StoppedPage = Exclude<Stopped, { kind: "hidden" }>;

const STOPPED: Record<StoppedPage["kind"], true> = {
  not_found: true,
  unavailable: true,
  no_rate: true,
  blocked: true,
  expired: true,
  invalidated: true,
  failed: true,
  in_progress: true,
};

/** Nothing can be paid here now. */
export function StoppedStep(props: StepProps) {
  const t = useT();
  const { flow, actions } = props;
  const { page } = flow;
  if (page.kind === "to_bank") return <BankStep {...props} page={page} />;
  if (page.kind === "bundle_blocked") {
    return (
      <Panel key={page.kind} title={t("pay.bundle_blocked.title")}>
        <p className="mt-3 text-sm leading-relaxed">{t(multicallBlockedKey(page))}</p>
      </Panel>
    );
  }
  if (!isStopped(page)) return null;
  const { title, text, more } = statusText(t, page);
  const canRetry =
    page.kind === "unavailable" ||
    page.kind === "no_rate" ||
    (page.kind === "blocked" && page.reason === "error");
  return (
    <Panel key={page.kind} title={title}>
      <p className="mt-3 text-sm leading-relaxed">{text}</p>
      {more && <div className="text-sm leading-relaxed text-muted">{more}</div>}
      {canRetry && (
        <div className="mt-5">
          <PageButton onClick={actions.recheck}>{t("common.tryAgain")}</PageButton>
        </div>
      )}
      {page.kind === "blocked" && <ChangeWallet />}
    </Panel>
  );
}

function isStopped(page: StepProps["flow"]["page"]): page is StoppedPage {
  return Object.hasOwn(STOPPED, page.kind);
}
