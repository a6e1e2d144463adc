"use client";

import { Address } from "@/components/ui/address";
import { Alert } from "@/components/ui/alert";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import { formatAmount, parseAmount } from "@/server/lib/amount";
import { PERIOD_SECONDS, paymentDates } from "@/server/recurring-payouts/calendar";
import { useDashboardConfig } from "../../config";
import { Line } from "../../shared/fact";
import { FREQUENCY_WORDS } from "../schedule-words";
import type { ScheduleValues } from "./schedule-values";

/** Decimals that hold the amounts of every token. */
const DECIMALS = 18;
/** Dates at either end of a long schedule. */
const SHOWN = 12;

interface ScheduleReviewProps {
  values: ScheduleValues;
  failure: string | undefined;
  isPending: boolean;
  onBack: () => void;
  onCreate: () => void;
}

/** Everything once more, with the day of every instalment, before the payer is asked. */
export function ScheduleReview({ values, failure, isPending, onBack, onCreate }: ScheduleReviewProps) {
  const { networks } = useDashboardConfig();
  const network = networks.find(({ id }) => id === values.network);
  const symbol = network?.tokens.find(({ id }) => id === values.currency)?.symbol ?? values.currency;
  const payments = Number(values.payments);
  const total = formatAmount(parseAmount(values.amount, DECIMALS) * BigInt(payments), DECIMALS);
  return (
    <div className="grid max-w-2xl gap-6">
      <Card title="Review" description="Nothing of this can be changed once the payer has signed">
        <dl className="-mt-2.5 text-sm">
          <Line name="Each instalment">
            <Amount value={values.amount} unit={symbol} />
          </Line>
          <Line name="How often">
            {payments} times, {FREQUENCY_WORDS[values.frequency].every}
          </Line>
          <Line name="In total">
            <Amount value={total} unit={symbol} />
          </Line>
          <Line name="Network">{network?.name ?? values.network}</Line>
          {values.reference.trim() !== "" && (
            <Line name="Payment reference">
              <bdi className="wrap-anywhere">{values.reference.trim()}</bdi>
            </Line>
          )}
          <Line name="Recipient">
            <Address value={values.payee} form="full" />
          </Line>
          <Line name="Payer">
            <Address value={values.payer} form="full" />
          </Line>
        </dl>
      </Card>
      <Dates values={values} />
      {failure && <Alert tone="danger">{failure}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onBack}>Change it</Button>
        <Button variant="primary" isPending={isPending} onClick={onCreate}>
          Create schedule
        </Button>
      </div>
    </div>
  );
}

function Dates({ values }: { values: ScheduleValues }) {
  const dates = paymentDates({
    firstExec: Date.parse(values.startDate) / 1_000,
    periodSeconds: PERIOD_SECONDS[values.frequency],
    totalExecutions: Number(values.payments),
  });
  const left = dates.length - SHOWN;
  // The last date is what a reader wants to know of a long list.
  const shown = left > 1 ? [...dates.slice(0, SHOWN - 1), dates.at(-1)] : dates;
  return (
    <Card
      title="The actual dates"
      description={
        values.frequency === "MONTHLY"
          ? "A month is 30 days here, because the contract counts seconds: the day of the month moves."
          : values.frequency === "YEARLY"
            ? "A year is 365 days here, because the contract counts seconds: leap years move the day."
            : "Each instalment is paid at this moment or shortly after it, never before."
      }
    >
      <ol className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2">
        {shown.map((date, at) =>
          date ? (
            <li key={date.getTime()} className="tabular-nums">
              <span className="mr-2 inline-block min-w-8 text-muted">
                {left > 1 && at === SHOWN - 1 ? dates.length : at + 1}.
              </span>
              <Time value={date.toISOString()} form="absolute" />
            </li>
          ) : null,
        )}
      </ol>
      {left > 1 && <p className="mt-3 text-sm text-muted">{left} more in between, with the same distance.</p>}
    </Card>
  );
}
