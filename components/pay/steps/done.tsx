"use client";

import { useEffect, useRef } from "react";
import { useT } from "@/components/i18n/provider";
import { DoneView } from "@/components/pay/done/done-view";
import { PaidDetails } from "@/components/pay/done/paid-details";
import { Revoke } from "@/components/pay/done/revoke";
import { Success } from "@/components/pay/done/success";
import { receivedOf, withFees } from "@/components/pay/money/sums";
import { multicallSums } from "@/components/pay/multicall/rows";
import { UnansweredNotice } from "@/components/pay/notices/unanswered";
import { Tick } from "@/components/pay/parts/tick";
import type { StepProps } from "@/components/pay/steps/step-props";

/** Paid: that first, then what can be done with it, then what it was. */
export function DoneStep({ flow, context }: StepProps) {
  const t = useT();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: false }), []);
  const { page, pinned, payer, sent } = flow;
  if (page.kind !== "paid" && page.kind !== "overpaid" && page.kind !== "paid_late") return null;
  const { facts, bundle } = page;
  const heading = (
    <h2 ref={title} tabIndex={-1} className="mt-3 text-2xl font-semibold text-balance outline-offset-4">
      {t("pay.done.title")}
    </h2>
  );
  const fees = sent ? (pinned?.fees ?? facts?.fees ?? []) : [];
  return (
    <>
      {facts ? (
        <Success
          t={t}
          facts={facts}
          merchant={page.merchant}
          title={heading}
          sums={bundle ? multicallSums(bundle, "paid") : withFees(receivedOf(facts), fees)}
          payer={sent?.wallet ?? null}
        />
      ) : (
        <div className="text-center">
          <Tick isLarge />
          {heading}
        </div>
      )}
      <UnansweredNotice unanswered={flow.unanswered} isSent />
      <DoneView t={t} page={page} source={context} />
      <PaidDetails t={t} page={page} />
      {facts && pinned && payer && payer.address === sent?.wallet && (
        <Revoke context={context} facts={facts} shown={pinned.shown} owner={payer.address} />
      )}
    </>
  );
}
