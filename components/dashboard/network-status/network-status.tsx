"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import { PageFrame } from "../frame/page-frame";
import { ListTable } from "../lists/list-table";
import { useOverview } from "../queries";
import { Allowed } from "../roles/allowed";
import { CHAIN_STATES, type ChainHealth, RECURRING_STATES } from "./chain-state";
import { DisagreementsCard } from "./disagreements-card";

/** How far each chain is watched, and what keeps it. */
export function NetworkStatus() {
  const overview = useOverview("1");
  return (
    <PageFrame operation="getDashboardOverview" title="Network status">
      <div className="grid gap-6">
        <Card title="Chains" description="A payment is noticed when its block has been looked at.">
          <ListTable
            label="Chains"
            columns={COLUMNS}
            rows={overview.data?.chains}
            rowId={({ network }) => network}
            empty={<EmptyState title="No chain is configured" />}
            reading={overview}
          />
        </Card>
        <Allowed to="listNodeDisagreements">
          <DisagreementsCard />
        </Allowed>
      </div>
    </PageFrame>
  );
}

const COLUMNS: ColumnDef<ChainHealth, unknown>[] = [
  {
    accessorKey: "name",
    header: "Network",
    cell: ({ row }) => <b className="font-medium">{row.original.name}</b>,
  },
  { accessorKey: "state", header: "State", cell: ({ row }) => <State chain={row.original} /> },
  {
    accessorKey: "headBlock",
    header: "Newest block",
    enableSorting: false,
    meta: { align: "right" },
    cell: ({ row }) => row.original.headBlock ?? "unknown",
  },
  {
    accessorKey: "processedBlock",
    header: "Looked at up to",
    enableSorting: false,
    meta: { align: "right" },
    cell: ({ row }) => row.original.processedBlock ?? "nothing yet",
  },
  {
    accessorKey: "lagSeconds",
    header: "Behind",
    meta: { align: "right" },
    cell: ({ row }) => `${row.original.lagBlocks} blocks, ${row.original.lagSeconds} s`,
  },
  {
    accessorKey: "recurringPayouts",
    header: "Recurring payouts",
    cell: ({ row }) => <RecurringState chain={row.original} />,
  },
  {
    accessorKey: "lastPassAt",
    header: "Last look",
    cell: ({ row }) =>
      row.original.lastPassAt ? <Time value={row.original.lastPassAt} form="relative" /> : "never",
  },
];

function State({ chain }: { chain: ChainHealth }) {
  const { name, tone, means } = CHAIN_STATES[chain.state];
  return (
    <div className="grid justify-items-end gap-1 sm:justify-items-start">
      <Badge tone={tone} hasDot>
        {name}
      </Badge>
      {chain.state !== "ok" && <span className="text-xs text-muted">{means}</span>}
      {chain.lastError && (
        <span className="max-w-64 text-xs wrap-anywhere text-danger">{chain.lastError}</span>
      )}
    </div>
  );
}

function RecurringState({ chain }: { chain: ChainHealth }) {
  const { name, tone, means } = RECURRING_STATES[chain.recurringPayouts];
  return (
    <div className="grid justify-items-end gap-1 sm:justify-items-start">
      <Badge tone={tone}>{name}</Badge>
      {means && <span className="max-w-64 text-xs text-muted">{means}</span>}
    </div>
  );
}
