"use client";

import { Address } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { Time } from "@/components/ui/time";
import type { ScheduleDetail } from "@/server/dashboard/schedules/schema";
import { Line } from "../../shared/fact";
import { FREQUENCY_WORDS } from "../schedule-words";

/** What the payer's signature allows, in plain words beside the signed fields themselves. */
export function PermitCard({ detail }: { detail: ScheduleDetail }) {
  const { schedule, money, permit, deadline, digest } = detail;
  const { currency } = schedule;
  const [first] = detail.instalments;
  return (
    <Card
      title="Permit"
      description={
        schedule.signedAt === null ? "What the payer's signature will allow" : "What the payer has signed"
      }
    >
      <dl className="-mt-2.5 text-sm">
        <Line name="Each instalment takes">
          <Amount value={schedule.cost} unit={currency} />
        </Line>
        {money.feeAddress !== null && (
          <Line name="of which fees">
            <Amount value={money.fee} unit={currency} /> to{" "}
            <Address value={money.feeAddress} copy="fee address" />
          </Line>
        )}
        <Line name="The most that can ever be taken">
          <Amount value={money.total} unit={currency} />
        </Line>
        <Line name={schedule.status === "cancelled" ? "Not taken" : "Still to be taken"}>
          <Amount value={money.remaining} unit={currency} />
        </Line>
        {first && (
          <Line name="Not before">
            <Time value={first.dueAt} form="absolute" />
          </Line>
        )}
        <Line name="Between two instalments, at least">
          {FREQUENCY_WORDS[schedule.frequency].every.replace("every ", "").replace(/^day$/, "1 day")}
        </Line>
        <Line name="Nothing after">
          <Time value={deadline} form="absolute" />
        </Line>
        <Line name="Checked by the contract">
          <Address value={permit.domain.verifyingContract} copy="contract's address" />
        </Line>
      </dl>
      {schedule.frequency === "MONTHLY" && (
        <p className="mt-4 text-sm leading-relaxed text-muted">
          A month is 30 days here, because the contract counts seconds. The instalments therefore wander
          through the calendar; the list has their actual dates.
        </p>
      )}
      <details className="mt-4 text-sm">
        <summary className="cursor-pointer text-accent">The permit field by field</summary>
        <div className="mt-3">
          <CodeBlock
            text={JSON.stringify({ digest, ...permit.values }, null, 2)}
            label="Fields of the permit"
            language="json"
          />
        </div>
      </details>
    </Card>
  );
}
