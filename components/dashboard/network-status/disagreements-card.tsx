"use client";

import { useQuery } from "@tanstack/react-query";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import type { NodeDisagreements } from "@/server/dashboard/network-status/schema";
import { useNames } from "../networks";
import { useMerchant } from "../session/merchant";
import { ReadFailed } from "../shared/read-failed";
import { TransactionHash } from "../shared/transaction-hash";
import { disagreementInWords } from "./disagreement-words";

type Disagreement = NodeDisagreements["disagreements"][number];

const EVERY_MS = 30_000;

/** Which providers of nodes said what others did not, for owners. */
export function DisagreementsCard() {
  const { api } = useMerchant();
  const { data, error, refetch } = useQuery({
    queryKey: ["node-disagreements"],
    queryFn: ({ signal }) => api<NodeDisagreements>("GET", "/v1/dashboard/node-disagreements", { signal }),
    refetchInterval: EVERY_MS,
  });
  return (
    <Card
      title="Nodes that disagreed"
      description="What was believed is what enough providers said, or nothing until they agree. Kept for 30 days."
    >
      {error && !data && <ReadFailed error={error} onRetry={refetch} />}
      {!data && !error && (
        <div aria-busy="true" className="space-y-4">
          <span className="sr-only">Loading the disagreements</span>
          <Skeleton className="w-2/3" />
        </div>
      )}
      {data?.disagreements.length === 0 && <EmptyState title="All nodes said the same" />}
      {data && data.disagreements.length > 0 && (
        <ul className="-my-4 divide-y divide-dashed divide-line">
          {data.disagreements.map((one) => (
            <li key={one.id} className="space-y-1.5 py-4 text-sm">
              <DisagreementText disagreement={one} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function DisagreementText({ disagreement }: { disagreement: Disagreement }) {
  const { network, blockNumber, txHash, said, lastAt, times } = disagreement;
  const facts = [
    useNames().network(network),
    blockNumber !== null && `block ${blockNumber}`,
    times > 1 && `${times} times within an hour`,
  ].filter(Boolean);
  return (
    <>
      <p className="font-medium">{disagreementInWords(disagreement)}</p>
      <p className="text-xs text-muted">
        {facts.join(", ")}, <Time value={lastAt} form="relative" />
      </p>
      {txHash && <TransactionHash hash={txHash} network={network} />}
      {said.length > 0 && (
        <dl className="grid gap-x-4 gap-y-1 text-xs sm:grid-cols-[auto_minmax(0,1fr)]">
          {said.map(({ provider, says }) => (
            <div key={provider} className="contents">
              <dt className="font-medium wrap-anywhere">{provider}</dt>
              <dd className="font-mono wrap-anywhere text-muted">{says}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
