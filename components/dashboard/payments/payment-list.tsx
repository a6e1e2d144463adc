"use client";

import { type ReactNode, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import type { PaymentFlow, PaymentRow, PaymentStatus } from "@/server/dashboard/payments-schema";
import { ListPage } from "../lists/list-page";
import { sortAfter, sortingOf } from "../lists/sorting";
import { StatusTabs } from "../lists/status-tabs";
import { useAddressFilters } from "../lists/use-address-filters";
import { PAGE_SIZE } from "../lists/use-cursor-list";
import { paymentHref } from "../shared/payment-href";
import type { PaymentAction } from "./actions/action-dialog";
import { RowDialog } from "./actions/row-menu";
import { type Selection, usePaymentColumns } from "./columns";
import { FilterBar } from "./filter-bar";
import { countOf, positionOf } from "./list-counts";
import { apiQuery, PAYMENT_SORTS, paymentFilters } from "./list-filters";
import { paymentTabs } from "./payment-tabs";
import { usePaymentCounts, usePaymentPage, useReadPaymentAhead } from "./use-payments";

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
  const rows = page.data?.payments;
  const [task, setTask] = useState<{ action: PaymentAction; requestId: string } | null>(null);
  const columns = usePaymentColumns(
    flow,
    (action, { requestId }) => setTask({ action, requestId }),
    selection,
  );
  const readAhead = useReadPaymentAhead();
  const { data: counts } = usePaymentCounts(flow, filters);
  const statuses = filters.status === "" ? [] : (filters.status.split(",") as PaymentStatus[]);
  const position = positionOf(counts, {
    first: (page.number - 1) * PAGE_SIZE + 1,
    rows: rows?.length ?? 0,
    fitting: countOf(counts, statuses),
  });
  return (
    <>
      <ListPage
        title={title}
        description={description}
        what={title}
        action={action}
        views={{
          list: flow,
          query: paymentFilters.write(filters),
          onApply: (query) => change(paymentFilters.read(new URLSearchParams(query))),
        }}
        exportPath={`/v1/dashboard/payments/export?${apiQuery(flow, filters)}`}
        filters={
          <>
            <StatusTabs
              label={`${title} by status`}
              tabs={paymentTabs(filters.status, counts)}
              value={filters.status}
              onChange={(status) => change({ status })}
            />
            <div className="mb-5">
              <FilterBar filters={filters} onChange={change} />
            </div>
            {selection && <SelectAll rows={rows ?? []} selection={selection} />}
          </>
        }
        page={page}
        position={position}
        table={{
          columns,
          rows,
          rowId: ({ requestId }) => requestId,
          rowHref: ({ requestId }) => paymentHref(flow, requestId),
          onRowNear: readAhead,
          sorting: {
            state: sortingOf(filters.sort),
            onChange: (updater) => change({ sort: sortAfter(updater, filters.sort, PAYMENT_SORTS) }),
          },
        }}
        isNarrowed={paymentFilters.isNarrowed(filters)}
        empty={empty}
      />
      {task && <RowDialog {...task} onClose={() => setTask(null)} />}
    </>
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
