"use client";

import { CircleCheck } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import type { ScheduleRow } from "@/server/dashboard/schedules/schema";
import { useMerchant } from "../../session/merchant";
import { ReadFailed } from "../../shared/read-failed";
import { useScheduleStop } from "../use-schedules";

/** Whether a cancelled schedule has ended in the contract too, and how its payer ends it there. */
export function StopOnChain({ schedule, payerPageUrl }: { schedule: ScheduleRow; payerPageUrl: string }) {
  const { address } = useMerchant();
  const { data, error, refetch } = useScheduleStop(schedule.id);
  const isOwn = address.toLowerCase() === schedule.payer.toLowerCase();
  if (error && !data) {
    return <ReadFailed error={error} onRetry={refetch} />;
  }
  if (!data) return null;
  if (data.isStoppedOnChain) {
    return (
      <Card title="Stopped in the contract too">
        <p className="flex gap-3 text-sm leading-relaxed">
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-positive" />
          The contract refuses every further instalment, whoever asks for it.
        </p>
      </Card>
    );
  }
  return (
    <Card
      title="Stop it in the contract too"
      description="This service pays nothing any more. The payer's signature stays valid in the contract until the payer ends it there."
    >
      <div className="grid gap-4 text-sm leading-relaxed">
        <p>
          {data.isStoppedOnChain === null
            ? "The chain does not answer, so it is not known whether that has happened."
            : isOwn
              ? "The wallet of this account is the payer: whoever has it opens the payer's page and confirms it there. It also takes back the allowance that nothing else needs."
              : "Only the payer's wallet can do that, on the payer's page. It also takes back the allowance that nothing else needs."}
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={payerPageUrl} target="_blank" variant={isOwn ? "primary" : "secondary"}>
            Open the payer&apos;s page
          </ButtonLink>
        </div>
        <details>
          <summary className="cursor-pointer text-accent">The transactions themselves</summary>
          <p className="mt-3 text-muted">
            For a payer who sends them another way: the first ends the schedule, the others lower the
            allowance.
          </p>
          <div className="mt-3">
            <CodeBlock
              text={JSON.stringify(data.transactions, null, 2)}
              label="Transactions that stop the schedule"
              language="json"
            />
          </div>
        </details>
      </div>
    </Card>
  );
}
