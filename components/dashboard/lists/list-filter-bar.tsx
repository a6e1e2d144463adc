"use client";

import { useId, useState } from "react";
import { SlidersHorizontal, X } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import type { NetworkChoice } from "../config";
import { Choice, Day, SearchField } from "./list-fields";

/** What narrows every list of payments and schedules. Empty texts leave nothing out. */
export interface CommonFilters {
  q: string;
  network: string;
  token: string;
  from: string;
  to: string;
}

export const NO_COMMON_FILTERS: CommonFilters = { q: "", network: "", token: "", from: "", to: "" };

interface ListFilterBarProps {
  /** What the search finds. */
  hint: string;
  /** Those to choose from, with their tokens. */
  networks: readonly NetworkChoice[];
  filters: CommonFilters;
  /** The states to choose from, the first for any, and the chosen ones. */
  status: { value: string; options: { value: string; label: string }[]; onChange: (value: string) => void };
  onChange: (change: Partial<CommonFilters>) => void;
  /** Null when nothing is left out of the list. */
  onClear: (() => void) | null;
}

/** Narrows a list. Every choice takes effect at once; typing does when it pauses. */
export function ListFilterBar(props: ListFilterBarProps) {
  const { hint, networks, filters, status, onChange, onClear } = props;
  const symbols = [...new Set(networks.flatMap(({ tokens }) => tokens.map(({ symbol }) => symbol)))].sort();
  const isKnown = status.options.some(({ value }) => value === status.value);
  const statuses = isKnown ? status.options : [...status.options, { value: status.value, label: "Several" }];
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const nameOf = (options: readonly { value: string; label: string }[], value: string) =>
    options.find((option) => option.value === value)?.label ?? value;
  const chosen = [
    { name: nameOf(statuses, status.value), value: status.value, clear: () => status.onChange("") },
    {
      name: networks.find((one) => one.id === filters.network)?.name ?? filters.network,
      value: filters.network,
      clear: () => onChange({ network: "" }),
    },
    { name: filters.token, value: filters.token, clear: () => onChange({ token: "" }) },
    { name: `From ${filters.from}`, value: filters.from, clear: () => onChange({ from: "" }) },
    { name: `To ${filters.to}`, value: filters.to, clear: () => onChange({ to: "" }) },
  ].filter(({ value }) => value !== "");
  return (
    <search className="grid gap-3">
      <SearchField hint={hint} text={filters.q} onChange={(q) => onChange({ q })} className="" />
      <div className="flex flex-wrap items-center gap-2 sm:hidden">
        <Button size="sm" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden="true" />
          {isOpen ? "Hide filters" : "Filters"}
        </Button>
        {chosen.map(({ name, clear }) => (
          <Button key={name} size="sm" variant="ghost" className="border-line" onClick={clear}>
            {name}
            <X aria-hidden="true" />
            <span className="sr-only">, remove this filter</span>
          </Button>
        ))}
      </div>
      <div
        id={id}
        className={cn("grid-cols-2 gap-3 sm:grid sm:grid-cols-3 lg:grid-cols-6", isOpen ? "grid" : "hidden")}
      >
        <Choice label="Status" value={status.value} options={statuses} onChange={status.onChange} />
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
            disabled={onClear === null}
            onClick={onClear ?? undefined}
          >
            Clear
          </Button>
        </div>
      </div>
    </search>
  );
}
