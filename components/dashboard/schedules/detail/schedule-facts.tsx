"use client";

import { Address } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { ScheduleDetail } from "@/server/dashboard/schedules/schema";
import { useNames } from "../../networks";
import { Line } from "../../shared/fact";
import { HealthBadge } from "../columns";
import { FREQUENCY_WORDS } from "../schedule-words";

/** What is paid to whom, how far it has come, and why it is in its state. */
export function ScheduleFacts({ detail: { schedule, healthReason, money } }: { detail: ScheduleDetail }) {
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
      <p className="mt-4 leading-relaxed wrap-anywhere">{healthReason}</p>
      <dl className="mt-5 grid gap-x-8 border-t border-dashed border-line text-sm sm:grid-cols-2 xl:grid-cols-1">
        <Line name="Paid instalments">
          {schedule.processedPayments} of {schedule.totalPayments}
        </Line>
        <Line name="Paid so far">
          <Amount value={money.paid} unit={currency} />
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
