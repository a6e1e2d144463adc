"use client";

import type { ReactNode } from "react";
import { Download } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { DataTableProps } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import type { ViewList } from "@/server/dashboard/views/schema";
import { useDashboardConfig } from "../config";
import { CursorPages } from "./list-pages";
import { ListTable } from "./list-table";
import { SavedViews } from "./saved-views";
import type { CursorList } from "./use-cursor-list";

interface ListPageProps<Row> {
  title: string;
  description: string;
  /** Names the table and its pages. */
  what: string;
  /** Beside views and export. */
  action?: ReactNode;
  /** The list that views are saved for, the filters of now, and what takes others. */
  views?: { list: ViewList; query: string; onApply: (query: string) => void };
  /** Path and query of the export, offered while there are rows. */
  exportPath?: `/v1/${string}`;
  /** What narrows the list, above it. */
  filters: ReactNode;
  page: CursorList;
  position?: string | null;
  table: Omit<DataTableProps<Row>, "label" | "empty" | "error" | "isRefreshing">;
  isNarrowed: boolean;
  /** Stands there before the first one. */
  empty: ReactNode;
}

/** A list that the server narrows, sorts and pages, and exports as it is shown. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { what, views, exportPath, filters, page, position, table, isNarrowed, empty } = props;
  const { apiBase } = useDashboardConfig();
  return (
    <Card
      title={props.title}
      description={props.description}
      action={
        <div className="flex flex-wrap gap-3 empty:hidden">
          {views && <SavedViews {...views} />}
          {exportPath && table.rows !== undefined && table.rows.length > 0 && (
            <ButtonLink href={`${apiBase}${exportPath}`} download size="sm">
              <Download aria-hidden="true" />
              Export CSV
            </ButtonLink>
          )}
          {props.action}
        </div>
      }
    >
      {filters}
      <ListTable
        {...table}
        label={what}
        reading={page}
        empty={
          isNarrowed ? (
            <EmptyState title="Nothing fits these filters">Clear some of them to see more.</EmptyState>
          ) : (
            empty
          )
        }
      />
      <CursorPages what={what.toLowerCase()} page={page} position={position} />
    </Card>
  );
}
