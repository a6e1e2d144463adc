"use client";

import { useState } from "react";
import { Amount } from "@/components/ui/amount";
import { Segmented } from "@/components/ui/segmented";
import type { Received } from "@/server/ledger/overview/schema";
import { LazyStackedBars } from "../../charts/lazy-stacked-bars";
import { Choice } from "../../lists/list-fields";
import { useNames } from "../../networks";
import { tokenInWords } from "../token-words";
import { ReceivedDays } from "./received-days";
import { keyOf, nameOf, receivedRows, sumOf } from "./rows";

const WAYS = [
  { value: "chart", label: "Chart" },
  { value: "table", label: "Table" },
] as const;

/** What came in over time: all of it at its worth, or one token in its own unit; as a chart or as a table. */
export function ReceivedChart({ received }: { received: Received }) {
  const names = useNames();
  const { currency, currencies, days } = received;
  const worths = days.flatMap(({ worth }) => worth ?? []);
  const [chosen, setChosen] = useState("worth");
  const [way, setWay] = useState<(typeof WAYS)[number]["value"]>("chart");
  const hasWorth = currency !== null && worths.length > 0;
  const known = currencies.some((one) => keyOf(one) === chosen) || (chosen === "worth" && hasWorth);
  const [first] = currencies;
  const measure = known ? chosen : hasWorth ? "worth" : first ? keyOf(first) : "worth";
  const token = currencies.find((one) => keyOf(one) === measure);
  const unit = token ? tokenInWords(token.currency, token.network) : (currency ?? "");
  return (
    <>
      {hasWorth && (
        <p className="mb-5">
          <span className="text-2xl font-semibold wrap-anywhere sm:text-4xl tracking-tight">
            <Amount value={sumOf(worths)} unit={currency} />
          </span>
          <span className="mt-1 block text-sm text-muted">
            Worth of what has a price, at its stored price. The table below says which price that is. What has
            none is there too, and not in this sum.
          </span>
        </p>
      )}
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4">
        <div className="w-full sm:w-72">
          <Choice
            label="Show"
            value={measure}
            onChange={setChosen}
            options={[
              ...(hasWorth ? [{ value: "worth", label: `Worth in ${currency}` }] : []),
              ...currencies.map((one) => ({
                value: keyOf(one),
                label: `${nameOf(one, names.network)}, in ${tokenInWords(one.currency, one.network)}`,
              })),
            ]}
          />
        </div>
        <Segmented label="Form" options={WAYS} value={way} onChange={setWay} />
      </div>
      {way === "chart" ? (
        <LazyStackedBars {...receivedRows(received, measure, names.network)} unit={unit} />
      ) : (
        <ReceivedDays received={received} measure={measure} />
      )}
    </>
  );
}
