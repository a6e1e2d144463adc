"use client";

import { useId, useRef, useState } from "react";
import { OnceAlive } from "@/components/ui/once-alive";
import { MethodTag } from "./method-tag";

export interface ContentsGroup {
  name: string;
  entries: { id: string; method: string; path: string; summary: string }[];
}

/** The list of operations with a search box. Arrow down leads from the box into the list. */
export function Contents({ groups }: { groups: ContentsGroup[] }) {
  const [wanted, setWanted] = useState("");
  const box = useId();
  const list = useRef<HTMLDivElement>(null);
  const found = filterGroups(groups, wanted);
  const count = found.reduce((sum, group) => sum + group.entries.length, 0);
  return (
    <nav aria-label="Operations">
      <label htmlFor={box} className="text-xs font-medium text-muted">
        Search operations
      </label>
      <OnceAlive>
        <input
          id={box}
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "ArrowDown") return;
            // The key would also scroll the page, against the jump that Enter makes right after.
            event.preventDefault();
            list.current?.querySelector("a")?.focus();
          }}
          className="mt-1 w-full rounded-md border border-line bg-card px-3 py-2 text-sm"
        />
      </OnceAlive>
      <p role="status" className="mt-1 h-5 text-xs text-muted">
        {wanted && `${count} ${count === 1 ? "operation" : "operations"}`}
      </p>
      <div ref={list}>
        {found.map((group) => (
          <section key={group.name} className="mt-4">
            <h2 className="text-xs font-semibold tracking-wide text-muted">{group.name}</h2>
            <ul className="mt-1">
              {group.entries.map((entry) => (
                <li key={entry.id}>
                  <a
                    href={`#${entry.id}`}
                    className="-mx-2 flex items-baseline gap-1 rounded px-2 py-1.5 text-sm leading-5 hover:bg-sunken hover:text-accent"
                  >
                    <MethodTag method={entry.method} />
                    <span className="min-w-0 break-words">{entry.summary}</span>
                  </a>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}

function filterGroups(groups: ContentsGroup[], wanted: string): ContentsGroup[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map(({ name, entries }) => ({
      name,
      entries: entries.filter(({ id, method, path, summary }) => {
        const text = `${name} ${id} ${method} ${path} ${summary}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}
