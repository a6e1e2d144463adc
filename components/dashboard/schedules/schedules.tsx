"use client";

import type { SortingState, Updater } from "@tanstack/react-table";
import { useState } from "react";
import { Download, Plus, Repeat } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import type { ScheduleRow, ScheduleSort } from "@/server/dashboard/schedules/schema";
import { messageOf } from "../api/api-failure";
import { useDashboardConfig } from "../config";
import { PageFrame } from "../frame/page-frame";
import { SavedViews } from "../lists/saved-views";
import { StatusTabs } from "../lists/status-tabs";
import { useAddressFilters } from "../lists/use-address-filters";
import { type ScheduleAction, ScheduleDialog } from "./actions/schedule-dialog";
import { scheduleHref, useScheduleColumns } from "./columns";
import { ExecutorNotice } from "./executor-notice";
import { ScheduleFilterBar } from "./schedule-filter-bar";
import { scheduleFilters } from "./schedule-filters";
import { scheduleTabs } from "./schedule-tabs";
import { useReadScheduleAhead, useScheduleCounts, useSchedulePage } from "./use-schedules";

const NEW = "/dashboard/recurring/new";

/** Everything that the merchant has paid in instalments. */
export function Schedules() {
  const [filters, change] = useAddressFilters(scheduleFilters);
  const page = useSchedulePage(filters);
  const { data: counts } = useScheduleCounts(filters);
  const [task, setTask] = useState<{ action: ScheduleAction; schedule: ScheduleRow } | null>(null);
  const columns = useScheduleColumns((action, schedule) => setTask({ action, schedule }));
  const readAhead = useReadScheduleAhead();
  const { apiBase } = useDashboardConfig();
  const rows = page.data?.schedules;
  return (
    <PageFrame
      title="Recurring"
      action={
        <ButtonLink href={NEW} variant="primary">
          <Plus aria-hidden="true" />
          New schedule
        </ButtonLink>
      }
    >
      <ExecutorNotice networks={networksOf(rows)} />
      <Card
        title="Schedules"
        description="Signed once by the payer, then paid by this service when each instalment is due"
        action={
          <div className="flex flex-wrap gap-3">
            <SavedViews
              list="schedules"
              query={scheduleFilters.write(filters)}
              onApply={(query) => change(scheduleFilters.read(new URLSearchParams(query)))}
            />
            {rows !== undefined && rows.length > 0 && (
              <ButtonLink
                href={`${apiBase}/v1/dashboard/schedules/export?${scheduleFilters.write(filters)}`}
                download
                size="sm"
              >
                <Download aria-hidden="true" />
                Export CSV
              </ButtonLink>
            )}
          </div>
        }
      >
        <StatusTabs
          label="Schedules by status"
          tabs={scheduleTabs(counts)}
          value={filters.health}
          onChange={(health) => change({ health })}
        />
        <div className="mb-5">
          <ScheduleFilterBar filters={filters} onChange={change} />
        </div>
        <DataTable
          label="Schedules"
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          rowHref={({ id }) => scheduleHref(id)}
          onRowNear={readAhead}
          sorting={{
            state: sortingOf(filters.sort),
            onChange: (updater) => change({ sort: sortAfter(updater, filters.sort) }),
          }}
          isRefreshing={page.isPlaceholderData}
          error={page.error ? { message: messageOf(page.error), onRetry: () => page.refetch() } : null}
          empty={
            scheduleFilters.isNarrowed(filters) ? (
              <EmptyState title="Nothing fits these filters">Clear some of them to see more.</EmptyState>
            ) : (
              <EmptyState
                icon={<Repeat />}
                title="No schedules yet"
                action={
                  <ButtonLink href={NEW} variant="primary">
                    Set up a schedule
                  </ButtonLink>
                }
              >
                The payer signs once for all instalments. Each is paid on time, never early and never twice,
                until the last one or until somebody stops it.
              </EmptyState>
            )
          }
        />
        <Pagination
          what="schedules"
          hasPrevious={page.hasPrevious}
          hasNext={page.hasNext}
          onPrevious={page.goBack}
          onNext={page.goOn}
          position={page.hasPrevious || page.hasNext ? `Page ${page.number}` : undefined}
          isPending={page.isPlaceholderData}
        />
        {task && <ScheduleDialog {...task} onClose={() => setTask(null)} />}
      </Card>
    </PageFrame>
  );
}

/** Where something is still to be paid. */
function networksOf(rows: readonly ScheduleRow[] = []): string[] {
  const open = rows.filter(({ health }) => health !== "completed" && health !== "cancelled");
  return [...new Set(open.map(({ network }) => network))];
}

function sortingOf(sort: ScheduleSort): SortingState {
  return [{ id: sort.replace("-", ""), desc: sort.startsWith("-") }];
}

/** The next payment has one order only: the soonest first. */
function sortAfter(updater: Updater<SortingState>, sort: ScheduleSort): ScheduleSort {
  const [first] = typeof updater === "function" ? updater(sortingOf(sort)) : updater;
  if (first?.id === "next") return "next";
  if (first?.id !== "created") return "-created";
  return first.desc ? "-created" : "created";
}
