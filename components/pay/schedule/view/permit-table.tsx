import type { Translator } from "@/components/i18n/translator";
import { Line } from "@/components/pay/parts/line";
import { expectedPermit } from "@/components/pay/safety/schedule/expected-permit";
import { permitStep } from "@/components/pay/safety/schedule/schedule-steps";
import type { ShownSchedule } from "@/server/recurring-payouts/page/shown-schema";

const MEANINGS = {
  name: "schedule.field.name",
  version: "schedule.field.version",
  chainId: "schedule.field.chainId",
  verifyingContract: "schedule.field.verifyingContract",
  subscriber: "schedule.field.subscriber",
  token: "schedule.field.token",
  recipient: "schedule.field.recipient",
  feeAddress: "schedule.field.feeAddress",
  amount: "schedule.field.amount",
  feeAmount: "schedule.field.feeAmount",
  gasFee: "schedule.field.gasFee",
  periodSeconds: "schedule.field.periodSeconds",
  firstExec: "schedule.field.firstExec",
  totalExecutions: "schedule.field.totalExecutions",
  nonce: "schedule.field.nonce",
  deadline: "schedule.field.deadline",
} as const;

/** The permit as the wallet shows it, each field beside what it means. */
export function PermitTable({ t, shown }: { t: Translator; shown: ShownSchedule }) {
  const { domain, fields } = permitStep(expectedPermit(shown));
  return (
    <details className="mt-4 rounded-md border border-line px-4 py-1 text-sm">
      <summary className="cursor-pointer py-2 font-medium">{t("schedule.permit")}</summary>
      <p className="pb-2 text-muted">{t("schedule.permitText")}</p>
      <dl className="border-t border-dashed border-line">
        {[...domain, ...fields].map(({ name, value }) => (
          <Line key={name} name={<code className="text-xs">{name}</code>} note={meaningOf(t, name)}>
            <span className="font-mono text-xs break-all" dir="ltr">
              {value}
            </span>
          </Line>
        ))}
      </dl>
    </details>
  );
}

function meaningOf(t: Translator, name: string): string | undefined {
  const key = Object.entries(MEANINGS).find(([known]) => known === name)?.[1];
  return key && t(key);
}
