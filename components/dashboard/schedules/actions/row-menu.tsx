"use client";

import { CirclePause, CirclePlay, CircleSlash, type Icon, Link2 } from "@/components/icons/icons";
import type { ScheduleRow } from "@/server/dashboard/schedules/schema";
import { RowMenu, RowMenuItem } from "../../lists/row-menu";
import { useCopyLink } from "../../shared/use-copy-link";
import { useSchedule } from "../use-schedules";
import { ACTION_NAMES, actionsOf, type ScheduleAction } from "./schedule-dialog";

const ICONS: Record<ScheduleAction, Icon> = {
  pause: CirclePause,
  unpause: CirclePlay,
  cancel: CircleSlash,
};

export type OnScheduleAction = (action: ScheduleAction, schedule: ScheduleRow) => void;

/** What the schedule's own page offers, from its row in a list. */
export function ScheduleMenu({ schedule, onAction }: { schedule: ScheduleRow; onAction: OnScheduleAction }) {
  return (
    <RowMenu name={schedule.reference ?? schedule.id} operations={["getDashboardSchedule"]}>
      <ScheduleItems schedule={schedule} onAction={onAction} />
    </RowMenu>
  );
}

/** Here only while the menu is open: the link for the payer is read then. */
function ScheduleItems({ schedule, onAction }: { schedule: ScheduleRow; onAction: OnScheduleAction }) {
  const copyLink = useCopyLink();
  const { data } = useSchedule(schedule.id);
  return (
    <>
      <RowMenuItem
        operation="getDashboardSchedule"
        disabled={!data}
        onClick={() => data && copyLink(data.payerPageUrl)}
      >
        <Link2 aria-hidden="true" />
        Copy link for the payer
      </RowMenuItem>
      {actionsOf(data?.schedule ?? schedule).map((action) => {
        const Icon = ICONS[action];
        return (
          <RowMenuItem
            key={action}
            operation="updateDashboardSchedule"
            isDangerous={action === "cancel"}
            onClick={() => onAction(action, data?.schedule ?? schedule)}
          >
            <Icon aria-hidden="true" />
            {ACTION_NAMES[action]}
          </RowMenuItem>
        );
      })}
    </>
  );
}
