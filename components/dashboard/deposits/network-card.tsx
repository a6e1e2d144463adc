"use client";

import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import type { NetworkId } from "@/server/chains/networks";
import type { WaitingDeposits } from "@/server/dashboard/deposits/schema";
import { useNames } from "../networks";
import { Allowed } from "../roles/allowed";
import { useMay } from "../roles/role";
import { CollectDialog } from "./collecting/collect-dialog";
import { isBusy } from "./collecting/collect-flow";
import { CollectNotice } from "./collecting/collect-notice";
import { countOf } from "./collecting/collect-words";
import { useCollecting } from "./collecting/use-collecting";
import { DEPOSIT_COLUMNS } from "./columns";
import { chosenOf, rowsOf } from "./rows";

interface NetworkCardProps {
  network: NetworkId;
  groups: readonly WaitingDeposits[];
  mostAtOnce: number;
}

/** What waits on one network, and the button that collects it. */
export function NetworkCard({ network, groups, mostAtOnce }: NetworkCardProps) {
  const names = useNames();
  const may = useMay();
  const rows = rowsOf(groups);
  const chosen = chosenOf(rows, mostAtOnce);
  const collectable = groups.reduce((sum, group) => sum + group.collectableAddresses, 0);
  const { flow, open, close, leave, sign } = useCollecting(network, chosen);
  const isOnItsWay = isBusy(flow);
  return (
    <Card
      title={names.network(network)}
      action={
        chosen.length > 0 && (
          <Allowed to="prepareDepositCollection">
            <Button variant="primary" disabled={isOnItsWay} onClick={open}>
              Collect {countOf(chosen.length)}
            </Button>
          </Allowed>
        )
      }
    >
      <div className="grid gap-5">
        <CollectNotice network={network} flow={flow} onDone={close} onLeave={leave} />
        {rows.length === 0 ? (
          <EmptyState title="Nothing to collect" className="py-6" />
        ) : (
          <>
            <Sums groups={groups} />
            {collectable > chosen.length && may("prepareDepositCollection") && (
              <p className="text-sm text-muted">
                One transaction collects from {mostAtOnce} addresses. The others come after it.
              </p>
            )}
            <DataTable
              label={`Deposits on ${names.network(network)}`}
              columns={DEPOSIT_COLUMNS}
              rows={rows}
              rowId={({ address }) => address}
              empty={<EmptyState title="Nothing to collect" />}
            />
          </>
        )}
      </div>
      <CollectDialog network={network} flow={flow} onClose={close} onSign={sign} onRetry={open} />
    </Card>
  );
}

function Sums({ groups }: { groups: readonly WaitingDeposits[] }) {
  return (
    <dl className="grid gap-x-8 gap-y-3 text-sm sm:grid-cols-2">
      {groups.map(({ currencyId, currency, amount, addresses, collectableAddresses, collectableAmount }) => (
        <div key={currencyId} className="min-w-0 rounded-md bg-sunken px-4 py-3">
          <dt className="text-muted">
            {currency} at {addresses === 1 ? "1 address" : `${addresses} addresses`}
          </dt>
          <dd className="mt-0.5 text-lg font-medium">
            <Amount value={amount} unit={currency} />
          </dd>
          {collectableAddresses < addresses && (
            <dd className="mt-0.5 text-xs text-muted">
              <Amount value={collectableAmount} unit={currency} /> can be collected; the rest is being
              confirmed
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
