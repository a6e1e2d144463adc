"use client";

import Link from "next/link";
import { Alert } from "@/components/ui/alert";
import { Skeleton } from "@/components/ui/skeleton";
import type { StillOpen } from "@/server/ledger/overview/schema";
import { ReadFailed } from "../../shared/read-failed";
import { useStillOpen } from "./queries";

interface OpenItemsProps {
  from: string;
  to: string;
}

/** What is open before a month is closed, each with where to take care of it. None of it forbids the close. */
export function OpenItems({ from, to }: OpenItemsProps) {
  const open = useStillOpen({ from, to });
  if (open.error && !open.data) return <ReadFailed error={open.error} onRetry={open.refetch} />;
  if (!open.data) return <Skeleton className="h-24 rounded-md" />;
  const items = itemsOf(open.data);
  if (items.length === 0) {
    return (
      <Alert tone="positive">Nothing is open: every entry is final, has its request and its price.</Alert>
    );
  }
  return (
    <ul className="grid gap-3">
      {items.map(({ text, action }) => (
        <li key={text} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <span className="min-w-0">{text}</span>
          {action && (
            <Link href={action.href} className="font-medium text-accent underline-offset-4 hover:underline">
              {action.name}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

interface Item {
  text: string;
  action?: { href: string; name: string };
}

function itemsOf({ currency, unvalued, unmatched, unfinal }: StillOpen): Item[] {
  return [
    ...(currency === null
      ? [
          {
            text: "The books have no currency: nothing has a worth.",
            action: { href: "/dashboard/books", name: "Name the currency" },
          },
        ]
      : []),
    ...(unvalued > 0
      ? [
          {
            text: `${entries(unvalued)} no price. A price that is found later counts for the month that is open then.`,
            action: { href: "/dashboard/books", name: "Say prices" },
          },
        ]
      : []),
    ...(unmatched > 0
      ? [
          {
            text: `${unmatched} ${unmatched === 1 ? "receipt waits" : "receipts wait"} for a decision or ${unmatched === 1 ? "belongs" : "belong"} to no request.`,
            action: { href: "/dashboard/get-paid", name: "Show payments" },
          },
        ]
      : []),
    ...(unfinal > 0
      ? [
          {
            text: `${entries(unfinal)} a block that is not final. The comparison waits until every block of the month is.`,
          },
        ]
      : []),
  ];
}

function entries(count: number): string {
  return count === 1 ? "1 entry has" : `${count.toLocaleString("en")} entries have`;
}
