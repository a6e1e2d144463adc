"use client";

import { RecordScreen } from "@/components/ui/in-place";
import { ScheduleDetail } from "./detail/schedule-detail";
import { Schedules } from "./schedules";

/** What is paid in instalments: the list, and each schedule of it. */
export function Recurring() {
  return (
    <RecordScreen
      base="/dashboard/recurring"
      titles={{ list: "Recurring", record: "Schedule" }}
      list={<Schedules />}
      record={(id) => <ScheduleDetail id={id} />}
    />
  );
}
