"use client";

import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import type { PaymentStatus } from "@/server/dashboard/payments-schema";
import { useDashboardConfig } from "../config";
import { isNarrowed, type ListFilters } from "./list-filters";
import { STATUS_WORDS } from "./payment-status";

/** States somebody looks for, several at once where they belong together. */
const STATUSES: { value: string; label: string }[] = [
  { value: "", label: "Any status" },
  { value: "pending,in_progress", label: "Open" },
  ...(Object.keys(STATUS_WORDS) as PaymentStatus[]).map((status) => ({
    value: status,
    label: STATUS_WORDS[status].name,
  })),
];

const NOTHING: Omit<ListFilters, "sort"> = { q: "", status: "", network: "", token: "", from: "", to: "" };
const TYPING_MS = 300;

/** Narrows a list. Every choice takes effect at once; typing does when it pauses. */
export function FilterBar({
  filters,
  onChange,
}: {
  filters: ListFilters;
  onChange: (change: Partial<ListFilters>) => void;
}) {
  const { networks } = useDashboardConfig();
  const symbols = [...new Set(networks.flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol)))].sort();
  const known = STATUSES.some(({ value }) => value === filters.status);
  const statuses = known ? STATUSES : [...STATUSES, { value: filters.status, label: "Several" }];
  return (
    <search className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
      <SearchField
        text={filters.q}
        onChange={(q) => onChange({ q })}
        className="col-span-2 sm:col-span-3 lg:col-span-6"
      />
      <Choice
        label="Status"
        value={filters.status}
        options={statuses}
        onChange={(status) => onChange({ status })}
      />
      <Choice
        label="Network"
        value={filters.network}
        options={[
          { value: "", label: "Any network" },
          ...networks.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(network) => onChange({ network })}
      />
      <Choice
        label="Token"
        value={filters.token}
        options={[
          { value: "", label: "Any token" },
          ...symbols.map((symbol) => ({ value: symbol, label: symbol })),
        ]}
        onChange={(token) => onChange({ token })}
      />
      <Day label="From (UTC)" value={filters.from} onChange={(from) => onChange({ from })} />
      <Day label="To (UTC)" value={filters.to} onChange={(to) => onChange({ to })} />
      <div className="flex items-end">
        <Button
          variant="ghost"
          className="w-full"
          disabled={!isNarrowed(filters)}
          onClick={() => onChange(NOTHING)}
        >
          Clear
        </Button>
      </div>
    </search>
  );
}

function SearchField(props: { text: string; onChange: (text: string) => void; className: string }) {
  const { text, onChange, className } = props;
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  const [asked, setAsked] = useState(text);
  if (shown !== text) {
    setShown(text);
    // What was asked for here arrives while the next letters are typed already. Anything else is somebody else's
    // change: the Clear button, or the browser's way back.
    if (text !== asked) {
      setTyped(text);
      setAsked(text);
    }
  }
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => {
      setAsked(typed);
      onChange(typed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, text, onChange]);
  return (
    <Field
      label="Search"
      hint="A reference, a payer's name, or the start of a request ID, hash or address"
      className={className}
    >
      {({ "aria-required": _, ...control }) => (
        <span className="relative block">
          <Search
            aria-hidden="true"
            className="pointer-events-none absolute top-3 left-3 size-4 text-muted"
          />
          <Input
            {...control}
            type="search"
            maxLength={255}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="pl-9"
          />
        </span>
      )}
    </Field>
  );
}

interface ChoiceProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      {({ "aria-required": _, ...control }) => (
        <Select
          {...control}
          value={value}
          options={options}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

function Day({ label, value, onChange }: Omit<ChoiceProps, "options">) {
  return (
    <Field label={label}>
      {({ "aria-required": _, ...control }) => (
        <Input
          {...control}
          type="date"
          value={value.slice(0, 10)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
