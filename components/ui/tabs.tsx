"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useIsClient } from "./use-is-client";

export interface Tab {
  value: string;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps {
  /** Names the list of tabs. */
  label: string;
  tabs: readonly Tab[];
  value?: string;
  defaultValue?: string;
  onChange?: (value: string) => void;
}

/** Views of one thing, one at a time. Arrow keys move between them. */
export function Tabs({ label, tabs, value, defaultValue, onChange }: TabsProps) {
  const isClient = useIsClient();
  // The library writes style attributes, which our policy refuses in HTML that comes from the server.
  if (!isClient) return <div className="pt-5">{tabs[0]?.content}</div>;
  return (
    <Radix.Root value={value} defaultValue={defaultValue ?? tabs[0]?.value} onValueChange={onChange}>
      <Radix.List aria-label={label} className="flex gap-5 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px border-b-2 border-transparent py-2.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
