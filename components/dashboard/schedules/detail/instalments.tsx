"use client";

import Link from "next/link";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { InstalmentAttempt, ScheduleInstalment, ScheduleRow } from "@/server/dashboard/schedules/schema";
import { paymentHref } from "../../shared/payment-href";
import { TransactionHash } from "../../shared/transaction-hash";
import { INSTALMENT_WORDS, OUTCOME_WORDS } from "../schedule-words";

/** Every instalment with its actual date, and every attempt at it. */
export function Instalments(props: { instalments: readonly ScheduleInstalment[]; schedule: ScheduleRow }) {
  const { instalments, schedule } = props;
  return (
    <ol aria-label="Instalments" className="divide-y divide-dashed divide-line">
      {instalments.map((instalment) => (
        <Instalment key={instalment.index} instalment={instalment} schedule={schedule} />
      ))}
    </ol>
  );
}

function Instalment({ instalment, schedule }: { instalment: ScheduleInstalment; schedule: ScheduleRow }) {
  const { index, dueAt, state, triedAt, paidAt, requestId, attempts } = instalment;
  const { name, tone } = INSTALMENT_WORDS[state];
  return (
    <li className="grid gap-2 py-3.5 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-0">
          <span className="mr-2 inline-block min-w-6 text-muted tabular-nums">{index}.</span>
          <Time value={dueAt} form="absolute" />
        </span>
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <Amount value={schedule.amount} unit={schedule.currency} />
          <Badge tone={tone}>{name}</Badge>
        </span>
      </div>
      {(state === "retrying" || paidAt !== null || requestId !== null) && (
        <p className="flex flex-wrap gap-x-3 pl-8 text-muted">
          {state === "retrying" && triedAt !== null && (
            <span>
              Next attempt <Time value={triedAt} />
            </span>
          )}
          {paidAt !== null && (
            <span>
              Paid <Time value={paidAt} form="absolute" />
            </span>
          )}
          {requestId !== null && (
            <Link
              href={paymentHref("outgoing", requestId)}
              prefetch={false}
              className="text-accent underline underline-offset-4"
            >
              Its payment<span className="sr-only">, instalment {index}</span>
            </Link>
          )}
        </p>
      )}
      {attempts.length > 0 && (
        <ul aria-label={`Attempts at instalment ${index}`} className="grid gap-2 pl-8">
          {attempts.map((attempt) => (
            <Attempt key={attempt.number} attempt={attempt} network={schedule.network} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Attempt({ attempt, network }: { attempt: InstalmentAttempt; network: string }) {
  const { name, tone } = OUTCOME_WORDS[attempt.outcome];
  const { txHash, gas } = attempt;
  return (
    <li className="rounded-md bg-sunken px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-baseline gap-x-2">
          Attempt {attempt.number} <Badge tone={tone}>{name}</Badge>
        </span>
        <Time value={attempt.endedAt ?? attempt.startedAt} form="absolute" className="text-xs text-muted" />
      </div>
      {attempt.outcome !== "processed" && <p className="mt-1 wrap-anywhere">{attempt.reason}.</p>}
      {txHash !== null && (
        <p className="mt-1">
          <TransactionHash network={network} hash={txHash} />
        </p>
      )}
      {gas && (
        <p className="mt-1 text-xs text-muted">
          Gas {gas.used}, paid by this service: <Amount value={gas.cost} unit={gas.symbol} />
          {gas.instalments > 1 && ` for ${gas.instalments} instalments in one transaction`}
        </p>
      )}
    </li>
  );
}
