"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { useMemo } from "react";
import { Amount } from "@/components/ui/amount";
import { DataTable } from "@/components/ui/data-table";
import type { Received } from "@/server/ledger/overview/schema";
import { formatAmount } from "@/server/lib/amount";
import { useNames } from "../../networks";
import { tokenInWords } from "../token-words";
import { pricesInWords, sourcesInWords, withoutPrice } from "./price-words";
import { keyOf, nameOf } from "./rows";

type Token = Received["currencies"][number];

/** Every token in its own unit, what it is worth, at which price and by whom, and what has no price. */
export function ReceivedTokens({ received: { currency, currencies } }: { received: Received }) {
  const names = useNames();
  const columns = useMemo(() => columnsOf(currency, names.network), [currency, names]);
  return (
    <DataTable label="Received by token" columns={columns} rows={currencies} rowId={keyOf} empty={null} />
  );
}

function columnsOf(
  fiat: string | null,
  networkName: (network: string) => string,
): ColumnDef<Token, unknown>[] {
  const amount: ColumnDef<Token, unknown>[] = [
    {
      id: "token",
      header: "Token",
      meta: { isUnlabelled: true, className: "font-medium wrap-anywhere" },
      cell: ({ row: { original } }) => nameOf(original, networkName),
    },
    {
      id: "amount",
      header: "Amount",
      meta: { align: "right" },
      cell: ({ row: { original } }) => (
        <Amount
          value={formatAmount(BigInt(original.amount), original.decimals)}
          unit={tokenInWords(original.currency, original.network)}
        />
      ),
    },
  ];
  if (fiat === null) return amount;
  return [
    ...amount,
    {
      id: "worth",
      header: `Worth in ${fiat}`,
      meta: { align: "right" },
      cell: ({ row: { original } }) =>
        original.worth === null ? "–" : <Amount value={original.worth} unit={fiat} />,
    },
    {
      id: "price",
      header: "Price of one",
      cell: ({ row: { original } }) => <Price token={original} fiat={fiat} />,
    },
    {
      id: "without",
      header: "Without a price",
      meta: { align: "right" },
      cell: ({ row: { original } }) => {
        const without = withoutPrice(original);
        return without === null ? (
          "Nothing"
        ) : (
          <Amount value={without} unit={tokenInWords(original.currency, original.network)} />
        );
      },
    },
  ];
}

function Price({ token, fiat }: { token: Token; fiat: string }) {
  const prices = pricesInWords(token, fiat);
  const sources = sourcesInWords(token);
  if (prices === null && sources === "") return "–";
  return (
    <div>
      {prices && <p className="tabular-nums">{prices}</p>}
      {sources && <p className="max-w-64 text-xs wrap-anywhere text-muted">{sources}</p>}
    </div>
  );
}
