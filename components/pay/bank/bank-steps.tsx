import type { Translator } from "@/components/i18n/translator";
import type { BankStage } from "@/server/secure-payments/offramp/bank-schema";

const STEPS = [
  "initiated",
  "pending_internal_assessment",
  "ongoing_checks",
  "sending_fiat",
  "fiat_sent",
] as const;

/** How far the money is on its way to the bank account; nothing for other stages. */
export function BankSteps({ t, stage }: { t: Translator; stage: BankStage }) {
  const now = (STEPS as readonly BankStage[] as readonly string[]).indexOf(stage);
  if (now < 0) return null;
  return (
    <ol className="mt-4">
      {STEPS.map((step, index) => {
        const state = index < now ? "done" : index === now ? "now" : "later";
        return (
          <li
            key={step}
            aria-current={state === "now" ? "step" : undefined}
            className={`flex items-center gap-3 py-1.5 text-sm ${state === "later" ? "text-muted" : "font-medium"}`}
          >
            <span aria-hidden="true" className={`size-2.5 shrink-0 rounded-full ${MARKS[state]}`} />
            {t(`pay.bank.step.${step}`)}
            {state === "done" && <span className="sr-only">{t("pay.bank.stepDone")}</span>}
          </li>
        );
      })}
    </ol>
  );
}

const MARKS = {
  done: "bg-positive",
  now: "bg-accent ring-4 ring-accent/25",
  later: "border border-line bg-sunken",
};
