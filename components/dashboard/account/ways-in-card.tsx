"use client";

import { useMutation } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { useState } from "react";
import { KeyRound, Pencil, Trash2 } from "@/components/icons/icons";
import { shorten } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { Passkey } from "@/server/auth/passkeys/schema";
import { useDashboardConfig } from "../config";
import { ConfirmChange } from "../forms/confirm-change";
import { MutationForm } from "../forms/mutation-form";
import { actionsColumn } from "../lists/actions-column";
import { ListTable } from "../lists/list-table";
import { RowMenu, RowMenuItem } from "../lists/row-menu";
import { useMembers } from "../members/queries";
import { useMerchant } from "../session/merchant";
import { AddPasskey } from "./add-passkey";
import { usePasskeys } from "./queries";

type WayIn = { kind: "wallet"; id: string; address: string } | ({ kind: "passkey" } & Passkey);
type Task = "rename" | "remove";

/** What whoever is signed in signs in with. */
export function WaysInCard() {
  const { passkeys: support } = useDashboardConfig();
  const passkeys = usePasskeys();
  const members = useMembers();
  const [opened, setOpened] = useState<{ task: Task; passkey: Passkey } | null>(null);
  const close = () => setOpened(null);
  const rows =
    passkeys.data && members.data
      ? waysIn(members.data.find(({ isYou }) => isYou)?.wallets ?? [], passkeys.data)
      : undefined;
  return (
    <Card
      title="Ways to sign in"
      description={
        support.isOffered
          ? "Yours alone, for every account that you belong to. Keep two, so that a lost device does not lock you out."
          : `Yours alone, for every account that you belong to. ${support.reason}.`
      }
      action={support.isOffered && <AddPasskey />}
    >
      <ListTable
        label="Ways to sign in"
        columns={[...COLUMNS, tasksColumn((task, passkey) => setOpened({ task, passkey }))]}
        rows={rows}
        rowId={({ id }) => id}
        reading={passkeys.error ? passkeys : members}
        empty={null}
      />
      {opened?.task === "rename" && <RenamePasskey passkey={opened.passkey} onClose={close} />}
      {opened?.task === "remove" && (
        <ConfirmChange
          operation="removePasskey"
          onClose={close}
          title={`Remove ${opened.passkey.name}?`}
          confirm="Remove"
          change={(api) => api("DELETE", `/v1/passkeys/${opened.passkey.id}`)}
          done="The passkey was removed."
        >
          It signs you in no more, and every other session that was begun with it ends now. Delete it from the
          device too, or the device goes on offering it.
        </ConfirmChange>
      )}
    </Card>
  );
}

function waysIn(wallets: readonly string[], passkeys: readonly Passkey[]): WayIn[] {
  return [
    ...wallets.map((address) => ({ kind: "wallet" as const, id: address, address })),
    ...passkeys.map((passkey) => ({ kind: "passkey" as const, ...passkey })),
  ];
}

const COLUMNS: ColumnDef<WayIn, unknown>[] = [
  {
    id: "name",
    header: "Way",
    cell: ({ row: { original } }) =>
      original.kind === "wallet" ? (
        <span className="font-mono text-xs" title={original.address}>
          {shorten(original.address)}
        </span>
      ) : (
        <span className="flex flex-wrap items-center gap-2">
          <KeyRound aria-hidden="true" className="size-4 shrink-0 text-muted" />
          <bdi className="font-medium wrap-anywhere">{original.name}</bdi>
          {original.isCurrent && <Badge tone="accent">This session</Badge>}
        </span>
      ),
  },
  {
    id: "kind",
    header: "Kind",
    cell: ({ row: { original } }) => {
      if (original.kind === "wallet") return "Wallet";
      return original.isSynced ? "Passkey, synced between devices" : "Passkey, on one device";
    },
  },
  {
    id: "used",
    header: "Last used",
    cell: ({ row: { original } }) => {
      if (original.kind === "wallet") return "—";
      return original.lastUsedAt === null ? "Never" : <Time value={original.lastUsedAt} form="relative" />;
    },
  },
];

function tasksColumn(onTask: (task: Task, passkey: Passkey) => void): ColumnDef<WayIn, unknown> {
  return actionsColumn((way) =>
    way.kind === "wallet" ? null : (
      <RowMenu name={`passkey ${way.name}`} operations={["renamePasskey", "removePasskey"]}>
        <RowMenuItem operation="renamePasskey" onClick={() => onTask("rename", way)}>
          <Pencil aria-hidden="true" />
          Rename
        </RowMenuItem>
        <RowMenuItem operation="removePasskey" isDangerous onClick={() => onTask("remove", way)}>
          <Trash2 aria-hidden="true" />
          Remove
        </RowMenuItem>
      </RowMenu>
    ),
  );
}

function RenamePasskey({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const { api } = useMerchant();
  const toast = useToast();
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    mutationFn: () => api<Passkey>("PATCH", `/v1/passkeys/${passkey.id}`, { body: { name } }),
    onSuccess: () => {
      toast("The passkey was renamed.");
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Rename passkey"
      description="A name by which you know its device."
    >
      <MutationForm mutation={rename} onSubmit={() => rename.mutate()} submit="Save" onCancel={onClose}>
        <Field label="Name">
          {(control) => (
            <Input
              autoComplete="off"
              maxLength={100}
              {...control}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
      </MutationForm>
    </Dialog>
  );
}
