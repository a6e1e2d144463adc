import { Amount } from "@/components/ui/amount";
import { Card } from "@/components/ui/card";
import type { FeePlan } from "@/server/fees/plan-schema";

/** The fees that were fixed when the payment was created, and who bears them. */
export function FeesCard({ plan }: { plan: FeePlan }) {
  return (
    <Card title="Fees" description="Fixed when this payment was created">
      <ul className="-my-2 divide-y divide-dashed divide-line text-sm">
        {plan.fees.map((fee) => (
          <li key={`${fee.type} ${fee.label}`} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <span className="min-w-0 wrap-anywhere">
              {fee.label}
              <span className="ml-2 text-muted">borne by the {fee.feeBearer}</span>
            </span>
            <Amount value={fee.calculatedAmountUsd} unit="USD" />
          </li>
        ))}
        <li className="flex justify-between gap-4 py-2.5 font-medium">
          Payer pays <Amount value={plan.payerTotalAmountUsd} unit="USD" />
        </li>
        <li className="flex justify-between gap-4 py-2.5 font-medium">
          Recipient gets <Amount value={plan.netRecipientAmountUsd} unit="USD" />
        </li>
      </ul>
    </Card>
  );
}
