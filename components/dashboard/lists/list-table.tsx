"use client";

import { DataTable, type DataTableProps } from "@/components/ui/data-table";
import { messageOf } from "../api/api-failure";

/** What a table has to know of the query that its rows come from. */
export interface Reading {
  error: Error | null;
  refetch: () => unknown;
  isPlaceholderData: boolean;
}

type ListTableProps<Row> = Omit<DataTableProps<Row>, "error" | "isRefreshing"> & { reading: Reading };

/** The table of a list that the API answers: it says when reading fails, and when its rows are still those of before. */
export function ListTable<Row>({ reading, ...table }: ListTableProps<Row>) {
  const { error, refetch, isPlaceholderData } = reading;
  return (
    <DataTable
      {...table}
      isRefreshing={isPlaceholderData}
      error={error && { message: messageOf(error), onRetry: () => refetch() }}
    />
  );
}
