// biome-ignore-all lint/a11y/noRedundantRoles: a browser forgets these roles where `display` is not that of a table

"use client";

import {
  type ColumnDef,
  getCoreRowModel,
  getSortedRowModel,
  type OnChangeFn,
  type Row,
  type RowData,
  type SortingState,
  useReactTable,
} from "@tanstack/react-table";
import type { ReactNode } from "react";
import { Alert } from "./alert";
import { Button } from "./button";
import { DataTableHead } from "./data-table-head";
import { DataTableRow, moveByArrow } from "./data-table-row";
import { useOpen } from "./in-place";
import { Skeleton } from "./skeleton";

declare module "@tanstack/react-table" {
  // The type parameters have to be named as the library names them.
  interface ColumnMeta<TData extends RowData, TValue> {
    /** Numbers stand right, so that their digits line up. */
    align?: "right";
    /** Stands before the value on a phone; the header's text without it. */
    label?: string;
    /** No label on a phone: the card's heading, or a column of buttons. */
    isUnlabelled?: boolean;
    className?: string;
  }
}

export interface DataTableProps<Data> {
  /** Names the table. */
  label: string;
  /** A column that names a field of its rows can be sorted by it, unless it says otherwise; one with an ID alone cannot. */
  columns: ColumnDef<Data, unknown>[];
  /** Undefined while loading for the first time. */
  rows: readonly Data[] | undefined;
  rowId: (row: Data) => string;
  /** Where a press on a row leads. One cell has to hold a link to the same place, for the keyboard. */
  rowHref?: (row: Data) => string;
  /** A pointer or the focus has come to a row, or presses on it: what opens then can be fetched ahead. */
  onRowNear?: (row: Data, isPressed: boolean) => void;
  /** Who sorts: without it the table sorts the rows it has; with it the server does. */
  sorting?: { state: SortingState; onChange: OnChangeFn<SortingState> };
  /** Shown instead of a table without rows. */
  empty: ReactNode;
  error?: { message: string; onRetry: () => void } | null;
  /** Rows of the page before are still shown while the next one comes. */
  isRefreshing?: boolean;
}

const NO_ROWS: readonly never[] = [];
const PLACEHOLDERS = ["first", "second", "third", "fourth"];

/**
 * A table on a wide screen and a stack of cards on a phone, from the same elements. The roles are written out
 * because a browser forgets them where `display` is not that of a table.
 */
export function DataTable<Data>(props: DataTableProps<Data>) {
  const { rows, error, empty } = props;
  if (error && !rows) return <Failed {...error} />;
  if (!rows) return <Loading label={props.label} />;
  return (
    <>
      {error && <Failed {...error} />}
      {rows.length === 0 ? empty : <Filled {...props} />}
    </>
  );
}

function Filled<Data>(props: DataTableProps<Data>) {
  const { label, columns, rows, rowId, rowHref, onRowNear, sorting, isRefreshing } = props;
  const openHref = useOpen();
  const table = useReactTable<Data>({
    data: copyOnce(rows ?? NO_ROWS),
    columns,
    getRowId: rowId,
    getCoreRowModel: getCoreRowModel(),
    enableSortingRemoval: false,
    ...(sorting
      ? { manualSorting: true, state: { sorting: sorting.state }, onSortingChange: sorting.onChange }
      : { getSortedRowModel: getSortedRowModel() }),
  });
  const open = rowHref && ((row: Row<Data>) => openHref(rowHref(row.original)));
  return (
    <table
      role="table"
      aria-label={label}
      aria-busy={isRefreshing || undefined}
      className="block w-full text-sm aria-busy:cursor-progress sm:table sm:border-collapse"
    >
      <DataTableHead groups={table.getHeaderGroups()} />
      <tbody role="rowgroup" onKeyDown={moveByArrow} className="grid grid-cols-1 gap-3 sm:table-row-group">
        {table.getRowModel().rows.map((row) => (
          <DataTableRow
            key={row.id}
            row={row}
            onOpen={open && (() => open(row))}
            onNear={onRowNear && ((isPressed) => onRowNear(row.original, isPressed))}
          />
        ))}
      </tbody>
    </table>
  );
}

/** The library wants an array it could write to, and the same one for the same rows. */
const copies = new WeakMap<readonly unknown[], unknown[]>();
function copyOnce<Data>(rows: readonly Data[]): Data[] {
  const known = copies.get(rows);
  // What was stored under these rows was made of them.
  if (known) return known as Data[];
  const copy = [...rows];
  copies.set(rows, copy);
  return copy;
}

/** Says nothing by itself: a page with several tables would speak all at once. */
function Loading({ label }: { label: string }) {
  return (
    <div aria-busy="true" className="space-y-4 py-3">
      <span className="sr-only">Loading {label}</span>
      {PLACEHOLDERS.map((name) => (
        <div key={name} className="flex gap-6">
          <Skeleton className="w-1/4" />
          <Skeleton className="w-1/3" />
          <Skeleton className="ml-auto w-1/6" />
        </div>
      ))}
    </div>
  );
}

function Failed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Alert
      tone="danger"
      className="mb-4"
      action={
        <Button size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </Alert>
  );
}
