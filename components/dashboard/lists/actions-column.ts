import type { ColumnDef } from "@tanstack/react-table";
import type { ReactNode } from "react";

/** The last column of a list: the buttons of each row. */
export function actionsColumn<Row>(buttons: (row: Row) => ReactNode): ColumnDef<Row, unknown> {
  return {
    id: "actions",
    header: "Actions",
    meta: { isUnlabelled: true, align: "right" },
    cell: ({ row }) => buttons(row.original),
  };
}
