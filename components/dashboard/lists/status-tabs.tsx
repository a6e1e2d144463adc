"use client";

import { cn } from "@/components/ui/cn";

export interface StatusTab {
  name: string;
  /** As the filter has it; empty for all. */
  value: string;
  /** How many there are, in words; null while that is not known. */
  count: string | null;
}

interface StatusTabsProps {
  /** Names what is counted. */
  label: string;
  tabs: readonly StatusTab[];
  value: string;
  onChange: (value: string) => void;
}

/** The states of a list with how many are in each, one press away. */
export function StatusTabs({ label, tabs, value, onChange }: StatusTabsProps) {
  return (
    <fieldset className="-mx-1 mb-4 flex min-w-0 gap-1 overflow-x-auto px-1 py-1">
      <legend className="sr-only">{label}</legend>
      {tabs.map((tab) => (
        <button
          key={tab.name}
          type="button"
          aria-pressed={tab.value === value}
          onClick={() => onChange(tab.value)}
          className={cn(
            "inline-flex shrink-0 items-baseline gap-2 rounded-md border px-3 py-1.5 text-sm font-medium whitespace-nowrap",
            tab.value === value
              ? "border-accent/40 bg-accent/10 text-accent"
              : "border-transparent text-muted hover:bg-sunken hover:text-ink",
          )}
        >
          {tab.name}
          {tab.count !== null && <span className="text-xs font-normal tabular-nums">{tab.count}</span>}
        </button>
      ))}
    </fieldset>
  );
}
