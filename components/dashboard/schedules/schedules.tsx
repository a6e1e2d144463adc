"use client";

import { useState } from "react";
import { Plus, Repeat } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import type { ScheduleRow } from "@/server/dashboard/schedules/schema";
import { PageFrame } from "../frame/page-frame";
import { ListPage } from "../lists/list-page";
import { sortAfter, sortingOf } from "../lists/sorting";
import { StatusTabs } from "../lists/status-tabs";
import { useAddressFilters } from "../lists/use-address-filters";
import { Allowed } from "../roles/allowed";
import { type ScheduleAction, ScheduleDialog } from "./actions/schedule-dialog";
import { scheduleHref, useScheduleColumns } from "./columns";
import { ExecutorNotice } from "./executor-notice";
import { ScheduleFilterBar } from "./schedule-filter-bar";
import { SCHEDULE_SORTS, scheduleFilters } from "./schedule-filters";
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
  const rows = page.data?.schedules;
  return (
    <PageFrame
      operation="listDashboardSchedules"
      title="Recurring"
      action={
        <Allowed to="createDashboardSchedule">
          <ButtonLink href={NEW} variant="primary">
            <Plus aria-hidden="true" />
            New schedule
          </ButtonLink>
        </Allowed>
      }
    >
      <ExecutorNotice networks={networksOf(rows)} />
      <ListPage
        title="Schedules"
        description="Signed once by the payer, then paid by this service when each instalment is due"
        what="Schedules"
        views={{
          list: "schedules",
          query: scheduleFilters.write(filters),
          onApply: (query) => change(scheduleFilters.read(new URLSearchParams(query))),
        }}
        exportPath={`/v1/dashboard/schedules/export?${scheduleFilters.write(filters)}`}
        filters={
          <>
            <StatusTabs
              label="Schedules by status"
              tabs={scheduleTabs(counts)}
              value={filters.health}
              onChange={(health) => change({ health })}
            />
            <div className="mb-5">
              <ScheduleFilterBar filters={filters} onChange={change} />
            </div>
          </>
        }
        page={page}
        table={{
          columns,
          rows,
          rowId: ({ id }) => id,
          rowHref: ({ id }) => scheduleHref(id),
          onRowNear: readAhead,
          sorting: {
            state: sortingOf(filters.sort),
            onChange: (updater) => change({ sort: sortAfter(updater, filters.sort, SCHEDULE_SORTS) }),
          },
        }}
        isNarrowed={scheduleFilters.isNarrowed(filters)}
        empty={
          <EmptyState
            icon={<Repeat />}
            title="No schedules yet"
            action={
              <Allowed to="createDashboardSchedule">
                <ButtonLink href={NEW} variant="primary">
                  Set up a schedule
                </ButtonLink>
              </Allowed>
            }
          >
            The payer signs once for all instalments. Each is paid on time, never early and never twice, until
            the last one or until somebody stops it.
          </EmptyState>
        }
      />
      {task && <ScheduleDialog {...task} onClose={() => setTask(null)} />}
    </PageFrame>
  );
}

/** Where something is still to be paid. */
function networksOf(rows: readonly ScheduleRow[] = []): string[] {
  const open = rows.filter(({ health }) => health !== "completed" && health !== "cancelled");
  return [...new Set(open.map(({ network }) => network))];
}
