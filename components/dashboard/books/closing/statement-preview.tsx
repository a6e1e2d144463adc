"use client";

import { useMemo } from "react";
import type { Period } from "@/server/ledger/closing/schema";
import { BalancesTable } from "../balances/balances-table";
import { balanceRows } from "../balances/rows";
import { useReconciliation } from "./queries";

/** The balances that the statement of a period says. */
export function StatementPreview({ period }: { period: Period }) {
  const { startsAt, endsAt, month, state } = period;
  const reading = useReconciliation({ from: startsAt, to: endsAt });
  const { data } = reading;
  const rows = useMemo(
    () =>
      data &&
      balanceRows({
        timeZone: period.timeZone,
        months: [{ month, startsAt, endsAt, isClosed: state === "closed", lines: data.balances }],
      }),
    [data, period.timeZone, month, startsAt, endsAt, state],
  );
  return <BalancesTable rows={rows} reading={reading} />;
}
