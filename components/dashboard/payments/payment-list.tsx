"use client";

import type { SortingState, Updater } from "@tanstack/react-table";
import { type ReactNode, useState } from "react";
import { Download } from "@/components/icons/icons";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Pagination } from "@/components/ui/pagination";
import type { PaymentFlow, PaymentRow, PaymentSort, PaymentStatus } from "@/server/dashboard/payments-schema";
import { messageOf } from "../api/api-failure";
import { useDashboardConfig } from "../config";
import { SavedViews } from "../lists/saved-views";
import { StatusTabs } from "../lists/status-tabs";
import { useAddressFilters } from "../lists/use-address-filters";
import { paymentHref } from "../shared/payment-href";
import type { PaymentAction } from "./actions/action-dialog";
import { RowDialog } from "./actions/row-menu";
import { type Selection, usePaymentColumns } from "./columns";
import { FilterBar } from "./filter-bar";
import { countOf, positionOf } from "./list-counts";
import { apiQuery, paymentFilters } from "./list-filters";
import { paymentTabs } from "./payment-tabs";
import { PAGE_SIZE, usePaymentCounts, usePaymentPage, useReadPaymentAhead } from "./use-payments";

interface PaymentListProps {
  flow: PaymentFlow;
  title: string;
  description: string;
  /** What stands there before the first one. */
  empty: ReactNode;
  /** Beside the export. */
  action?: ReactNode;
  selection?: Selection;
}

/** All payments of one direction: narrowed, sorted and paged by the server, exported as they are shown. */
export function PaymentList({ flow, title, description, empty, action, selection }: PaymentListProps) {
  const [filters, change] = useAddressFilters(paymentFilters);
  const page = usePaymentPage(flow, filters);
  const [task, setTask] = useState<{ action: PaymentAction; requestId: string } | null>(null);
  const columns = usePaymentColumns(
    flow,
    (action, { requestId }) => setTask({ action, requestId }),
    selection,
  );
  const readAhead = useReadPaymentAhead();
  const { data: counts } = usePaymentCounts(flow, filters);
  const { apiBase } = useDashboardConfig();
  const isAny = (page.data?.payments.length ?? 0) > 0;
  const statuses = filters.status === "" ? [] : (filters.status.split(",") as PaymentStatus[]);
  const position = positionOf(counts, {
    first: (page.number - 1) * PAGE_SIZE + 1,
    rows: page.data?.payments.length ?? 0,
    fitting: countOf(counts, statuses),
  });
  return (
    <Card
      title={title}
      description={description}
      action={
        <div className="flex flex-wrap gap-3">
          <SavedViews
            list={flow}
            query={paymentFilters.write(filters)}
            onApply={(query) => change(paymentFilters.read(new URLSearchParams(query)))}
          />
          {isAny && (
            <ButtonLink
              href={`${apiBase}/v1/dashboard/payments/export?${apiQuery(flow, filters)}`}
              download
              size="sm"
            >
              <Download aria-hidden="true" />
              Export CSV
            </ButtonLink>
          )}
          {action}
        </div>
      }
    >
      <StatusTabs
        label={`${title} by status`}
        tabs={paymentTabs(filters.status, counts)}
        value={filters.status}
        onChange={(status) => change({ status })}
      />
      <div className="mb-5">
        <FilterBar filters={filters} onChange={change} />
      </div>
      {selection && <SelectAll rows={page.data?.payments ?? []} selection={selection} />}
      <DataTable
        label={title}
        columns={columns}
        rows={page.data?.payments}
        rowId={({ requestId }) => requestId}
        rowHref={({ requestId }) => paymentHref(flow, requestId)}
        onRowNear={readAhead}
        sorting={{
          state: sortingOf(filters.sort),
          onChange: (updater) => change({ sort: sortAfter(updater, filters.sort) }),
        }}
        isRefreshing={page.isPlaceholderData}
        error={page.error ? { message: messageOf(page.error), onRetry: () => page.refetch() } : null}
        empty={
          paymentFilters.isNarrowed(filters) ? (
            <EmptyState title="Nothing fits these filters">Clear some of them to see more.</EmptyState>
          ) : (
            empty
          )
        }
      />
      <Pagination
        what={title.toLowerCase()}
        hasPrevious={page.hasPrevious}
        hasNext={page.hasNext}
        onPrevious={page.goBack}
        onNext={page.goOn}
        position={
          [page.hasPrevious || page.hasNext ? `Page ${page.number}` : null, position]
            .filter(Boolean)
            .join(": ") || undefined
        }
        isPending={page.isPlaceholderData}
      />
      {task && <RowDialog {...task} onClose={() => setTask(null)} />}
    </Card>
  );
}

/** Takes every payment of the page that can be chosen, or lets all of them go. */
function SelectAll({ rows, selection }: { rows: readonly PaymentRow[]; selection: Selection }) {
  const takeable = rows.filter(selection.canTake);
  if (takeable.length === 0) return null;
  const chosen = takeable.filter(selection.has).length;
  return (
    <div className="mb-3">
      <Checkbox
        label={`Choose all ${takeable.length} on this page that wait to be paid`}
        checked={chosen === takeable.length}
        onChange={() => selection.toggleAll(rows)}
      />
    </div>
  );
}

function sortingOf(sort: PaymentSort): SortingState {
  return [{ id: sort.replace("-", ""), desc: sort.startsWith("-") }];
}

function sortAfter(updater: Updater<SortingState>, sort: PaymentSort): PaymentSort {
  const [first] = typeof updater === "function" ? updater(sortingOf(sort)) : updater;
  const column = (["created", "amount", "status"] as const).find((name) => name === first?.id);
  if (!column) return sort;
  return first?.desc ? `-${column}` : column;
}
