// biome-ignore-all lint/a11y/noRedundantRoles: a browser forgets these roles where `display` is not that of a table

import { flexRender, type Header, type HeaderGroup } from "@tanstack/react-table";
import { ArrowDown, ArrowUp, ChevronsUpDown } from "@/components/icons/icons";
import { cn } from "./cn";

/** The head of a data table. On a phone only the buttons that sort remain of it. */
export function DataTableHead<Data>({ groups }: { groups: HeaderGroup<Data>[] }) {
  const canSort = groups.some(({ headers }) => headers.some(({ column }) => column.getCanSort()));
  return (
    <thead
      role="rowgroup"
      className={cn("sm:table-header-group", canSort ? "mb-3 block" : "sr-only sm:not-sr-only")}
    >
      {groups.map((group) => (
        <tr
          key={group.id}
          role="row"
          className="flex flex-wrap gap-x-4 gap-y-1 sm:table-row sm:border-b sm:border-line"
        >
          {group.headers.map((header) => (
            <HeadCell key={header.id} header={header} />
          ))}
        </tr>
      ))}
    </thead>
  );
}

const DIRECTIONS = { asc: "ascending", desc: "descending" } as const;

function HeadCell<Data>({ header }: { header: Header<Data, unknown> }) {
  const { column } = header;
  const sorted = column.getIsSorted();
  const isRight = column.columnDef.meta?.align === "right";
  const text = header.isPlaceholder ? null : flexRender(column.columnDef.header, header.getContext());
  const Icon = sorted === "asc" ? ArrowUp : sorted === "desc" ? ArrowDown : ChevronsUpDown;
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={sorted ? DIRECTIONS[sorted] : column.getCanSort() ? "none" : undefined}
      className={cn(
        "text-left text-xs font-medium text-muted sm:px-3 sm:py-2.5 sm:first:pl-0 sm:last:pr-0",
        isRight && "sm:text-right",
        !column.getCanSort() &&
          "sr-only sm:not-sr-only sm:table-cell sm:px-3 sm:py-2.5 sm:first:pl-0 sm:last:pr-0",
      )}
    >
      {column.getCanSort() ? (
        <button
          type="button"
          onClick={column.getToggleSortingHandler()}
          className={cn(
            "-mx-1 inline-flex min-h-6 items-center gap-1 rounded px-1 hover:text-ink",
            sorted && "text-ink",
          )}
        >
          {text}
          <Icon aria-hidden="true" className="size-3.5" />
        </button>
      ) : (
        text
      )}
    </th>
  );
}
