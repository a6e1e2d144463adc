"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Card } from "@/components/ui/card";
import { DataTable } from "@/components/ui/data-table";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { LoadMore } from "@/components/ui/pagination";
import { Select, type SelectOption } from "@/components/ui/select";
import { useSettled } from "@/components/ui/use-settled";
import type { RequestLog as Log } from "@/server/request-log/schema";
import { messageOf } from "../api-failure";
import { useApiKeys, useClientIds } from "../queries";
import { useSession } from "../session/context";
import { REQUEST_LOG_COLUMNS } from "./request-log-columns";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => ({ value: method, label: method }));
const STATUSES = [
  { value: "2xx", label: "Succeeded (2xx)" },
  { value: "4xx", label: "Refused (4xx)" },
  { value: "5xx", label: "Failed (5xx)" },
];
const ANY = { method: "", status: "", credential: "", path: "" };

/** Every call somebody made with a credential of the account, newest first. */
export function RequestLog() {
  const [filters, setFilters] = useState(ANY);
  const credentials = useCredentialOptions();
  const log = useLogPages({ ...filters, path: useSettled(filters.path) });
  const isNarrowed = Object.values(filters).some((value) => value !== "");
  const choice = (label: string, name: keyof typeof ANY, options: SelectOption[]) => (
    <Field label={label}>
      {({ "aria-required": _, ...control }) => (
        <Select
          {...control}
          value={filters[name]}
          options={[{ value: "", label: "Any" }, ...options]}
          onChange={({ target }) => setFilters({ ...filters, [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <Card title="Request log" description="Recent API calls with your credentials, newest first">
      <search className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {choice("Method", "method", METHODS)}
        {choice("Status", "status", STATUSES)}
        {choice("Credential", "credential", credentials)}
        <Field label="Path begins with">
          {({ "aria-required": _, ...control }) => (
            <Input
              {...control}
              maxLength={200}
              placeholder="/v2/request"
              value={filters.path}
              onChange={({ target }) => setFilters({ ...filters, path: target.value })}
            />
          )}
        </Field>
      </search>
      <DataTable
        label="Request log"
        columns={REQUEST_LOG_COLUMNS}
        rows={log.data?.pages.flatMap(({ entries }) => entries)}
        rowId={({ id }) => id}
        isRefreshing={log.isPlaceholderData}
        error={log.error ? { message: messageOf(log.error), onRetry: () => log.refetch() } : null}
        empty={
          <EmptyState title={isNarrowed ? "Nothing fits these filters" : "No calls yet"}>
            Calls with an API key, a client ID or a session of yours appear here.
          </EmptyState>
        }
      />
      {log.hasNextPage && <LoadMore onMore={() => log.fetchNextPage()} isPending={log.isFetchingNextPage} />}
    </Card>
  );
}

function useCredentialOptions(): SelectOption[] {
  const { data: keys } = useApiKeys();
  const { data: clients } = useClientIds();
  return [
    { value: "session", label: "Sessions" },
    ...(keys ?? []).map(({ id, label }) => ({ value: id, label: `API key: ${label}` })),
    ...(clients ?? []).map(({ id, label }) => ({ value: id, label: `Client ID: ${label}` })),
  ];
}

function useLogPages(filters: typeof ANY) {
  const { api } = useSession();
  const wanted = Object.entries(filters).filter(([, value]) => value !== "");
  return useInfiniteQuery({
    queryKey: ["request-log", filters],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams([
        ...wanted,
        ["limit", "25"],
        ...(pageParam ? [["cursor", pageParam]] : []),
      ]);
      return api<Log>("GET", `/v1/dashboard/request-log?${query}`, { signal });
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor ?? undefined,
    placeholderData: (previous) => previous,
  });
}
