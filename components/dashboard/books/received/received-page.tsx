"use client";

import { useState } from "react";
import { Coins } from "@/components/icons/icons";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Skeleton } from "@/components/ui/skeleton";
import { monthOf } from "@/server/ledger/month";
import { Choice } from "../../lists/list-fields";
import { ReadFailed } from "../../shared/read-failed";
import { BooksFrame } from "../books-frame";
import { lastMonths } from "../last-months";
import { monthInWords } from "../month-words";
import { useBooksZone } from "../use-books-zone";
import { useReceived } from "./queries";
import { ReceivedChart } from "./received-chart";
import { ReceivedTokens } from "./received-tokens";

/** What came in, by day, token and network, and what it is worth. */
export function ReceivedPage() {
  const timeZone = useBooksZone();
  return (
    <BooksFrame operation="listReceivedByDay" title="Received">
      {timeZone === null ? (
        <Skeleton className="h-80 rounded-lg" />
      ) : (
        <ReceivedIn key={timeZone} timeZone={timeZone} />
      )}
    </BooksFrame>
  );
}

/** All the months that can be chosen. */
const ALL = "all";

function ReceivedIn({ timeZone }: { timeZone: string }) {
  const [months] = useState(() => lastMonths(monthOf(new Date(), timeZone)));
  const [newest = ""] = months;
  const [chosen, setChosen] = useState(newest);
  const [from, to] = chosen === ALL ? [months.at(-1) ?? newest, newest] : [chosen, chosen];
  const received = useReceived({ from, to, timeZone });
  const { data } = received;
  return (
    <div className="grid grid-cols-1 gap-6">
      <Card
        title="What was received"
        description={`What payments brought, less what the chain took back, by the day that it counts for. Days are those of ${timeZone}.`}
        action={
          <div className="w-full sm:w-56">
            <Choice
              label="Time"
              value={chosen}
              onChange={setChosen}
              options={[
                ...months.map((value) => ({ value, label: monthInWords(value) })),
                { value: ALL, label: "These twelve months" },
              ]}
            />
          </div>
        }
      >
        {received.error && !data && <ReadFailed error={received.error} onRetry={received.refetch} />}
        {!data && !received.error && <Skeleton className="h-72 rounded-md" />}
        {data && data.currencies.length === 0 && (
          <EmptyState icon={<Coins />} title="Nothing was received">
            Payments are here once they are confirmed.
          </EmptyState>
        )}
        {data && data.currencies.length > 0 && <ReceivedChart received={data} />}
      </Card>
      {data && data.currencies.length > 0 && (
        <Card
          title="By token"
          description={
            data.currency === null
              ? "Each in its own unit. Name the currency of the books, and each has its worth in it."
              : `Each in its own unit. Worth is in ${data.currency}, at the stored price that counts now; what has no price is in no sum.`
          }
        >
          <ReceivedTokens received={data} />
        </Card>
      )}
    </div>
  );
}
