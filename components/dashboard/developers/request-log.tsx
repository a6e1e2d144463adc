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
import type { RequestLog as Log, PROGRAMS, RequestLogEntry } from "@/server/request-log/schema";
import { messageOf } from "../api/api-failure";
import { useApiKeys, useClientIds } from "../queries";
import { useMerchant } from "../session/merchant";
import { CallDetails } from "./call-details";
import { requestLogColumns } from "./request-log-columns";

const ANY = { value: "", label: "Any" };
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"].map((method) => ({ value: method, label: method }));
const STATUSES = [
  { value: "2xx", label: "Succeeded (2xx)" },
  { value: "4xx", label: "Refused (4xx)" },
  { value: "5xx", label: "Failed (5xx)" },
];
const PROGRAMS_ONLY: typeof PROGRAMS = "programs";
type Filters = Record<"method" | "status" | "credential" | "path", string>;
/** What the dashboard itself asks for would hide the few calls somebody looks for. */
const FIRST: Filters = { method: "", status: "", credential: PROGRAMS_ONLY, path: "" };

/** The calls that programs made with credentials of the account, newest first; on demand the dashboard's own too. */
export function RequestLog() {
  const [filters, setFilters] = useState<Filters>(FIRST);
  const [opened, setOpened] = useState<RequestLogEntry | null>(null);
  const credentials = useCredentialOptions();
  const log = useLogPages({ ...filters, path: useSettled(filters.path) });
  const choice = (label: string, name: keyof Filters, options: SelectOption[]) => (
    <Field label={label}>
      {({ "aria-required": _, ...control }) => (
        <Select
          {...control}
          value={filters[name]}
          options={options}
          onChange={({ target }) => setFilters({ ...filters, [name]: target.value })}
        />
      )}
    </Field>
  );
  return (
    <Card title="Request log" description="Recent API calls with your credentials, newest first">
      <search className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {choice("Method", "method", [ANY, ...METHODS])}
        {choice("Status", "status", [ANY, ...STATUSES])}
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
        columns={requestLogColumns(setOpened)}
        rows={log.data?.pages.flatMap(({ entries }) => entries)}
        rowId={({ id }) => id}
        isRefreshing={log.isPlaceholderData}
        error={log.error ? { message: messageOf(log.error), onRetry: () => log.refetch() } : null}
        empty={<NoCalls filters={filters} />}
      />
      {log.hasNextPage && <LoadMore onMore={() => log.fetchNextPage()} isPending={log.isFetchingNextPage} />}
      {opened && <CallDetails call={opened} onClose={() => setOpened(null)} />}
    </Card>
  );
}

function NoCalls({ filters: { credential, ...others } }: { filters: Filters }) {
  const isNarrowed = Object.values(others).some((value) => value !== "");
  if (isNarrowed || (credential !== PROGRAMS_ONLY && credential !== "")) {
    return (
      <EmptyState title="Nothing fits these filters">Choose fewer of them to see more calls.</EmptyState>
    );
  }
  return (
    <EmptyState title="No calls yet">
      Calls that your programs make with an API key or a client ID appear here.
    </EmptyState>
  );
}

function useCredentialOptions(): SelectOption[] {
  const { data: keys } = useApiKeys();
  const { data: clients } = useClientIds();
  return [
    { value: PROGRAMS_ONLY, label: "Programs only" },
    { value: "", label: "Programs and this dashboard" },
    { value: "session", label: "This dashboard and other sessions" },
    ...(keys ?? []).map(({ id, label }) => ({ value: id, label: `API key: ${label}` })),
    ...(clients ?? []).map(({ id, label }) => ({ value: id, label: `Client ID: ${label}` })),
  ];
}

function useLogPages(filters: Filters) {
  const { api } = useMerchant();
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
