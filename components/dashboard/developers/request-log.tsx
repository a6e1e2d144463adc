"use client";

import { useState } from "react";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { SelectOption } from "@/components/ui/select";
import { useSettled } from "@/components/ui/use-settled";
import type { RequestLog as Log, PROGRAMS, RequestLogEntry } from "@/server/request-log/schema";
import { Choice } from "../lists/list-fields";
import { MoreRows } from "../lists/list-pages";
import { ListTable } from "../lists/list-table";
import { useGrowingList } from "../lists/use-growing-list";
import { useApiKeys, useClientIds } from "../queries";
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
  const log = useGrowingList<Log>(["request-log"], "/v1/dashboard/request-log", {
    ...filters,
    path: useSettled(filters.path),
  });
  const choose = (name: keyof Filters) => (value: string) => setFilters({ ...filters, [name]: value });
  return (
    <Card title="Request log" description="Recent API calls with your credentials, newest first">
      <search className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
        <Choice
          label="Method"
          value={filters.method}
          options={[ANY, ...METHODS]}
          onChange={choose("method")}
        />
        <Choice
          label="Status"
          value={filters.status}
          options={[ANY, ...STATUSES]}
          onChange={choose("status")}
        />
        <Choice
          label="Credential"
          value={filters.credential}
          options={credentials}
          onChange={choose("credential")}
        />
        <Field label="Path begins with">
          {({ "aria-required": _, ...control }) => (
            <Input
              {...control}
              maxLength={200}
              placeholder="/v2/request"
              value={filters.path}
              onChange={({ target }) => choose("path")(target.value)}
            />
          )}
        </Field>
      </search>
      <ListTable
        label="Request log"
        columns={requestLogColumns(setOpened)}
        rows={log.data?.pages.flatMap(({ entries }) => entries)}
        rowId={({ id }) => id}
        reading={log}
        empty={<NoCalls filters={filters} />}
      />
      <MoreRows list={log} />
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
