"use client";

import { type UseQueryResult, useMutation } from "@tanstack/react-query";
import type { ColumnDef } from "@tanstack/react-table";
import { Amount } from "@/components/ui/amount";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Time } from "@/components/ui/time";
import { useToast } from "@/components/ui/toast";
import type { UnvaluedList } from "@/server/ledger/worth/schema";
import { ListTable } from "../lists/list-table";
import { Allowed } from "../roles/allowed";
import { useMerchant } from "../session/merchant";
import { SayPrice } from "./say-price";

type Unvalued = UnvaluedList["entries"][number];

/** Entries of the books without a price, with the reason, and the form in which a person says one. Nothing where all have one. */
export function UnvaluedCard({ unvalued }: { unvalued: UseQueryResult<UnvaluedList> }) {
  const { api } = useMerchant();
  const toast = useToast();
  const retry = useMutation({
    mutationFn: () => api("POST", "/v2/books/unvalued/retry"),
    onSuccess: () => toast("Prices are looked for again."),
    onError: ({ message }) => toast(message, "danger"),
  });
  const { data } = unvalued;
  if (!data || data.currency === null || data.total === 0) return null;
  const { currency, total, entries } = data;
  return (
    <Card
      title="Without a price"
      description={
        total > entries.length
          ? `${total} entries have no worth in ${currency}; here are the earliest ${entries.length}.`
          : `These entries have no worth in ${currency}. It is never guessed: say a price, or have it looked for again.`
      }
      action={
        <Allowed to="retryUnvalued">
          <Button size="sm" isPending={retry.isPending} onClick={() => retry.mutate()}>
            Look again
          </Button>
        </Allowed>
      }
    >
      <ListTable
        label="Without a price"
        columns={columns(currency, entries)}
        rows={entries}
        rowId={({ id }) => id}
        reading={unvalued}
        empty={null}
      />
    </Card>
  );
}

function columns(currency: string, entries: readonly Unvalued[]): ColumnDef<Unvalued, unknown>[] {
  return [
    {
      id: "when",
      header: "When",
      cell: ({ row: { original } }) => <Time value={original.occurredAt} form="absolute" />,
    },
    {
      id: "amount",
      header: "Amount",
      cell: ({ row: { original } }) => (
        <div>
          <Amount value={original.amount} unit={original.currency} />
          <p className="text-xs text-muted">
            {inWords(original.debit)} from {inWords(original.credit)}
          </p>
        </div>
      ),
    },
    {
      id: "problem",
      header: "Why",
      cell: ({ row: { original } }) => (
        <p className="max-w-96 text-sm wrap-anywhere text-muted">
          {original.problem ?? "A price is being looked for."}
        </p>
      ),
    },
    {
      id: "actions",
      header: "Price",
      cell: ({ row: { original } }) => <SayPrice entry={original} currency={currency} entries={entries} />,
    },
  ];
}

/** `held_receipts` as `held receipts`. */
function inWords(account: string): string {
  return account.replaceAll("_", " ");
}
