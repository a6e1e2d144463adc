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
import type { OwnWallet } from "@/server/auth/wallets/schema";
import { useDashboardConfig } from "../config";
import { ConfirmChange } from "../forms/confirm-change";
import { MutationForm } from "../forms/mutation-form";
import { actionsColumn } from "../lists/actions-column";
import { ListTable } from "../lists/list-table";
import { RowMenu, RowMenuItem } from "../lists/row-menu";
import { useMerchant } from "../session/merchant";
import { AddPasskey } from "./add-passkey";
import { AddWallet } from "./add-wallet";
import { useOwnWallets, usePasskeys } from "./queries";

type WayIn = ({ kind: "wallet" } & OwnWallet) | ({ kind: "passkey" } & Passkey);
type Opened =
  | { task: "rename"; passkey: Passkey }
  | { task: "remove"; passkey: Passkey }
  | { task: "remove_wallet"; wallet: OwnWallet };

/** What whoever is signed in signs in with. */
export function WaysInCard() {
  const { passkeys: support } = useDashboardConfig();
  const passkeys = usePasskeys();
  const wallets = useOwnWallets();
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const rows = passkeys.data && wallets.data ? waysIn(wallets.data, passkeys.data) : undefined;
  return (
    <Card
      title="Ways to sign in"
      description={
        support.isOffered
          ? "Yours alone, for every account that you belong to. Keep two, so that a lost device does not lock you out."
          : `Yours alone, for every account that you belong to. ${support.reason}.`
      }
      action={
        <span className="flex flex-wrap gap-2">
          <AddWallet />
          {support.isOffered && <AddPasskey />}
        </span>
      }
    >
      <ListTable
        label="Ways to sign in"
        columns={[...COLUMNS, tasksColumn(setOpened)]}
        rows={rows}
        rowId={({ id }) => id}
        reading={passkeys.error ? passkeys : wallets}
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
      {opened?.task === "remove_wallet" && (
        <ConfirmChange
          operation="removeWallet"
          onClose={close}
          title={`Remove the wallet ${shorten(opened.wallet.address)}?`}
          confirm="Remove"
          change={(api) => api("DELETE", `/v1/wallets/${opened.wallet.id}`)}
          done="The wallet was removed."
        >
          It signs you in no more, and every other session that was begun with it ends now.
          {opened.wallet.opened !== null &&
            ` It opened the account ${opened.wallet.opened}, which goes on being paid at this wallet. Only you can add it again.`}
        </ConfirmChange>
      )}
    </Card>
  );
}

function waysIn(wallets: readonly OwnWallet[], passkeys: readonly Passkey[]): WayIn[] {
  return [
    ...wallets.map((wallet) => ({ kind: "wallet" as const, ...wallet })),
    ...passkeys.map((passkey) => ({ kind: "passkey" as const, ...passkey })),
  ];
}

const COLUMNS: ColumnDef<WayIn, unknown>[] = [
  {
    id: "name",
    header: "Way",
    cell: ({ row: { original } }) =>
      original.kind === "wallet" ? (
        <span className="flex flex-wrap items-center gap-2">
          <span className="font-mono text-xs" title={original.address}>
            {shorten(original.address)}
          </span>
          {original.isCurrent && <Badge tone="accent">This session</Badge>}
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
      if (original.kind === "wallet") return original.opened === null ? "Wallet" : "Wallet, paid here";
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

function tasksColumn(onTask: (opened: Opened) => void): ColumnDef<WayIn, unknown> {
  return actionsColumn((way) =>
    way.kind === "wallet" ? (
      <RowMenu name={`wallet ${shorten(way.address)}`} operations={["removeWallet"]}>
        <RowMenuItem
          operation="removeWallet"
          isDangerous
          onClick={() => onTask({ task: "remove_wallet", wallet: way })}
        >
          <Trash2 aria-hidden="true" />
          Remove
        </RowMenuItem>
      </RowMenu>
    ) : (
      <RowMenu name={`passkey ${way.name}`} operations={["renamePasskey", "removePasskey"]}>
        <RowMenuItem operation="renamePasskey" onClick={() => onTask({ task: "rename", passkey: way })}>
          <Pencil aria-hidden="true" />
          Rename
        </RowMenuItem>
        <RowMenuItem
          operation="removePasskey"
          isDangerous
          onClick={() => onTask({ task: "remove", passkey: way })}
        >
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
