"use client";

import { useState } from "react";
import { MailPlus } from "@/components/icons/icons";
import { Badge, type Tone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { LinkIntent } from "@/server/platforms/orchestrators/intents-schema";
import { NumberedPages } from "../../lists/list-pages";
import { ListTable } from "../../lists/list-table";
import { Allowed } from "../../roles/allowed";
import { providerNames } from "../../shared/screening-providers";
import { useIntents } from "../queries";
import { NewInvitation } from "./new-invitation";

const STATES: Record<LinkIntent["state"], { name: string; tone: Tone }> = {
  open: { name: "Open", tone: "info" },
  used: { name: "Accepted", tone: "positive" },
  expired: { name: "Expired", tone: "neutral" },
};

/** Invitations to platforms, with what became of each. */
export function InvitationsCard() {
  const [page, setPage] = useState(1);
  const invitations = useIntents(page);
  return (
    <Card
      title="Invitations"
      description="A link that one platform opens to read your terms and agree. It works once, for two days."
      action={<NewInvitation />}
    >
      <ListTable<LinkIntent>
        label="Invitations"
        rows={invitations.data?.intents}
        rowId={({ id }) => id}
        reading={invitations}
        empty={
          <EmptyState icon={<MailPlus />} title="Nobody invited yet">
            <Allowed to="createLinkIntent" otherwise="Platforms that are invited are listed here.">
              Make an invitation and send its link to the platform.
            </Allowed>
          </EmptyState>
        }
        columns={[
          {
            accessorKey: "clientIdName",
            header: "For",
            enableSorting: false,
            cell: ({ row: { original } }) => (
              <div className="grid gap-0.5">
                <span className="font-medium wrap-anywhere">{original.clientIdName}</span>
                {original.externalId && (
                  <span className="text-xs wrap-anywhere text-muted">{original.externalId}</span>
                )}
              </div>
            ),
          },
          {
            id: "state",
            header: "State",
            cell: ({ row: { original } }) => (
              <Badge tone={STATES[original.state].tone}>{STATES[original.state].name}</Badge>
            ),
          },
          {
            id: "screening",
            header: "Screening",
            cell: ({ row: { original } }) =>
              original.kyt ? (
                providerNames(original.kyt)
              ) : (
                <span className="text-muted">Platform chooses</span>
              ),
          },
          {
            accessorKey: "createdAt",
            header: "Created",
            enableSorting: false,
            cell: ({ row: { original } }) => <Time value={original.createdAt} form="date" />,
          },
          {
            id: "end",
            header: "Accepted or ends",
            cell: ({ row: { original } }) => (
              <Time value={original.usedAt ?? original.expiresAt} form="relative" />
            ),
          },
        ]}
      />
      <NumberedPages what="invitations" page={page} onPage={setPage} list={invitations.data} />
    </Card>
  );
}
