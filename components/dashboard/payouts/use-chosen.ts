"use client";

import { useCallback, useMemo, useState } from "react";
import type { PaymentRow } from "@/server/dashboard/payments-schema";
import type { Selection } from "../payments/columns";

/** Fewest and most payouts of one multicall (MC-02). */
export const FEWEST = 2;
export const MOST = 150;

/** Only what still waits, has a link of its own, and can go into one transaction. */
function isPayable({ status, token, paymentType }: PaymentRow): boolean {
  return status === "pending" && token !== null && paymentType === "single";
}

/** Payouts that were ticked, also on other pages of the list. */
export function useChosen(): { chosen: PaymentRow[]; selection: Selection; clear: () => void } {
  const [rows, setRows] = useState<ReadonlyMap<string, PaymentRow>>(new Map());
  const toggle = useCallback((row: PaymentRow) => {
    setRows((before) => {
      const after = new Map(before);
      if (!after.delete(row.requestId)) after.set(row.requestId, row);
      return after;
    });
  }, []);
  const toggleAll = useCallback((page: readonly PaymentRow[]) => {
    setRows((before) => {
      const after = new Map(before);
      const takeable = page.filter(isPayable);
      if (takeable.every(({ requestId }) => before.has(requestId))) {
        for (const { requestId } of takeable) after.delete(requestId);
        return after;
      }
      for (const row of takeable) if (after.size < MOST) after.set(row.requestId, row);
      return after;
    });
  }, []);
  const selection = useMemo<Selection>(
    () => ({
      has: (row) => rows.has(row.requestId),
      canTake: (row) => isPayable(row) && (rows.has(row.requestId) || rows.size < MOST),
      toggle,
      toggleAll,
    }),
    [rows, toggle, toggleAll],
  );
  const clear = useCallback(() => setRows(new Map()), []);
  return { chosen: [...rows.values()], selection, clear };
}
