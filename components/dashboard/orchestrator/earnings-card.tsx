"use client";

import { Coins } from "@/components/icons/icons";
import { Amount } from "@/components/ui/amount";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { ListTable } from "../lists/list-table";
import { useNames } from "../networks";
import { ExportFees } from "./export-fees";
import { useEarnings } from "./queries";

interface Earned {
  currencyId: string;
  network: string;
  currency: string;
  fees: string;
  volume: string;
  payments: number;
}

/** What reached the partner's own addresses, by network and token, beside what was paid. */
export function EarningsCard() {
  const earnings = useEarnings();
  const names = useNames();
  const rows = earnings.data && earnedOf(earnings.data);
  return (
    <Card
      title="Fees earned"
      description="What reached your addresses in confirmed transactions. The fee is split on chain: nobody holds it for you."
      action={earnings.data && earnings.data.fees.length > 0 && <ExportFees />}
    >
      <ListTable<Earned>
        label="Fees earned"
        rows={rows}
        rowId={({ currencyId }) => currencyId}
        reading={earnings}
        empty={
          <EmptyState icon={<Coins />} title="No fees yet">
            They appear here with the first paid link that was created with your key.
          </EmptyState>
        }
        columns={[
          { id: "network", header: "Network", accessorFn: ({ network }) => names.network(network) },
          { accessorKey: "currency", header: "Token" },
          {
            accessorKey: "fees",
            header: "Fees",
            enableSorting: false,
            meta: { align: "right" },
            cell: ({ row: { original } }) => <Amount value={original.fees} unit={original.currency} />,
          },
          {
            accessorKey: "volume",
            header: "Paid to platforms",
            enableSorting: false,
            meta: { align: "right" },
            cell: ({ row: { original } }) => <Amount value={original.volume} unit={original.currency} />,
          },
          { accessorKey: "payments", header: "Payments", meta: { align: "right" } },
        ]}
      />
    </Card>
  );
}

function earnedOf({ fees, volume }: NonNullable<ReturnType<typeof useEarnings>["data"]>): Earned[] {
  const ids = [...new Set([...fees, ...volume].map(({ currencyId }) => currencyId))];
  return ids.flatMap((currencyId) => {
    const fee = fees.find((sum) => sum.currencyId === currencyId);
    const paid = volume.find((sum) => sum.currencyId === currencyId);
    const known = fee ?? paid;
    if (!known) return [];
    const { network, currency } = known;
    return {
      currencyId,
      network,
      currency,
      fees: fee?.amount ?? "0",
      volume: paid?.amount ?? "0",
      payments: paid?.payments ?? 0,
    };
  });
}
