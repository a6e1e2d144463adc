// biome-ignore-all lint/a11y/noRedundantRoles: a browser forgets these roles where `display` is not that of a table

import type { Cell, Row } from "@tanstack/react-table";
import type { KeyboardEvent, MouseEvent } from "react";
import { cn } from "./cn";

const INTERACTIVE = "a,button,input,select,textarea,label,dialog,summary";

interface DataTableRowProps<Data> {
  row: Row<Data>;
  onOpen?: (() => void) | undefined;
  /** The pointer or the focus has come to it, or the pointer presses on it. */
  onNear?: ((isPressed: boolean) => void) | undefined;
}

/** One row: a line of the table, or a card with a label before each value. */
export function DataTableRow<Data>({ row, onOpen, onNear }: DataTableRowProps<Data>) {
  const press = (event: MouseEvent<HTMLTableRowElement>) => {
    const isSelecting = (window.getSelection()?.toString() ?? "") !== "";
    if (isSelecting || !(event.target instanceof Element) || event.target.closest(INTERACTIVE)) return;
    // A menu of the row is drawn elsewhere in the document, yet its presses arrive here.
    if (!event.currentTarget.contains(event.target)) return;
    onOpen?.();
  };
  return (
    <tr
      role="row"
      onClick={onOpen && press}
      onPointerEnter={() => onNear?.(false)}
      onPointerDown={() => onNear?.(true)}
      onFocus={() => onNear?.(false)}
      className={cn(
        "block rounded-md border border-line bg-card px-4 py-3 sm:table-row sm:rounded-none sm:border-0 sm:border-b sm:border-dashed sm:bg-transparent sm:last:border-b-0",
        onOpen && "cursor-pointer hover:bg-sunken/60",
      )}
    >
      {row.getVisibleCells().map((cell) => (
        <DataCell key={cell.id} cell={cell} />
      ))}
    </tr>
  );
}

function DataCell<Data>({ cell }: { cell: Cell<Data, unknown> }) {
  const { meta, header, cell: content } = cell.column.columnDef;
  const label = meta?.label ?? (typeof header === "string" ? header : undefined);
  return (
    <td
      role="cell"
      className={cn(
        "flex items-baseline justify-between gap-4 py-1 sm:table-cell sm:px-3 sm:py-3 sm:align-baseline sm:first:pl-0 sm:last:pr-0",
        meta?.align === "right" && "sm:text-right",
        // Buttons without a label before them stand where the values of the other lines end.
        meta?.isUnlabelled && meta.align === "right" && "justify-end",
        meta?.className,
      )}
    >
      {label && !meta?.isUnlabelled && (
        <span aria-hidden="true" className="shrink-0 text-xs text-muted sm:hidden">
          {label}
        </span>
      )}
      <div
        className={cn(
          "min-w-0",
          !meta?.isUnlabelled && "text-right sm:text-left",
          meta?.align === "right" && "sm:text-right",
        )}
      >
        {/* Called and not made a component: columns are new at each render, and what has the focus has to stay. */}
        {typeof content === "function" ? content(cell.getContext()) : content}
      </div>
    </td>
  );
}

/** Arrow keys lead from the link of one row to that of the next, past everything else in between. */
export function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  if (!(event.target instanceof HTMLAnchorElement)) return;
  const row = event.target.closest("tr");
  const next = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  const link = next?.querySelector("a");
  if (!link) return;
  event.preventDefault();
  link.focus();
}
