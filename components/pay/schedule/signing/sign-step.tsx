"use client";

import { useT } from "@/components/i18n/provider";
import { ChangeWallet } from "@/components/pay/connecting/change-wallet";
import { amountText } from "@/components/pay/money/sums";
import { TroubleNotice } from "@/components/pay/notices/trouble";
import { Busy } from "@/components/pay/parts/busy";
import { Notice } from "@/components/pay/parts/notice";
import { Panel } from "@/components/pay/parts/panel";
import type { SignFlow, SignPlan, SignTrouble } from "@/components/pay/schedule/signing/sign-flow";
import { costOf, sumText, symbolOf } from "@/components/pay/schedule/view/schedule-money";
import { Advanced } from "@/components/pay/signing/advanced";
import { InWallet } from "@/components/pay/signing/in-wallet";
import { RefusedPanel } from "@/components/pay/signing/refused-panel";
import { PageButton } from "@/components/ui/page-button";
import { tokenById } from "@/server/currencies/tokens";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";

interface SignStepProps {
  page: PageSchedule;
  flow: SignFlow;
  onAsk: () => void;
  onAgain: () => void;
}

/** Draws where the payer is between comparison and signature. */
export function SignStep({ page, flow, onAsk, onAgain }: SignStepProps) {
  const t = useT();
  switch (flow.step) {
    case "preparing":
      return (
        <Busy key="preparing" title={t("schedule.preparing.title")} text={t("schedule.preparing.text")}>
          <ChangeWallet />
        </Busy>
      );
    case "handing_in":
      return <Busy key="handing" title={t("schedule.handing.title")} text={t("schedule.handing.text")} />;
    case "signed":
      return null;
    case "refused":
      return <RefusedPanel problem={flow.problem} onAgain={onAgain} />;
    case "unreachable":
      return (
        <Panel key="unreachable" title={t("pay.silent.title")}>
          <TroubleNotice trouble={{ code: "unreachable" }} />
          <div className="mt-5">
            <PageButton onClick={onAgain}>{t("common.tryAgain")}</PageButton>
          </div>
        </Panel>
      );
    case "review":
    case "wallet":
    case "settling":
      return flow.plan.approvals[flow.plan.at] ? (
        <Approval page={page} flow={flow} onAsk={onAsk} onAgain={onAgain} />
      ) : (
        <Signature page={page} flow={flow} onAsk={onAsk} onAgain={onAgain} />
      );
  }
}

type Asking = Extract<SignFlow, { plan: SignPlan; step: "review" | "wallet" | "settling" }>;

function Approval({ page, flow, onAsk, onAgain }: Omit<SignStepProps, "flow"> & { flow: Asking }) {
  const t = useT();
  const { shown, othersNeed } = page;
  const { plan } = flow;
  const approval = plan.approvals[plan.at];
  const token = tokenById(shown.currency);
  const [allowed] = approval?.amounts ?? [];
  if (!approval || !token || !allowed) return null;
  const symbol = symbolOf(shown);
  const amount = amountText(allowed.amount, token.decimals, symbol, t.locale);
  const isReset = approval.kind === "reset";
  const item = { currency: token.id, symbol, decimals: token.decimals };
  return (
    <Panel
      key={`${approval.kind}${plan.at}`}
      title={t(isReset ? "pay.review.resetTitle" : "schedule.approve.title")}
    >
      <Count plan={plan} />
      <Trouble flow={flow} />
      <p className="mt-3 text-sm leading-relaxed">
        {isReset ? t("pay.review.resetText", { symbol }) : t("schedule.approve.text", { amount, symbol })}
      </p>
      {!isReset && othersNeed !== "0" && (
        <p className="mt-2 text-sm leading-relaxed">
          {t("schedule.approve.others", { amount: sumText(t, shown, othersNeed) })}
        </p>
      )}
      <Checked />
      {flow.step === "review" ? (
        <div className="mt-5">
          <PageButton onClick={onAsk}>
            {isReset ? t("pay.reset", { symbol }) : t("pay.approve", { amount, symbol })}
          </PageButton>
        </div>
      ) : (
        <InWallet
          key={flow.step}
          doing={flow.step === "settling" ? "settling" : "signing"}
          onBack={onAgain}
        />
      )}
      <Advanced call={approval.call} items={[item]} />
      {flow.step === "review" && <ChangeWallet />}
    </Panel>
  );
}

function Signature({ page, flow, onAsk, onAgain }: Omit<SignStepProps, "flow"> & { flow: Asking }) {
  const t = useT();
  const { shown } = page;
  const each = sumText(t, shown, costOf(shown));
  return (
    <Panel key="sign" title={t("schedule.sign.title")}>
      <Count plan={flow.plan} />
      <Trouble flow={flow} />
      <p className="mt-3 text-sm leading-relaxed">{t("schedule.sign.text")}</p>
      <p className="mt-2 text-sm leading-relaxed">{t("schedule.sign.keep", { amount: each })}</p>
      <Checked />
      {flow.step === "review" ? (
        <div className="mt-5">
          <PageButton onClick={onAsk}>
            {t("schedule.sign.button", { amount: each, count: shown.payments })}
          </PageButton>
        </div>
      ) : (
        <InWallet key={flow.step} doing="signing" onBack={onAgain} />
      )}
      {flow.step === "review" && <ChangeWallet />}
    </Panel>
  );
}

function Count({ plan: { at, approvals } }: { plan: SignPlan }) {
  const t = useT();
  if (approvals.length === 0) return null;
  return (
    <p className="mt-1 text-sm text-muted">
      {t("pay.review.step", { step: at + 1, steps: approvals.length + 1 })}
    </p>
  );
}

function Checked() {
  const t = useT();
  return (
    <div className="mt-4">
      <Notice tone="positive">{t("pay.review.checked")}</Notice>
    </div>
  );
}

function Trouble({ flow }: { flow: Asking }) {
  const t = useT();
  const trouble: SignTrouble | null = flow.step === "review" ? flow.trouble : null;
  if (trouble?.code !== "refused_signature") return <TroubleNotice trouble={trouble} />;
  return (
    <div className="mt-4">
      <Notice tone="danger" isAlert>
        {t("schedule.refusedSignature")}
      </Notice>
    </div>
  );
}
