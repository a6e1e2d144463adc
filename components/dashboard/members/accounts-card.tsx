"use client";

import { useMutation } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { OwnAccount } from "@/server/auth/members/schema";
import { ConfirmChange } from "../forms/confirm-change";
import { ListTable } from "../lists/list-table";
import { ROLE_WORDS } from "../roles/role-words";
import { useMerchant } from "../session/merchant";
import { useAccounts } from "./queries";

/** The accounts of whoever is signed in, and the way from one to another. */
export function AccountsCard() {
  const accounts = useAccounts();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <Card
      title="Your accounts"
      description="Everything in the dashboard is about one account at a time."
      action={
        (accounts.data?.length ?? 0) > 1 && (
          <Button variant="danger" onClick={() => setLeaving(true)}>
            Leave this account
          </Button>
        )
      }
    >
      <ListTable
        label="Your accounts"
        columns={COLUMNS}
        rows={accounts.data}
        rowId={({ id }) => id}
        reading={accounts}
        empty={null}
      />
      {isLeaving && (
        <ConfirmChange
          operation="leaveAccount"
          onClose={() => setLeaving(false)}
          title="Leave this account?"
          confirm="Leave"
          change={async (api) => {
            await api("POST", "/v1/members/leave");
            window.location.assign("/dashboard");
          }}
          done="You left the account."
        >
          You are signed out of it at once, and come back only by another invitation.
        </ConfirmChange>
      )}
    </Card>
  );
}

const COLUMNS: ColumnDef<OwnAccount, unknown>[] = [
  {
    id: "name",
    header: "Account",
    cell: ({ row: { original } }) => <bdi className="font-medium wrap-anywhere">{original.name}</bdi>,
  },
  {
    id: "role",
    header: "You are",
    cell: ({ row: { original } }) => ROLE_WORDS[original.role].name,
  },
  {
    id: "select",
    header: "Shown",
    cell: ({ row: { original } }) =>
      original.isSelected ? <Badge tone="accent">Now</Badge> : <SelectAccount account={original} />,
  },
];

function SelectAccount({ account: { id, name } }: { account: OwnAccount }) {
  const { api } = useMerchant();
  const select = useMutation({
    mutationFn: () => api<OwnAccount>("POST", `/v1/accounts/${id}/select`),
    // A new document, so that nothing of the account before stays in memory.
    onSuccess: () => window.location.assign("/dashboard"),
  });
  return (
    <Button
      size="sm"
      isPending={select.isPending}
      aria-label={`Change to ${name}`}
      onClick={() => select.mutate()}
    >
      Change
    </Button>
  );
}
