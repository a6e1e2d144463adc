"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { useState } from "react";
import { MailPlus } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { Invitation } from "@/server/auth/members/schema";
import { ConfirmChange } from "../forms/confirm-change";
import { ListTable } from "../lists/list-table";
import { Allowed } from "../roles/allowed";
import { ROLE_WORDS } from "../roles/role-words";
import { useInvitations } from "./queries";

/** Invitations that nobody has accepted yet. */
export function InvitationsCard() {
  const invitations = useInvitations();
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null);
  return (
    <Card title="Invitations" description="Links that wait for somebody to accept them.">
      <ListTable
        label="Invitations"
        columns={columns(setWithdrawing)}
        rows={invitations.data}
        rowId={({ id }) => id}
        reading={invitations}
        empty={
          <EmptyState icon={<MailPlus />} title="No invitation waits">
            Whoever accepts one is a member.
          </EmptyState>
        }
      />
      {withdrawing && (
        <ConfirmChange
          operation="withdrawInvitation"
          onClose={() => setWithdrawing(null)}
          title="Withdraw this invitation?"
          confirm="Withdraw"
          change={(api) => api("DELETE", `/v1/members/invitations/${withdrawing.id}`)}
          done="The invitation was withdrawn."
        >
          Its link lets nobody in any more.
        </ConfirmChange>
      )}
    </Card>
  );
}

function columns(onWithdraw: (invitation: Invitation) => void): ColumnDef<Invitation, unknown>[] {
  return [
    {
      id: "role",
      header: "For",
      cell: ({ row: { original } }) => ROLE_WORDS[original.role].name,
    },
    {
      id: "created",
      header: "Made",
      cell: ({ row: { original } }) => <Time value={original.createdAt} form="absolute" />,
    },
    {
      id: "expires",
      header: "Ends",
      cell: ({ row: { original } }) => <Time value={original.expiresAt} form="relative" />,
    },
    {
      id: "withdraw",
      header: "Withdraw",
      cell: ({ row: { original } }) => (
        <Allowed to="withdrawInvitation">
          <Button size="sm" onClick={() => onWithdraw(original)}>
            Withdraw
          </Button>
        </Allowed>
      ),
    },
  ];
}
