"use client";

import { useState } from "react";
import { Button, type ButtonProps } from "@/components/ui/button";
import type { ScheduleRow } from "@/server/dashboard/schedules/schema";
import { Allowed } from "../../roles/allowed";
import { ACTION_NAMES, actionsOf, type ScheduleAction, ScheduleDialog } from "../actions/schedule-dialog";

const LOOKS: Record<ScheduleAction, ButtonProps["variant"]> = {
  pause: "secondary",
  unpause: "primary",
  cancel: "danger",
};

/** Pausing, resuming and cancelling, each asked once more. */
export function ScheduleActions({ schedule }: { schedule: ScheduleRow }) {
  const [asked, setAsked] = useState<ScheduleAction | null>(null);
  return (
    <Allowed to="updateDashboardSchedule">
      {actionsOf(schedule).map((action) => (
        <Button key={action} variant={LOOKS[action]} onClick={() => setAsked(action)}>
          {ACTION_NAMES[action]}
        </Button>
      ))}
      {asked && <ScheduleDialog action={asked} schedule={schedule} onClose={() => setAsked(null)} />}
    </Allowed>
  );
}
