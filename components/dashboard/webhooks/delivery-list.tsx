"use client";

import { useState } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import type { DeliveryList as Deliveries, WebhookRecord } from "@/server/webhooks/schema";
import { Choice, Day } from "../lists/list-fields";
import { MoreRows } from "../lists/list-pages";
import { ListTable } from "../lists/list-table";
import { useGrowingList } from "../lists/use-growing-list";
import { whilePending } from "../queries";
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
  const deliveries = useGrowingList<Deliveries>(
    ["deliveries", "all"],
    "/v1/webhook/deliveries",
    { ...filters, since: filters.since && `${filters.since}T00:00:00.000Z` },
    { lookAgain: (pages) => whilePending(pages.flatMap((page) => page.deliveries)) },
  );
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
        <Day
          label="From (UTC)"
          value={filters.since}
          onChange={(since) => setFilters({ ...filters, since })}
        />
      </search>
      <ListTable
        label="Deliveries"
        columns={deliveryColumns(urlOf, setShown)}
        rows={rows}
        rowId={({ id }) => id}
        reading={deliveries}
        empty={
          <EmptyState title={filters === ANY ? "Nothing delivered yet" : "Nothing fits these filters"}>
            Send a test from the list of webhooks to see one arrive.
          </EmptyState>
        }
      />
      <MoreRows list={deliveries} />
      {opened && (
        <DeliveryDetails delivery={opened} url={urlOf(opened.webhookId)} onClose={() => setShown(null)} />
      )}
    </Card>
  );
}
