"use client";

import { useT } from "@/components/i18n/provider";
import { PageContact } from "@/components/pay/contact/page-contact";
import type { Flow } from "@/components/pay/flow/flow-state";
import { askedOf, headlineOf, withFees } from "@/components/pay/money/sums";
import { multicallSums } from "@/components/pay/multicall/rows";
import { NamesContext } from "@/components/pay/names/recipient-name";
import { Away } from "@/components/pay/notices/away";
import { Toggle } from "@/components/pay/parts/toggle";
import type { StepProps } from "@/components/pay/steps/step-props";
import { StepView } from "@/components/pay/steps/step-view";
import { Summary } from "@/components/pay/summary/summary";
import { shorten } from "@/components/ui/grouped";
import { isBeforePaying } from "@/server/secure-payments/offramp/bank-schema";

/** A moment of the journey: what is paid, and the step the payer is in. Draws, and does nothing by itself. */
export function SessionView({ isOnline, ...step }: StepProps & { isOnline: boolean }) {
  const { flow } = step;
  return (
    <NamesContext value={step.settings.networks.includes("mainnet")}>
      <Head flow={flow} />
      <Away isOnline={isOnline} isSilent={flow.isSilent && flow.step !== "checking"} />
      <StepView {...step} />
      <Contact flow={flow} />
    </NamesContext>
  );
}

function Contact({ flow }: { flow: Flow }) {
  return <PageContact t={useT()} page={flow.page} />;
}

function Head({ flow }: { flow: Flow }) {
  const t = useT();
  const { page, payer } = flow;
  const facts = "facts" in page ? page.facts : null;
  // The step alone is the page, and still has a first heading.
  if (!facts) return <h1 className="sr-only">{t("pay.title")}</h1>;
  // It says first that it is paid, and how much.
  if (flow.step === "done") return null;
  const isOver = flow.step === "confirming";
  const bundle = "bundle" in page ? page.bundle : null;
  const isOwn = flow.sent !== null;
  const shown = !isOver && "shown" in page ? page.shown : null;
  const fees = isOwn ? (flow.pinned?.fees ?? facts.fees) : [];
  const sums = isOver ? withFees(askedOf(facts), fees) : headlineOf(facts, shown);
  return (
    <Summary
      t={t}
      facts={facts}
      merchant={"merchant" in page ? page.merchant : null}
      label={t(isOwn || shown ? "pay.youPay" : "pay.asked")}
      sums={bundle && !shown ? multicallSums(bundle, isOver ? "paid" : "open") : sums}
      bundle={bundle}
      bank={"bank" in page ? page.bank : null}
      isOpen={page.kind !== "to_bank" || isBeforePaying(page.stage)}
      quote={shown?.quote}
      approved={shown?.approved}
      aside={
        payer && (
          <span
            className="rounded-full bg-sunken px-3 py-1 font-mono text-xs"
            title={payer.address}
            dir="ltr"
          >
            {shorten(payer.address)}
          </span>
        )
      }
      toggle={(details) => <Toggle>{details}</Toggle>}
    />
  );
}
