"use client";

import type { ColumnDef } from "@tanstack/react-table";
import Link from "next/link";
import { shorten } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { Approval } from "@/server/auth/approvals/schema";
import { PageFrame } from "../frame/page-frame";
import { ListTable } from "../lists/list-table";
import { useApprovals } from "../queries";
import { PolicyCard } from "./policy-card";
import { APPROVAL_STATE_WORDS } from "./state-words";

/** What waits for a second person, what was decided, and what needs one. */
export function ApprovalsPage() {
  return (
    <PageFrame operation="listApprovals" title="Approvals">
      <div className="grid grid-cols-1 gap-6">
        <ListCard
          state="waiting"
          title="Waiting"
          description="Nothing of this has happened. Each waits for another person than the one who asked."
          empty="Nothing waits"
        />
        <ListCard
          state="decided"
          title="Decided"
          description="The newest 50, with who decided."
          empty="Nothing was decided yet"
        />
        <PolicyCard />
      </div>
    </PageFrame>
  );
}

interface ListCardProps {
  state: "waiting" | "decided";
  title: string;
  description: string;
  empty: string;
}

function ListCard({ state, title, description, empty }: ListCardProps) {
  const approvals = useApprovals(state);
  return (
    <Card title={title} description={description}>
      <ListTable
        label={title}
        columns={COLUMNS}
        rows={approvals.data?.approvals}
        rowId={({ id }) => id}
        reading={approvals}
        empty={
          <EmptyState title={empty}>
            {state === "waiting" ? "Changes that need a second person are listed here." : ""}
          </EmptyState>
        }
      />
    </Card>
  );
}

const COLUMNS: ColumnDef<Approval, unknown>[] = [
  {
    id: "what",
    header: "What",
    cell: ({ row: { original } }) => (
      <Link
        href={`/dashboard/approvals/${original.id}`}
        prefetch={false}
        className="font-medium text-accent underline underline-offset-4 wrap-anywhere"
      >
        {original.words}
      </Link>
    ),
  },
  {
    id: "asker",
    header: "Asked by",
    cell: ({ row: { original } }) => <Asker approval={original} />,
  },
  {
    id: "state",
    header: "State",
    cell: ({ row: { original } }) =>
      original.canDecide ? (
        <Badge tone="warning" hasDot>
          Waits for you
        </Badge>
      ) : (
        <Badge tone={APPROVAL_STATE_WORDS[original.state].tone}>
          {APPROVAL_STATE_WORDS[original.state].name}
        </Badge>
      ),
  },
  {
    id: "when",
    header: "Asked",
    cell: ({ row: { original } }) => <Time value={original.createdAt} />,
  },
];

function Asker({ approval: { isYours, asker } }: { approval: Approval }) {
  if (isYours) return "You";
  const [wallet] = asker.wallets;
  if (wallet !== undefined) return <span className="font-mono text-xs">{shorten(wallet)}</span>;
  return <bdi className="wrap-anywhere">{asker.passkeys[0] ?? "Nobody any more"}</bdi>;
}
