"use client";

import type { ReactNode } from "react";
import { shorten } from "@/components/ui/address";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Time } from "@/components/ui/time";
import type { DestinationRecord } from "@/server/payee-destinations/schema";
import { useNames } from "../networks";
import { Allowed } from "../roles/allowed";

/** Where the merchant is paid now. */
export function RouteCard({
  destination,
  isManaged,
}: {
  destination: DestinationRecord;
  isManaged?: boolean;
}) {
  const names = useNames();
  const { chainId, tokenAddress, walletAddress, destinationId, createdAt, accessPolicy } = destination;
  return (
    <Card
      title="Receiving route"
      action={
        <Badge tone="positive" hasDot>
          Receiving status: Active
        </Badge>
      }
      bodyClassName="p-0 sm:p-0"
    >
      <div className="grid grid-cols-1 gap-4 px-4 py-5 sm:px-6">
        <p className="leading-9 text-muted">
          Payments arrive on <Chip>{names.chain(chainId)}</Chip> at wallet{" "}
          <Chip label={walletAddress}>{shorten(walletAddress)}</Chip> in{" "}
          <Chip>{names.token(chainId, tokenAddress)}</Chip> since{" "}
          <Chip>
            <Time value={createdAt} form="absolute" />
          </Chip>
        </p>
        {accessPolicy?.mode === "kyt_all_wallets" && (
          <p className="text-sm text-muted">Payers' wallets are screened before they can pay.</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-dashed border-line px-4 py-3 text-sm sm:px-6">
        <span className="text-muted">Route ID</span>
        <span className="font-mono text-[0.9em]" title={destinationId}>
          {shorten(destinationId)}
        </span>
        <CopyButton text={destinationId} what="route ID" />
        {!isManaged && (
          <ButtonLink href="/dashboard/manage-destination" size="sm" className="ml-auto">
            <Allowed to="updatePayeeDestinationSession" otherwise="Details">
              Manage
            </Allowed>
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

function Chip({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <span
      title={label}
      className="rounded-full bg-accent/10 px-2.5 py-1 text-sm font-medium whitespace-nowrap text-accent"
    >
      {children}
    </span>
  );
}
