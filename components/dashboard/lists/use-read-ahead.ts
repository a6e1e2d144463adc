"use client";

import { useRef } from "react";

/** A pointer that stays this long on a row means it. */
const PASSING_MS = 40;
/** A pointer that comes back within this time reads nothing again. */
export const NEAR_MS = 10_000;

/** Reads what a record's page shows before somebody presses on its row: for `onRowNear` of a table. */
export function useReadAhead<Row>(read: (row: Row) => void): (row: Row, isPressed: boolean) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (row, isPressed) => {
    clearTimeout(timer.current);
    // A pointer that only passes on its way reads nothing.
    if (isPressed) read(row);
    else timer.current = setTimeout(() => read(row), PASSING_MS);
  };
}
