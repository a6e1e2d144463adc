"use client";

import type { UseQueryResult } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { useState } from "react";
import { BookCheck } from "@/components/icons/icons";
import { Badge, type Tone } from "@/components/ui/badge";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { Period } from "@/server/ledger/closing/schema";
import { ConfirmChange } from "../forms/confirm-change";
import { ListTable } from "../lists/list-table";
import { Allowed } from "../roles/allowed";
import { periodInWords } from "./month-words";
import { PeriodFiles } from "./period-files";

interface MonthsCardProps {
  periods: UseQueryResult<{ periods: Period[] }>;
  /** DATEV knows the account. */
  hasDatev: boolean;
}

/** Every month that was ended, the newest first. */
export function MonthsCard({ periods, hasDatev }: MonthsCardProps) {
  const [opening, setOpening] = useState<Period | null>(null);
  return (
    <Card
      title="Months"
      description="A closed month stays as it is. What the chain takes back later counts for the month that is open."
    >
      <ListTable
        label="Months"
        columns={columns(hasDatev, setOpening)}
        rows={periods.data?.periods}
        rowId={({ id }) => id}
        reading={periods}
        empty={
          <EmptyState icon={<BookCheck />} title="No month is closed">
            Close one when it is over, and its statement says what every wallet held.
          </EmptyState>
        }
      />
      {opening && (
        <ConfirmChange
          operation="reopenPeriod"
          onClose={() => setOpening(null)}
          title={`Open ${periodInWords(opening)} again?`}
          confirm="Open again"
          change={(api) => api("DELETE", `/v2/books/periods/${opening.id}`)}
          done={`${periodInWords(opening)} takes entries again.`}
        >
          What differs can be put right, and the month is compared anew when you close it.
        </ConfirmChange>
      )}
    </Card>
  );
}

const STATES: Readonly<Record<Period["state"], { tone: Tone; text: string }>> = {
  comparing: { tone: "info", text: "Being compared" },
  compared: { tone: "warning", text: "Waits for you" },
  closed: { tone: "positive", text: "Closed" },
};

function columns(hasDatev: boolean, onOpen: (period: Period) => void): ColumnDef<Period, unknown>[] {
  return [
    {
      id: "month",
      header: "Month",
      cell: ({ row: { original } }) => (
        <div>
          <p className="font-medium">{periodInWords(original)}</p>
          <p className="text-xs text-muted">{original.timeZone}</p>
        </div>
      ),
    },
    {
      id: "state",
      header: "State",
      cell: ({ row: { original } }) => (
        <Badge tone={STATES[original.state].tone} hasDot={original.state === "comparing"}>
          {STATES[original.state].text}
        </Badge>
      ),
    },
    {
      id: "differences",
      header: "Differences",
      cell: ({ row: { original } }) => (original.state === "comparing" ? "…" : original.differences.length),
    },
    {
      id: "closed",
      header: "Closed",
      cell: ({ row: { original } }) =>
        original.closedAt === null ? "–" : <Time value={original.closedAt} form="absolute" />,
    },
    {
      id: "actions",
      header: "Statement",
      cell: ({ row: { original } }) =>
        original.state === "closed" ? (
          <PeriodFiles period={original} hasDatev={hasDatev} />
        ) : (
          <div className="flex flex-wrap gap-2">
            <ButtonLink
              href={`/dashboard/books/close/${original.id}`}
              size="sm"
              variant={original.state === "compared" ? "primary" : undefined}
            >
              Go on
            </ButtonLink>
            <Allowed to="reopenPeriod">
              <Button size="sm" onClick={() => onOpen(original)}>
                Open again
              </Button>
            </Allowed>
          </div>
        ),
    },
  ];
}
