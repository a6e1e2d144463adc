"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { useMemo } from "react";
import { Amount } from "@/components/ui/amount";
import { DataTable } from "@/components/ui/data-table";
import type { Received } from "@/server/ledger/overview/schema";
import { formatAmount } from "@/server/lib/amount";
import { useNames } from "../../networks";
import { tokenInWords } from "../token-words";
import { keyOf, type Measure, nameOf } from "./rows";

type Day = Received["days"][number];

/** What the chart shows as a table, day by day, the newest first. */
export function ReceivedDays({ received, measure }: { received: Received; measure: Measure }) {
  const names = useNames();
  const { days, currencies, currency } = received;
  const columns = useMemo(
    () => columnsOf(currencies, currency, names.network),
    [currencies, currency, names],
  );
  const rows = useMemo(
    () => days.filter((day) => measure === "worth" || keyOf(day) === measure).reverse(),
    [days, measure],
  );
  return (
    <DataTable
      label="Received by day"
      columns={columns}
      rows={rows}
      rowId={(day) => `${day.date} ${keyOf(day)}`}
      empty={null}
    />
  );
}

function columnsOf(
  currencies: Received["currencies"],
  fiat: string | null,
  networkName: (network: string) => string,
): ColumnDef<Day, unknown>[] {
  const decimals = new Map(currencies.map((one) => [keyOf(one), one.decimals]));
  return [
    { id: "date", header: "Day", cell: ({ row: { original } }) => dayInWords(original.date) },
    { id: "token", header: "Token", cell: ({ row: { original } }) => nameOf(original, networkName) },
    {
      id: "amount",
      header: "Amount",
      meta: { align: "right" },
      cell: ({ row: { original } }) => (
        <Amount
          value={formatAmount(BigInt(original.amount), decimals.get(keyOf(original)) ?? 0)}
          unit={tokenInWords(original.currency, original.network)}
        />
      ),
    },
    ...(fiat === null
      ? []
      : [
          {
            id: "worth",
            header: `Worth in ${fiat}`,
            meta: { align: "right" as const },
            cell: ({ row: { original } }: { row: { original: Day } }) =>
              original.worth === null ? "No price" : <Amount value={original.worth} unit={fiat} />,
          },
        ]),
  ];
}

/** `2026-10-31` as `31 Oct 2026`. */
function dayInWords(date: string): string {
  const format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
  return format.format(new Date(`${date}T00:00:00Z`));
}
