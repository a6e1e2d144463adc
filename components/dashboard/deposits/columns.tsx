import type { ColumnDef } from "@tanstack/react-table";
import { Address } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import { paymentHref } from "../shared/payment-href";
import { RecordLink, recordName } from "../shared/record-link";
import type { DepositRow } from "./rows";

/** Columns of what waits on a network. References are text of strangers, whatever they look like. */
export const DEPOSIT_COLUMNS: ColumnDef<DepositRow, unknown>[] = [
  {
    id: "reference",
    header: "Payment",
    meta: { className: "sm:max-w-64" },
    cell: ({ row: { original } }) => (
      <RecordLink href={paymentHref(original.flow, original.requestId)}>
        {recordName(original.reference, original.requestId)}
      </RecordLink>
    ),
  },
  {
    id: "address",
    header: "Deposit address",
    cell: ({ row: { original } }) => <Address value={original.address} copy="deposit address" />,
  },
  {
    id: "payee",
    header: "Goes to",
    cell: ({ row: { original } }) => <Address value={original.payee} />,
  },
  {
    id: "amount",
    header: "Amount",
    meta: { align: "right" },
    cell: ({ row: { original } }) => (
      <span className="block">
        <Amount value={original.amount} unit={original.currency} />
        {original.payeeAmount !== original.amount && (
          <span className="block text-xs text-muted">
            <Amount value={original.payeeAmount} unit={original.currency} /> after fees
          </span>
        )}
      </span>
    ),
  },
  {
    id: "since",
    header: "Waits since",
    cell: ({ row: { original } }) => <Time value={original.since} form="absolute" />,
  },
  {
    id: "state",
    header: "State",
    cell: ({ row: { original } }) =>
      original.isCollectable ? (
        <Badge tone="positive">At the deposit address</Badge>
      ) : (
        <Badge tone="warning">Being confirmed</Badge>
      ),
  },
];
