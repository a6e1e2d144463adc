"use client";

import { BellRing } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { Allowed } from "../roles/allowed";
import { useAlarms } from "./queries";

/** The way to the alarms, with how many nobody here has read. For owners, and only while there are any. */
export function AlarmBell() {
  return (
    <Allowed to="listAlarms">
      <Unread />
    </Allowed>
  );
}

function Unread() {
  const { data } = useAlarms();
  const unread = data?.unread ?? 0;
  if (unread === 0) return null;
  return (
    <ButtonLink
      href="/dashboard/alarms"
      size="sm"
      aria-label={unread === 1 ? "1 new alarm" : `${unread} new alarms`}
    >
      <BellRing aria-hidden="true" className="text-warning" />
      <span className="tabular-nums">{unread}</span>
    </ButtonLink>
  );
}
