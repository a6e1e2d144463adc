"use client";

import { CircleCheck } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { PageFrame } from "../frame/page-frame";
import { ReadFailed } from "../shared/read-failed";
import { NetworkCard } from "./network-card";
import { useDeposits } from "./use-deposits";
import { useShownNetworks } from "./use-shown-networks";

/** What came by plain transfers and waits to be collected, a card for each network. */
export function Deposits() {
  const { data, error, refetch } = useDeposits(false);
  const networks = useShownNetworks(data);
  return (
    <PageFrame operation="listDepositsToCollect" title="Deposits to collect">
      <p className="mb-6 max-w-2xl text-sm leading-relaxed text-muted">
        Somebody who pays from an exchange sends money to an address that belongs to one payment. It counts as
        paid when it arrives there, and waits until a transaction brings it to the payee. Any wallet may send
        that transaction; it pays the gas.
      </p>
      {error && !data && <ReadFailed error={error} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-64" />}
      {data && networks.length === 0 && (
        <Card>
          <EmptyState icon={<CircleCheck />} title="Nothing to collect">
            What is paid by a plain transfer is listed here until it is collected.
          </EmptyState>
        </Card>
      )}
      {data && networks.length > 0 && (
        <div className="grid gap-6">
          {networks.map((network) => (
            <NetworkCard
              key={network}
              network={network}
              groups={data.groups.filter((group) => group.network === network)}
              mostAtOnce={data.mostAtOnce}
            />
          ))}
        </div>
      )}
    </PageFrame>
  );
}
