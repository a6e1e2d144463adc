"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { shorten } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Checkbox } from "@/components/ui/checkbox";
import { Time } from "@/components/ui/time";
import type { PaymentFlow, PaymentRow } from "@/server/dashboard/payments-schema";
import { useNames } from "../networks";
import { paymentHref } from "../shared/payment-href";
import { RecordLink, recordName } from "../shared/record-link";
import { type OnAction, PaymentMenu } from "./actions/row-menu";
import { PaymentStatusBadge } from "./payment-status";

/** Rows that can be chosen, and which are. */
export interface Selection {
  has: (row: PaymentRow) => boolean;
  canTake: (row: PaymentRow) => boolean;
  toggle: (row: PaymentRow) => void;
  /** Takes all of these that can be taken; where all are taken already, none of them any more. */
  toggleAll: (rows: readonly PaymentRow[]) => void;
}

/** Columns of a list of payments. What payers and merchants typed is text, whatever it looks like. */
export function usePaymentColumns(
  flow: PaymentFlow,
  onAction: OnAction,
  selection?: Selection,
): ColumnDef<PaymentRow, unknown>[] {
  const names = useNames();
  return [
    ...(selection ? [selectColumn(selection)] : []),
    {
      id: "reference",
      header: flow === "incoming" ? "Reference" : "Payment reference",
      meta: { className: "sm:max-w-72" },
      cell: ({ row: { original } }) => (
        <RecordLink href={paymentHref(flow, original.requestId)}>
          {recordName(original.reference, original.requestId)}
        </RecordLink>
      ),
    },
    {
      id: "party",
      header: flow === "incoming" ? "Payer ID" : "Recipient",
      meta: { className: "sm:max-w-56" },
      cell: ({ row: { original } }) => <Party flow={flow} row={original} />,
    },
    {
      id: "amount",
      accessorKey: "amount",
      header: "Amount",
      meta: { align: "right" },
      cell: ({ row: { original } }) => (
        <span className="block">
          <Amount value={original.amount} unit={original.currency} />
          <span className="block text-xs text-muted">
            {original.paidWith && (
              <>
                <Amount value={original.paidWith.amount} unit={original.paidWith.currency} /> ·{" "}
              </>
            )}
            {names.network(original.network)}
          </span>
        </span>
      ),
    },
    {
      id: "status",
      accessorKey: "status",
      header: "Status",
      cell: ({ row: { original } }) => <PaymentStatusBadge status={original.status} />,
    },
    {
      id: "hash",
      header: "Tx hash",
      cell: ({ row: { original } }) => (
        <Hash
          value={original.txHash}
          url={original.txHash && names.transactionUrl(original.network, original.txHash)}
        />
      ),
    },
    {
      id: "created",
      accessorKey: "createdAt",
      header: "Created",
      cell: ({ row: { original } }) => (
        <span>
          <Time value={original.createdAt} form="absolute" />
          <span className="block text-xs text-muted">{sourceOf(original)}</span>
        </span>
      ),
    },
    {
      id: "actions",
      header: () => <span className="sr-only">Actions</span>,
      meta: { label: "Actions", align: "right", className: "sm:align-middle" },
      cell: ({ row: { original } }) => <PaymentMenu row={original} onAction={onAction} />,
    },
  ];
}

function selectColumn(selection: Selection): ColumnDef<PaymentRow, unknown> {
  return {
    id: "select",
    header: () => <span className="sr-only">Choose</span>,
    meta: { label: "Choose", className: "sm:align-middle" },
    cell: ({ row: { original } }) => (
      <Checkbox
        label={`Choose ${original.reference ?? original.requestId}`}
        isLabelHidden
        disabled={!selection.canTake(original)}
        checked={selection.has(original)}
        onChange={() => selection.toggle(original)}
      />
    ),
  };
}

function Party({ flow, row }: { flow: PaymentFlow; row: PaymentRow }) {
  const wallet = flow === "incoming" ? row.payer : row.payee;
  return (
    <span className="block min-w-0">
      {row.payerIdentifier !== null && (
        <bdi className="line-clamp-3 wrap-anywhere">{row.payerIdentifier}</bdi>
      )}
      {wallet !== null && (
        <span className="font-mono text-xs text-muted" title={wallet}>
          {shorten(wallet)}
        </span>
      )}
      {wallet === null && row.payerIdentifier === null && <span className="text-muted">—</span>}
    </span>
  );
}

function Hash({ value, url }: { value: string | null; url: string | null }) {
  if (value === null) return <span className="text-muted">—</span>;
  const short = (
    <span className="font-mono text-xs" title={value}>
      {shorten(value)}
    </span>
  );
  if (!url) return short;
  return (
    <a href={url} target="_blank" rel="noreferrer" className="underline underline-offset-4">
      {short}
      <span className="sr-only"> on the block explorer</span>
    </a>
  );
}

const SOURCES: Record<PaymentRow["source"]["kind"], string> = {
  manual: "Manual",
  api: "API",
  client_id: "Client ID",
  recurring: "Recurring",
  unknown: "",
};

function sourceOf({ source }: PaymentRow): string {
  return source.label ?? SOURCES[source.kind];
}
