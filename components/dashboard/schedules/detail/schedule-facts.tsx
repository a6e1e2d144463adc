"use client";

import { Address } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import type { ScheduleDetail, ScheduleRow } from "@/server/dashboard/schedules/schema";
import { useNames } from "../../networks";
import { Line } from "../../shared/fact";
import { HealthBadge } from "../columns";
import { FREQUENCY_WORDS } from "../schedule-words";

interface ScheduleFactsProps {
  schedule: ScheduleRow;
  /** Null while only the schedule's row is known. */
  detail: ScheduleDetail | null;
}

/** What is paid to whom, how far it has come, and why it is in its state. */
export function ScheduleFacts({ schedule, detail }: ScheduleFactsProps) {
  const names = useNames();
  const { currency, nextPaymentDate, lastPaymentDate } = schedule;
  return (
    <Card>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="font-serif text-3xl font-semibold">
            <Amount value={schedule.amount} unit={currency} />
          </p>
          <p className="mt-1 text-sm text-muted">
            {FREQUENCY_WORDS[schedule.frequency].every}, {schedule.totalPayments} times, on{" "}
            {names.network(schedule.network)}
          </p>
        </div>
        <HealthBadge health={schedule.health} />
      </div>
      <p className="mt-4 leading-relaxed wrap-anywhere">
        {detail?.healthReason ?? <Skeleton className="w-3/4" />}
      </p>
      <dl className="mt-5 grid gap-x-8 border-t border-dashed border-line text-sm sm:grid-cols-2 xl:grid-cols-1">
        <Line name="Paid instalments">
          {schedule.processedPayments} of {schedule.totalPayments}
        </Line>
        <Line name="Paid so far">
          {detail ? <Amount value={detail.money.paid} unit={currency} /> : <Skeleton className="w-24" />}
        </Line>
        <Line name="Next payment">
          {nextPaymentDate === null ? "None as things stand" : <Time value={nextPaymentDate} />}
        </Line>
        {lastPaymentDate !== null && (
          <Line name="Last payment">
            <Time value={lastPaymentDate} form="absolute" />
          </Line>
        )}
        <Line name="Recipient">
          <Address value={schedule.payee} copy="recipient's address" />
        </Line>
        <Line name="Payer">
          <Address value={schedule.payer} copy="payer's address" />
        </Line>
        <Line name="Schedule ID">
          <Address value={schedule.id} copy="schedule ID" />
        </Line>
        <Line name="Created">
          <Time value={schedule.createdAt} form="absolute" />
        </Line>
      </dl>
    </Card>
  );
}
