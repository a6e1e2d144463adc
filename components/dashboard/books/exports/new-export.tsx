"use client";

import { useMemo, useState } from "react";
import { Download } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { monthOf } from "@/server/ledger/month";
import { Choice } from "../../lists/list-fields";
import { useNames } from "../../networks";
import { holderInWords } from "../balances/balances-table";
import { useMonthlyBalances } from "../balances/queries";
import { balanceRows, holdingOf } from "../balances/rows";
import { lastMonths } from "../last-months";
import { monthInWords } from "../month-words";
import { tokenInWords } from "../token-words";
import { useSaveFile } from "../use-save-file";
import { BANK_STATEMENTS, FORMAT_WORDS, type FormatName } from "./format-words";

const FORMATS = Object.keys(FORMAT_WORDS) as FormatName[];

/** A month of the books as a file for an accounting program. */
export function NewExport({ timeZone }: { timeZone: string }) {
  const save = useSaveFile();
  const [months] = useState(() => lastMonths(monthOf(new Date(), timeZone)));
  const [month, setMonth] = useState(months[1] ?? "");
  const [format, setFormat] = useState<FormatName>("journal_csv");
  const isBank = BANK_STATEMENTS.includes(format);
  const holdings = useHoldings(timeZone);
  const [chosen, setChosen] = useState("");
  const holding = holdings.find(({ key }) => key === chosen) ?? holdings[0];
  const asked = new URLSearchParams({
    format,
    month,
    timeZone,
    ...(isBank && holding ? { wallet: holding.wallet, currency: holding.currency } : {}),
  });
  return (
    <Card title="Download a month" description={`Days are those of ${timeZone}.`}>
      <form
        className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate({ path: `/v2/books/exports?${asked}`, name: `books-${month}` });
        }}
      >
        <Choice
          label="Format"
          value={format}
          onChange={(value) => setFormat(FORMATS.find((one) => one === value) ?? "journal_csv")}
          options={FORMATS.map((value) => ({ value, label: FORMAT_WORDS[value] }))}
        />
        <Choice
          label="Month"
          value={month}
          onChange={setMonth}
          options={months.map((value) => ({ value, label: monthInWords(value) }))}
        />
        {isBank && (
          <Choice
            label="Wallet and token"
            value={holding?.key ?? ""}
            onChange={setChosen}
            options={holdings.map(({ key, label }) => ({ value: key, label }))}
          />
        )}
        <div>
          <Button
            type="submit"
            variant="primary"
            isPending={save.isPending}
            disabled={isBank && holding === undefined}
          >
            <Download aria-hidden="true" />
            Download
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Wallets with an address and their tokens, which bank statements can be about. */
function useHoldings(timeZone: string) {
  const names = useNames();
  const { data } = useMonthlyBalances(timeZone);
  return useMemo(() => {
    const rows = data ? balanceRows(data).filter(({ wallet }) => wallet !== "") : [];
    return [...new Map(rows.map((row) => [holdingOf(row), row]))].map(([key, row]) => ({
      key,
      wallet: row.wallet,
      currency: row.currency,
      label: `${tokenInWords(row.currency, row.network)} on ${names.network(row.network)}, ${holderInWords(row)}`,
    }));
  }, [data, names]);
}
