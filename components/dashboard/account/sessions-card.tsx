"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { useState } from "react";
import { shorten } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { SessionRecord, SessionsEnded } from "@/server/auth/schema";
import { ListTable } from "../lists/list-table";
import { useMerchant } from "../session/merchant";
import { useSessions } from "./queries";

/** Where the account is signed in, and the way to end all of it but this. */
export function SessionsCard() {
  const sessions = useSessions();
  const [isAsking, setAsking] = useState(false);
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) ?? false;
  return (
    <Card
      title="Sessions"
      description="Everywhere this account is signed in. A session that nobody uses ends after 15 minutes."
      action={
        hasOthers && (
          <Button variant="danger" onClick={() => setAsking(true)}>
            End other sessions
          </Button>
        )
      }
    >
      <ListTable
        label="Sessions"
        columns={COLUMNS}
        rows={sessions.data}
        rowId={({ id }) => id}
        reading={sessions}
        empty={null}
      />
      <EndOthers isOpen={isAsking} onClose={() => setAsking(false)} />
    </Card>
  );
}

function EndOthers({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { api } = useMerchant();
  const queryClient = useQueryClient();
  const toast = useToast();
  const end = async () => {
    const { ended } = await api<SessionsEnded>("DELETE", "/v1/dashboard/sessions");
    await queryClient.invalidateQueries({ queryKey: ["sessions"] });
    toast(ended === 1 ? "One session ended." : `${ended} sessions ended.`);
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="End all other sessions?"
      confirm="End other sessions"
      onConfirm={end}
    >
      Every other browser and program that is signed in to this account has to sign in again. You stay signed
      in here. API keys and client IDs keep working.
    </ConfirmDialog>
  );
}

const COLUMNS: ColumnDef<SessionRecord, unknown>[] = [
  {
    id: "wallet",
    header: "Signed in with",
    cell: ({ row: { original } }) => (
      <span className="flex flex-wrap items-center gap-2">
        <SignedInWith session={original} />
        {original.isCurrent && <Badge tone="accent">This session</Badge>}
      </span>
    ),
  },
  {
    id: "created",
    header: "Signed in",
    cell: ({ row: { original } }) => <Time value={original.createdAt} form="absolute" />,
  },
  {
    id: "seen",
    header: "Last used",
    cell: ({ row: { original } }) => <Time value={original.lastSeenAt} form="relative" />,
  },
  {
    id: "id",
    header: "ID in the audit log",
    cell: ({ row: { original } }) => <span className="font-mono text-xs break-all">{original.id}</span>,
  },
];

function SignedInWith({ session: { wallet, passkey } }: { session: SessionRecord }) {
  if (passkey !== null) return <bdi className="wrap-anywhere">Passkey {passkey}</bdi>;
  if (wallet === null) return "Email";
  return (
    <span className="font-mono text-xs" title={wallet}>
      {shorten(wallet)}
    </span>
  );
}
