"use client";

import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { ConfirmationTiers } from "@/server/platforms/confirmations/schema";
import { DialogButton } from "../forms/dialog-button";
import { useDestination } from "../queries";
import { ReadFailed } from "../shared/read-failed";
import { ConfirmationsForm, type ConfirmationsLevel } from "./confirmations-form";
import { confirmationsWords } from "./confirmations-words";
import { useConfirmations } from "./queries";

/** How deep a payment has to be in the chain before it counts. */
export function ConfirmationsCard() {
  const { data, error, refetch } = useConfirmations();
  const { data: destination } = useDestination();
  return (
    <Card
      title="Confirmations"
      description="Small payments can count at once and large ones only when nothing can take them back. Payments on Tron always wait until their block is solid."
    >
      {error && !data && <ReadFailed error={error} onRetry={refetch} />}
      {!data && !error && (
        <div aria-busy="true" className="space-y-4">
          <span className="sr-only">Loading when payments count</span>
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      )}
      {data && (
        <ul className="-my-3 divide-y divide-dashed divide-line text-sm">
          <Level level="account" name="Account" tiers={data.account} none="As each network asks for." />
          {destination && (
            <Level
              level="destination"
              name="Active destination"
              tiers={data.destination}
              none="As the account says."
            />
          )}
        </ul>
      )}
    </Card>
  );
}

interface LevelProps {
  level: ConfirmationsLevel;
  name: string;
  tiers: ConfirmationTiers | null;
  /** Said where there are no tiers. */
  none: string;
}

function Level({ level, name, tiers, none }: LevelProps) {
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <span className="min-w-0">
        {name}
        <span className="mt-0.5 block text-xs text-muted">{confirmationsWords(tiers, none)}</span>
      </span>
      <DialogButton
        operation="updateConfirmations"
        size="sm"
        text="Change"
        title={`Confirmations: ${name.toLowerCase()}`}
        description="Holds for requests and links that are created from now on, by what they are worth then. Without a price the last line holds."
      >
        {(close) => <ConfirmationsForm level={level} stored={tiers} onDone={close} />}
      </DialogButton>
    </li>
  );
}
