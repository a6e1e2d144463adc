"use client";

import { useState } from "react";
import { Users } from "@/components/icons/icons";
import { shorten } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { EmptyState } from "@/components/ui/empty-state";
import { Time } from "@/components/ui/time";
import type { OrchestratorPlatform } from "@/server/dashboard/orchestrators/schema";
import { ConfirmChange } from "../forms/confirm-change";
import { actionsColumn } from "../lists/actions-column";
import { NumberedPages } from "../lists/list-pages";
import { ListTable } from "../lists/list-table";
import { Allowed } from "../roles/allowed";
import { useMay } from "../roles/role";
import { usePlatforms } from "./queries";
import { TokenSums } from "./token-sums";

/** Client IDs of platforms that are or were linked: what was paid through each, and what it brought. */
export function PlatformsCard() {
  const may = useMay();
  const [page, setPage] = useState(1);
  const platforms = usePlatforms(page);
  const [doomed, setDoomed] = useState<OrchestratorPlatform | null>(null);
  return (
    <Card
      title="Linked platforms"
      description="You see what is paid through your links, and nothing else of a platform."
    >
      <ListTable<OrchestratorPlatform>
        label="Linked platforms"
        rows={platforms.data?.platforms}
        rowId={({ linkId }) => linkId}
        reading={platforms}
        empty={
          <EmptyState icon={<Users />} title="No platform yet">
            <Allowed to="createLinkIntent">Invite one below. </Allowed>A platform reads your terms, agrees,
            and shows up here.
          </EmptyState>
        }
        columns={[
          {
            id: "name",
            header: "Platform",
            cell: ({ row: { original } }) => (
              <div className="grid gap-0.5">
                <span className="font-medium wrap-anywhere">
                  {original.clientIdName ?? "Linked directly"}
                </span>
                {original.externalId && (
                  <span className="text-xs wrap-anywhere text-muted">{original.externalId}</span>
                )}
              </div>
            ),
          },
          {
            id: "clientId",
            header: "Client ID",
            cell: ({ row: { original } }) => (
              <span className="inline-flex items-center gap-2">
                <span className="font-mono text-xs" title={original.clientId}>
                  {shorten(original.clientId)}
                </span>
                <CopyButton text={original.clientId} what={`client ID ${original.clientIdName ?? ""}`} />
              </span>
            ),
          },
          {
            id: "status",
            header: "Status",
            cell: ({ row: { original } }) => <LinkStatus platform={original} />,
          },
          {
            id: "volume",
            header: "Paid to it",
            cell: ({ row: { original } }) => <TokenSums sums={original.volume} />,
          },
          {
            id: "fees",
            header: "Your fees",
            cell: ({ row: { original } }) => <TokenSums sums={original.fees} />,
          },
          ...(may("unlinkClientId") ? [unlinkColumn(setDoomed)] : []),
        ]}
      />
      <NumberedPages what="platforms" page={page} onPage={setPage} list={platforms.data} />
      {doomed && <UnlinkPlatform platform={doomed} onClose={() => setDoomed(null)} />}
    </Card>
  );
}

function unlinkColumn(onUnlink: (platform: OrchestratorPlatform) => void) {
  return actionsColumn<OrchestratorPlatform>(
    (row) =>
      row.status === "active" && (
        <Button size="sm" variant="danger" onClick={() => onUnlink(row)}>
          Unlink<span className="sr-only"> {row.clientIdName ?? row.clientId}</span>
        </Button>
      ),
  );
}

function LinkStatus({
  platform: { status, linkedAt, revokedAt, revokedBy },
}: {
  platform: OrchestratorPlatform;
}) {
  return (
    <div className="grid justify-items-end gap-1 sm:justify-items-start">
      <Badge tone={status === "active" ? "positive" : "neutral"}>
        {status === "active" ? "Linked" : revokedBy === "platform" ? "Left" : "Unlinked"}
      </Badge>
      <span className="text-xs text-muted">
        <Time value={revokedAt ?? linkedAt} form="date" />
      </span>
    </div>
  );
}

function UnlinkPlatform({ platform, onClose }: { platform: OrchestratorPlatform; onClose: () => void }) {
  const name = platform.clientIdName ?? platform.clientId;
  return (
    <ConfirmChange
      operation="unlinkClientId"
      onClose={onClose}
      title={`Unlink ${name}?`}
      confirm="Unlink"
      change={(api) => api("DELETE", `/v2/orchestrators/client-ids/${encodeURIComponent(platform.clientId)}`)}
      done={`${name} is unlinked.`}
    >
      You can create no more links for this client ID, and it can never be linked again, to nobody. Links that
      exist already can still be paid, with your fee.
    </ConfirmChange>
  );
}
