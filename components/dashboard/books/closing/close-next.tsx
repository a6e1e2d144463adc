"use client";

import { useState } from "react";
import { ButtonLink } from "@/components/ui/button";
import type { Period } from "@/server/ledger/closing/schema";
import { Allowed } from "../../roles/allowed";
import { monthInWords } from "../month-words";
import { monthsToEnd } from "./next-month";

/** Leads to the close of the next month; nothing while that month is not over, or the one before is not closed. */
export function CloseNext({ periods }: { periods: readonly Period[] }) {
  const [now] = useState(() => new Date());
  const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [month] = monthsToEnd(periods, { now, ownZone }).months;
  if (month === undefined) return null;
  return (
    <Allowed to="freezePeriod">
      <ButtonLink href="/dashboard/books/close" variant="primary">
        Close {monthInWords(month)}
      </ButtonLink>
    </Allowed>
  );
}
