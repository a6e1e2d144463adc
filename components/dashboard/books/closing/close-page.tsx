"use client";

import { useState } from "react";
import { BookCheck } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import type { Period } from "@/server/ledger/closing/schema";
import { ReadFailed } from "../../shared/read-failed";
import { BooksFrame } from "../books-frame";
import { periodInWords } from "../month-words";
import { usePeriods } from "../queries";
import { StepsOf, StepsOfNext } from "./closing-steps";
import { monthsToEnd } from "./next-month";

/** The close of a month, step by step: of one that has ended already, by its ID, or of the next one. */
export function ClosePage({ id }: { id?: string }) {
  const periods = usePeriods();
  const { data, error } = periods;
  const period = data?.periods.find((one) => one.id === id);
  return (
    <BooksFrame operation="listPeriods" title={period ? `Close ${periodInWords(period)}` : "Close a month"}>
      {error && !data && <ReadFailed error={error} onRetry={periods.refetch} />}
      {!data && !error && <Skeleton className="h-96 rounded-lg" />}
      {data && (period ? <StepsOf period={period} /> : <NextClose periods={data.periods} />)}
    </BooksFrame>
  );
}

function NextClose({ periods }: { periods: readonly Period[] }) {
  const [now] = useState(() => new Date());
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { months, timeZone } = monthsToEnd(periods, { now, ownZone });
  const [last] = periods;
  if (months.length > 0) {
    return (
      <StepsOfNext key={months[0]} months={months} timeZone={timeZone} startsAt={last?.endsAt ?? null} />
    );
  }
  const isUnderWay = last !== undefined && last.state !== "closed";
  return (
    <Card>
      <EmptyState
        icon={<BookCheck />}
        title={isUnderWay ? `${periodInWords(last)} is not closed` : "No month can be closed now"}
        action={
          last && (
            <ButtonLink
              href={`/dashboard/books/close/${last.id}`}
              variant={isUnderWay ? "primary" : undefined}
            >
              {isUnderWay ? "Go on with it" : `Show ${periodInWords(last)}`}
            </ButtonLink>
          )
        }
      >
        {isUnderWay ? "Months are closed one after another." : "The next one is not over yet."}
      </EmptyState>
    </Card>
  );
}
