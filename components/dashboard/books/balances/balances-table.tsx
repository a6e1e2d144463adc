"use client";

import type { ColumnDef } from "@tanstack/react-table";
import { useMemo } from "react";
import { Coins } from "@/components/icons/icons";
import { Address, shorten } from "@/components/ui/address";
import { Amount } from "@/components/ui/amount";
import { EmptyState } from "@/components/ui/empty-state";
import { ListTable, type Reading } from "../../lists/list-table";
import { useNames } from "../../networks";
import { monthInWords } from "../month-words";
import { tokenInWords } from "../token-words";
import type { BalanceRow } from "./rows";

/** What holds the money where it is no wallet with an address. */
const HOLDERS: Readonly<Record<BalanceRow["account"], string>> = {
  wallet: "A wallet that is not known",
  deposit_address: "Deposit addresses, together",
  bank_transit: "On the way to a bank account",
  bank: "Bank account",
};

/** Who holds it, in words; a wallet by the beginning and the end of its address. */
export function holderInWords({ account, wallet }: Pick<BalanceRow, "account" | "wallet">): string {
  return account === "wallet" && wallet !== "" ? shorten(wallet) : HOLDERS[account];
}

interface BalancesTableProps {
  rows: readonly BalanceRow[] | undefined;
  reading: Reading;
}

/** Opening + in − out = closing, a row for each month, wallet and token. */
export function BalancesTable({ rows, reading }: BalancesTableProps) {
  const names = useNames();
  const columns = useMemo(() => columnsOf(names.network), [names]);
  return (
    <ListTable
      label="Balances"
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      reading={reading}
      empty={
        <EmptyState icon={<Coins />} title="Nothing was held">
          A wallet is here from its first payment in the books on.
        </EmptyState>
      }
    />
  );
}

function columnsOf(nameOf: (network: string) => string): ColumnDef<BalanceRow, unknown>[] {
  const amount = (
    id: "opening" | "received" | "sent" | "closing",
    header: string,
  ): ColumnDef<BalanceRow, unknown> => ({
    id,
    header,
    meta: { align: "right", ...(id === "closing" ? { className: "font-medium" } : {}) },
    cell: ({ row: { original } }) => <Amount value={original[id]} />,
  });
  return [
    {
      id: "holding",
      header: "Wallet and token",
      meta: { isUnlabelled: true },
      cell: ({ row: { original } }) => (
        <div>
          <p className="font-medium wrap-anywhere">
            <Token {...original} /> on {nameOf(original.network)}
          </p>
          <p className="text-xs text-muted">
            {original.account === "wallet" && original.wallet !== "" ? (
              <Address value={original.wallet} />
            ) : (
              holderInWords(original)
            )}
          </p>
        </div>
      ),
    },
    {
      id: "month",
      header: "Month",
      cell: ({ row: { original } }) => (
        <div>
          <p className="whitespace-nowrap">{monthInWords(original.month)}</p>
          <p className="text-xs text-muted">{original.isClosed ? "Closed" : "Open"}</p>
        </div>
      ),
    },
    amount("opening", "Opening"),
    amount("received", "In"),
    amount("sent", "Out"),
    amount("closing", "Closing"),
  ];
}

function Token({ currency, network }: Pick<BalanceRow, "currency" | "network">) {
  const token = tokenInWords(currency, network);
  return token.startsWith("0x") ? <Address value={token} /> : token;
}
