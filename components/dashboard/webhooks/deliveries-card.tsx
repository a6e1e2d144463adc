"use client";

import { queryOptions, useQueries } from "@tanstack/react-query";
import { ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import type { DeliveryList } from "@/server/webhooks/schema";
import type { Api } from "../api/api";
import { messageOf } from "../api/api-failure";
import { useWebhooks, whilePending } from "../queries";
import { useMay } from "../roles/role";
import { useMerchant } from "../session/merchant";
import { deliveryColumns } from "./delivery-columns";

/** How many there are on a page that is about something else. */
const SHOWN = 10;

/** The newest deliveries of one webhook. */
const deliveriesQuery = (api: Api, webhookId: string, limit: number) =>
  queryOptions({
    queryKey: ["deliveries", webhookId, limit],
    queryFn: ({ signal }) =>
      api<DeliveryList>("GET", `/v1/webhook/${webhookId}/deliveries?limit=${limit}`, { signal }),
    refetchInterval: ({ state }) => whilePending(state.data?.deliveries),
  });

/** The newest deliveries of all webhooks, each of which can be sent again. */
export function DeliveriesCard() {
  const { api } = useMerchant();
  const may = useMay();
  const webhooks = useWebhooks();
  const lists = useQueries({
    queries: (may("listWebhookDeliveries") ? (webhooks.data ?? []) : []).map(({ id }) =>
      deliveriesQuery(api, id, SHOWN),
    ),
  });
  const failed = [webhooks, ...lists].find(({ isError }) => isError);
  const isReady = webhooks.data && lists.every(({ data }) => data);
  // IDs are drawn in the order of time.
  const newest = lists
    .flatMap(({ data }) => data?.deliveries ?? [])
    .sort((a, b) => (a.id < b.id ? 1 : -1))
    .slice(0, SHOWN);
  const urlOf = (id: string) => webhooks.data?.find((webhook) => webhook.id === id)?.url ?? id;
  return (
    <Card
      title="Deliveries"
      description="The newest calls of your webhooks, and what your server answered."
      action={
        <ButtonLink href="/dashboard/webhooks" size="sm">
          All deliveries
        </ButtonLink>
      }
    >
      <DataTable
        label="Deliveries"
        columns={deliveryColumns(urlOf)}
        rows={isReady ? newest : undefined}
        rowId={({ id }) => id}
        error={failed?.error ? { message: messageOf(failed.error), onRetry: () => failed.refetch() } : null}
        empty={<EmptyState title="Nothing delivered yet">The first event shows up here.</EmptyState>}
      />
    </Card>
  );
}
