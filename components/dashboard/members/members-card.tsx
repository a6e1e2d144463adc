"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { useState } from "react";
import { Pencil, Trash2 } from "@/components/icons/icons";
import { shorten } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import type { Member } from "@/server/auth/members/schema";
import { ConfirmChange } from "../forms/confirm-change";
import { actionsColumn } from "../lists/actions-column";
import { ListTable } from "../lists/list-table";
import { RowMenu, RowMenuItem } from "../lists/row-menu";
import { useMay } from "../roles/role";
import { ROLE_WORDS } from "../roles/role-words";
import { ChangeRole } from "./change-role";
import { InviteMember } from "./invite-member";
import { useMembers } from "./queries";

type Task = "role" | "remove";

const TASKS = ["updateMember", "removeMember"] as const;

/** Who belongs to the account, and as what. */
export function MembersCard() {
  const may = useMay();
  const members = useMembers();
  const [opened, setOpened] = useState<{ task: Task; member: Member } | null>(null);
  const close = () => setOpened(null);
  const open = (task: Task, member: Member) => setOpened({ task, member });
  return (
    <Card
      title="Members"
      description="Each signs in with wallets and passkeys of their own. The dashboard shows each what their role can do."
      action={<InviteMember />}
    >
      <ListTable
        label="Members"
        columns={TASKS.some(may) ? [...COLUMNS, tasksColumn(open)] : COLUMNS}
        rows={members.data}
        rowId={({ id }) => id}
        reading={members}
        empty={null}
      />
      {opened?.task === "role" && <ChangeRole member={opened.member} onClose={close} />}
      {opened?.task === "remove" && <RemoveMember member={opened.member} onClose={close} />}
    </Card>
  );
}

/** What a member is called here: the first wallet, else the first passkey. */
const nameOf = ({ wallets: [wallet], passkeys: [passkey = "Nobody"] }: Member) =>
  wallet === undefined ? passkey : shorten(wallet);

const COLUMNS: ColumnDef<Member, unknown>[] = [
  {
    id: "wallet",
    header: "Signs in with",
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-2">
        {original.wallets.length > 0 ? (
          <span className="font-mono text-xs" title={original.wallets.join(", ")}>
            {nameOf(original)}
          </span>
        ) : (
          <span title={original.passkeys.join(", ")}>
            Passkey <bdi className="wrap-anywhere">{nameOf(original)}</bdi>
          </span>
        )}
        {original.isYou && <Badge tone="accent">You</Badge>}
      </span>
    ),
  },
  {
    id: "role",
    header: "Role",
    cell: ({ row: { original } }) => (
      <span className="grid gap-0.5">
        <span className="font-medium">{ROLE_WORDS[original.role].name}</span>
        <span className="text-xs text-muted">{ROLE_WORDS[original.role].can}</span>
      </span>
    ),
  },
  {
    id: "since",
    header: "Since",
    cell: ({ row: { original } }) => <Time value={original.createdAt} form="date" />,
  },
];

function tasksColumn(onTask: (task: Task, member: Member) => void): ColumnDef<Member, unknown> {
  return actionsColumn((member) => (
    <RowMenu name={`member ${nameOf(member)}`} operations={TASKS}>
      <RowMenuItem operation="updateMember" onClick={() => onTask("role", member)}>
        <Pencil aria-hidden="true" />
        Change role
      </RowMenuItem>
      <RowMenuItem operation="removeMember" isDangerous onClick={() => onTask("remove", member)}>
        <Trash2 aria-hidden="true" />
        Remove
      </RowMenuItem>
    </RowMenu>
  ));
}

function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  return (
    <ConfirmChange
      operation="removeMember"
      onClose={onClose}
      title={`Remove ${nameOf(member)}?`}
      confirm="Remove"
      change={(api) => api("DELETE", `/v1/members/${member.id}`)}
      done="The member was removed."
    >
      They are signed out of this account everywhere, at once. API keys that they made keep working, but for
      those that end with their membership: delete those that you do not trust.
    </ConfirmChange>
  );
}
