"use client";

import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import type { UnderpaymentPolicy } from "@/server/platforms/underpayment/schema";
import { DialogButton } from "../forms/dialog-button";
import { useDestination } from "../queries";
import { ReadFailed } from "../shared/read-failed";
import { useUnderpayment } from "./queries";
import { UnderpaymentForm, type UnderpaymentLevel } from "./underpayment-form";
import { underpaymentWords } from "./underpayment-words";

/** When a payment of a little less than was asked for is still all of it. */
export function UnderpaymentCard() {
  const { data, error, refetch } = useUnderpayment();
  const { data: destination } = useDestination();
  return (
    <Card
      title="Underpayments"
      description="Exchanges take their fee from what they send. A request can count as paid all the same; receipts and exports say what was received and what is missing. For US dollars and their stablecoins."
    >
      {error && !data && <ReadFailed error={error} onRetry={refetch} />}
      {!data && !error && (
        <div aria-busy="true" className="space-y-4">
          <span className="sr-only">Loading what is tolerated</span>
          <Skeleton className="w-2/3" />
          <Skeleton className="w-1/2" />
        </div>
      )}
      {data && (
        <ul className="-my-3 divide-y divide-dashed divide-line text-sm">
          <Level level="account" name="Account" policy={data.account} none="Nothing is tolerated." />
          {destination && (
            <Level
              level="destination"
              name="Active destination"
              policy={data.destination}
              none="As the account says."
            />
          )}
        </ul>
      )}
    </Card>
  );
}

interface LevelProps {
  level: UnderpaymentLevel;
  name: string;
  policy: UnderpaymentPolicy | null;
  /** Said where there is no policy. */
  none: string;
}

function Level({ level, name, policy, none }: LevelProps) {
  return (
    <li className="flex items-start justify-between gap-4 py-3">
      <span className="min-w-0">
        {name}
        <span className="mt-0.5 block text-xs text-muted">{underpaymentWords(policy, none)}</span>
      </span>
      <DialogButton
        operation="updateUnderpayment"
        size="sm"
        text="Change"
        title={`Underpayments: ${name.toLowerCase()}`}
        description="Holds for requests and links that are created from now on. A single request can say otherwise."
      >
        {(close) => <UnderpaymentForm level={level} stored={policy} onDone={close} />}
      </DialogButton>
    </li>
  );
}
