"use client";

import { Amount } from "@/components/ui/amount";
import { useNames } from "../networks";
import type { Total } from "./totals";

/** What several payouts come to. */
export function TotalList({ totals }: { totals: readonly Total[] }) {
  const names = useNames();
  return (
    <dl className="divide-y divide-dashed divide-line text-sm">
      {totals.map(({ network, currency, amount, payouts }) => (
        <div key={`${network} ${currency}`} className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <dt className="text-muted">
            {names.network(network)}, {payouts === 1 ? "1 payout" : `${payouts} payouts`}
          </dt>
          <dd className="font-medium">
            <Amount value={amount} unit={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
