"use client";

import { type FetchQueryOptions, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";

/** A pointer that stays this long on a row means it. */
const PASSING_MS = 40;
/** A pointer that comes back within this time reads nothing again. */
const NEAR_MS = 10_000;

/** Reads what a record's page shows before somebody presses on its row: for `onRowNear` of a table. */
export function useReadAhead<Row, Read, Key extends QueryKey>(
  queryOf: (row: Row) => FetchQueryOptions<Read, Error, Read, Key>,
): (row: Row, isPressed: boolean) => void {
  const queryClient = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const read = (row: Row) => void queryClient.prefetchQuery({ ...queryOf(row), staleTime: NEAR_MS });
  return (row, isPressed) => {
    clearTimeout(timer.current);
    // A pointer that only passes on its way reads nothing.
    if (isPressed) read(row);
    else timer.current = setTimeout(() => read(row), PASSING_MS);
  };
}
