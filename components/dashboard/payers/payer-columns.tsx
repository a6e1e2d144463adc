import type { ColumnDef } from "@tanstack/react-table";
import { Badge } from "@/components/ui/badge";
import { Time } from "@/components/ui/time";
import type { DashboardPayer } from "@/server/dashboard/payers/schema";
import { RecordLink } from "../shared/record-link";
import { AGREEMENT_WORDS, KYC_WORDS } from "./payer-words";

/** Where a payer is explained. */
export function payerHref(userId: string): string {
  return `/dashboard/payers/${encodeURIComponent(userId)}`;
}

/** Where the checks of a payer stand. */
export function Checks({ payer }: { payer: Pick<DashboardPayer, "kycStatus" | "agreementStatus"> }) {
  const [kyc, agreement] = [KYC_WORDS[payer.kycStatus], AGREEMENT_WORDS[payer.agreementStatus]];
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={kyc.tone}>{kyc.name}</Badge>
      <Badge tone={agreement.tone}>{agreement.name}</Badge>
    </span>
  );
}

/** Columns of the list of payers. Names that platforms gave are text, whatever they look like. */
export const PAYER_COLUMNS: ColumnDef<DashboardPayer, unknown>[] = [
  {
    id: "clientUserId",
    header: "Payer",
    meta: { className: "sm:max-w-64" },
    cell: ({ row: { original } }) => (
      <RecordLink href={payerHref(original.userId)}>{original.clientUserId}</RecordLink>
    ),
  },
  {
    id: "checks",
    header: "Checks",
    cell: ({ row: { original } }) => <Checks payer={original} />,
  },
  {
    id: "accounts",
    header: "Bank accounts",
    cell: ({ row: { original } }) => accountsText(original.bankAccounts),
  },
  {
    id: "next",
    header: "What comes next",
    meta: { className: "sm:max-w-80" },
    cell: ({ row: { original } }) => <span className="text-sm text-muted">{original.reason}</span>,
  },
  {
    id: "created",
    header: "Created",
    cell: ({ row: { original } }) => <Time value={original.createdAt} form="date" />,
  },
];

function accountsText({ approved, pending, failed }: DashboardPayer["bankAccounts"]): string {
  const parts = [
    ...(approved > 0 ? [`${approved} approved`] : []),
    ...(pending > 0 ? [`${pending} being checked`] : []),
    ...(failed > 0 ? [`${failed} refused`] : []),
  ];
  return parts.length > 0 ? parts.join(", ") : "None";
}
