"use client";

import { useMemo, useState } from "react";
import { Card } from "@/components/ui/card";
import { Choice } from "../../lists/list-fields";
import { useNames } from "../../networks";
import { BooksFrame } from "../books-frame";
import { monthInWords } from "../month-words";
import { tokenInWords } from "../token-words";
import { useBooksZone } from "../use-books-zone";
import { BalancesTable, holderInWords } from "./balances-table";
import { useMonthlyBalances } from "./queries";
import { type BalanceRow, balanceRows, chosenRows, holdingOf } from "./rows";

/** What each wallet held, got and gave, month by month. */
export function BalancesPage() {
  return (
    <BooksFrame operation="listMonthlyBalances" title="Balances">
      <Balances />
    </BooksFrame>
  );
}

function Balances() {
  const names = useNames();
  const balances = useMonthlyBalances(useBooksZone());
  const [month, setMonth] = useState<string | null>(null);
  const [holding, setHolding] = useState("");
  const { data } = balances;
  const rows = useMemo(() => data && balanceRows(data), [data]);
  const newest = data?.months[0]?.month ?? "";
  const shownMonth = month ?? newest;
  const shown = useMemo(
    () => rows && chosenRows(rows, { month: shownMonth, holding }),
    [rows, shownMonth, holding],
  );
  return (
    <Card
      title="By wallet and token"
      description={`From the journal: opening + in − out = closing. What the chain took back later makes “In” smaller.${data ? ` Months are those of ${data.timeZone}.` : ""}`}
    >
      {data && (
        <div className="mb-5 grid gap-4 sm:grid-cols-2">
          <Choice
            label="Month"
            value={shownMonth}
            onChange={setMonth}
            options={[
              ...data.months.map(({ month: value }) => ({ value, label: monthInWords(value) })),
              { value: "", label: "Every month" },
            ]}
          />
          <Choice
            label="Wallet and token"
            value={holding}
            onChange={(value) => {
              setHolding(value);
              // One wallet is looked at over time.
              if (value !== "") setMonth("");
            }}
            options={[
              { value: "", label: "All" },
              ...holdingsOf(rows ?? []).map((row) => ({
                value: holdingOf(row),
                label: `${tokenInWords(row.currency, row.network)} on ${names.network(row.network)}, ${holderInWords(row)}`,
              })),
            ]}
          />
        </div>
      )}
      <BalancesTable rows={shown} reading={balances} />
    </Card>
  );
}

/** One row for each wallet and token. */
function holdingsOf(rows: readonly BalanceRow[]): BalanceRow[] {
  return [...new Map(rows.map((row) => [holdingOf(row), row])).values()];
}
