"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { useState } from "react";
import { Ban } from "@/components/icons/icons";
import { shorten } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { SessionRecord, SessionsEnded } from "@/server/auth/schema";
import { actionsColumn } from "../lists/actions-column";
import { ListTable } from "../lists/list-table";
import { RowMenu, RowMenuItem } from "../lists/row-menu";
import { useRole } from "../roles/role";
import { useMerchant } from "../session/merchant";
import { useSessions } from "./queries";

/** What is about to end: the own sessions elsewhere, those of every member, or one. */
type Ending = "own" | "all" | SessionRecord;

/** Where the account is signed in, and the way to end one of it or all but this. */
export function SessionsCard() {
  const sessions = useSessions();
  const isOwner = useRole() === "owner";
  const [ending, setEnding] = useState<Ending | null>(null);
  const others = sessions.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  const hasOwn = others.some(({ isYours }) => isYours);
  const hasForeign = others.some(({ isYours }) => !isYours);
  return (
    <Card
      title="Sessions"
      description={`Everywhere ${isOwner ? "this account is" : "you are"} signed in. A session that nobody uses ends after 15 minutes. Devices are named as they name themselves.`}
      action={
        others.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {hasOwn && (
              <Button variant="danger" size="sm" onClick={() => setEnding("own")}>
                End other sessions
              </Button>
            )}
            {hasForeign && (
              <Button variant="danger" size="sm" onClick={() => setEnding("all")}>
                End those of all members
              </Button>
            )}
          </div>
        )
      }
    >
      <ListTable
        label="Sessions"
        columns={[...COLUMNS, endColumn(setEnding)]}
        rows={sessions.data}
        rowId={({ id }) => id}
        reading={sessions}
        empty={null}
      />
      {ending !== null && <End ending={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}

function End({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const { api } = useMerchant();
  const queryClient = useQueryClient();
  const toast = useToast();
  const end = async () => {
    if (typeof ending === "object") {
      await api("DELETE", `/v1/dashboard/sessions/${ending.id}`);
      toast("The session ended.");
    } else {
      const { ended } = await api<SessionsEnded>("DELETE", `/v1/dashboard/sessions?whose=${ending}`);
      toast(ended === 1 ? "One session ended." : `${ended} sessions ended.`);
    }
    await queryClient.invalidateQueries({ queryKey: ["sessions"] });
  };
  if (typeof ending === "object") {
    return (
      <ConfirmDialog
        isOpen
        onClose={onClose}
        title={`End the session on ${ending.device ?? "an unknown device"}?`}
        confirm="End session"
        onConfirm={end}
      >
        It has to sign in again. API keys and client IDs keep working.
      </ConfirmDialog>
    );
  }
  const isAll = ending === "all";
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={isAll ? "End the sessions of all members?" : "End all other sessions?"}
      confirm={isAll ? "End sessions" : "End other sessions"}
      onConfirm={end}
    >
      {isAll
        ? "Every browser and program that is signed in to this account, whoever it is, has to sign in again."
        : "Every other browser and program in which you are signed in to this account has to sign in again."}{" "}
      You stay signed in here. API keys and client IDs keep working.
    </ConfirmDialog>
  );
}

const KINDS: Record<string, string> = { email: "Email", passkey: "Passkey" };

const COLUMNS: ColumnDef<SessionRecord, unknown>[] = [
  {
    id: "device",
    header: "Device",
    cell: ({ row: { original } }) => (
      <span className="grid gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <bdi>{original.device ?? "Unknown device"}</bdi>
          {original.isCurrent && <Badge tone="accent">This session</Badge>}
        </span>
        {original.ip !== null && <bdi className="text-xs wrap-anywhere text-muted">{original.ip}</bdi>}
      </span>
    ),
  },
  {
    id: "who",
    header: "Signed in with",
    cell: ({ row: { original } }) => (
      <span className="grid gap-0.5">
        {original.wallet === null ? (
          <span>
            {KINDS[original.kind] ?? original.kind}
            {original.passkey !== null && <bdi className="wrap-anywhere"> {original.passkey}</bdi>}
          </span>
        ) : (
          <span className="font-mono text-xs" title={original.wallet}>
            {shorten(original.wallet)}
          </span>
        )}
        <span className="text-xs text-muted">
          {original.isYours ? "You" : "Another member"}
          {original.role !== null && `, ${original.role}`}
        </span>
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

function endColumn(onEnd: (session: SessionRecord) => void): ColumnDef<SessionRecord, unknown> {
  return actionsColumn((session) =>
    session.isCurrent ? null : (
      <RowMenu name={`session on ${session.device ?? "an unknown device"}`} operations={["endSession"]}>
        <RowMenuItem operation="endSession" isDangerous onClick={() => onEnd(session)}>
          <Ban aria-hidden="true" />
          End session
        </RowMenuItem>
      </RowMenu>
    ),
  );
}
