"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LoadMore } from "@/components/ui/pagination";
import type { DeliveryList as Deliveries, WebhookRecord } from "@/server/webhooks/schema";
import { messageOf } from "../api/api-failure";
import { Choice } from "../lists/list-fields";
import { whilePending } from "../queries";
import { useMerchant } from "../session/merchant";
import { deliveryColumns } from "./delivery-columns";
import { DeliveryDetails } from "./delivery-details";
import { ReplayFailed } from "./replay-failed";

const STATES = [
  { value: "", label: "Any state" },
  { value: "pending", label: "Waiting" },
  { value: "succeeded", label: "Delivered" },
  { value: "failed", label: "Failed" },
];
const ANY = { state: "", webhookId: "", since: "" };

/** Every call of every webhook, newest first. */
export function DeliveryList({ webhooks }: { webhooks: readonly WebhookRecord[] }) {
  const [filters, setFilters] = useState(ANY);
  const [shown, setShown] = useState<string | null>(null);
  const deliveries = useDeliveryPages(filters);
  const rows = deliveries.data?.pages.flatMap((page) => page.deliveries);
  const urlOf = (id: string) => webhooks.find((webhook) => webhook.id === id)?.url ?? "deleted webhook";
  const opened = rows?.find(({ id }) => id === shown);
  return (
    <Card
      title="Deliveries"
      description="What was sent, what your server answered, and what is tried again"
      action={<ReplayFailed webhooks={webhooks} />}
    >
      <search className="mb-5 grid gap-3 sm:grid-cols-3">
        <Choice
          label="State"
          value={filters.state}
          options={STATES}
          onChange={(state) => setFilters({ ...filters, state })}
        />
        <Choice
          label="Endpoint"
          value={filters.webhookId}
          options={[
            { value: "", label: "All endpoints" },
            ...webhooks.map(({ id, url }) => ({ value: id, label: url })),
          ]}
          onChange={(webhookId) => setFilters({ ...filters, webhookId })}
        />
        <Field label="From (UTC)">
          {({ "aria-required": _, ...control }) => (
            <Input
              {...control}
              type="date"
              value={filters.since}
              onChange={({ target }) => setFilters({ ...filters, since: target.value })}
            />
          )}
        </Field>
      </search>
      <DataTable
        label="Deliveries"
        columns={deliveryColumns(urlOf, setShown)}
        rows={rows}
        rowId={({ id }) => id}
        isRefreshing={deliveries.isPlaceholderData}
        error={
          deliveries.error
            ? { message: messageOf(deliveries.error), onRetry: () => deliveries.refetch() }
            : null
        }
        empty={
          <EmptyState title={filters === ANY ? "Nothing delivered yet" : "Nothing fits these filters"}>
            Send a test from the list of webhooks to see one arrive.
          </EmptyState>
        }
      />
      {deliveries.hasNextPage && (
        <LoadMore onMore={() => deliveries.fetchNextPage()} isPending={deliveries.isFetchingNextPage} />
      )}
      {opened && (
        <DeliveryDetails delivery={opened} url={urlOf(opened.webhookId)} onClose={() => setShown(null)} />
      )}
    </Card>
  );
}

function useDeliveryPages({ state, webhookId, since }: typeof ANY) {
  const { api } = useMerchant();
  return useInfiniteQuery({
    queryKey: ["deliveries", "all", state, webhookId, since],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({
        limit: "25",
        ...(state ? { state } : {}),
        ...(webhookId ? { webhookId } : {}),
        ...(since ? { since: `${since}T00:00:00.000Z` } : {}),
        ...(pageParam ? { cursor: pageParam } : {}),
      });
      return api<Deliveries>("GET", `/v1/webhook/deliveries?${query}`, { signal });
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    refetchInterval: ({ state }) => whilePending(state.data?.pages.flatMap(({ deliveries }) => deliveries)),
    placeholderData: (previous) => previous,
  });
}
