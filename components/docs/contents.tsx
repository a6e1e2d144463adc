"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useId, useRef, useState } from "react";
import { OnceAlive } from "@/components/ui/once-alive";
import { type ContentsGroup, isOperation } from "./catalogue";
import { MethodTag } from "./method-tag";

/**
 * All pages of the reference with a search box: the groups, and what is in the one that is read. Arrow down leads from
 * the box into the list.
 */
export function Contents({ groups, onChosen }: { groups: ContentsGroup[]; onChosen?: () => void }) {
  const [wanted, setWanted] = useState("");
  const here = usePathname();
  const box = useId();
  const list = useRef<HTMLDivElement>(null);
  const isSearching = wanted.trim() !== "";
  const found = isSearching ? filterGroups(groups, wanted) : groups;
  const count = found.reduce((sum, group) => sum + group.entries.length, 0);
  return (
    <nav aria-label="Guides, operations and events">
      <label htmlFor={box} className="text-xs font-medium text-muted">
        Search guides, operations and events
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
          className="mt-1 w-full rounded-md border border-edge bg-card px-3 py-2 text-sm"
        />
      </OnceAlive>
      <p role="status" className="mt-1 h-5 text-xs text-muted">
        {isSearching && `${count} ${count === 1 ? "page" : "pages"}`}
      </p>
      <div ref={list}>
        {found.map((group) => (
          <section key={group.name} className="mt-1">
            <h2>
              <Link
                href={group.href}
                prefetch={false}
                onClick={onChosen}
                aria-current={here === group.href ? "page" : undefined}
                className="-mx-2 block rounded px-2 py-1.5 text-sm font-semibold hover:bg-sunken hover:text-accent aria-[current]:text-accent"
              >
                {group.name}
              </Link>
            </h2>
            {(isSearching || here === group.href || here.startsWith(`${group.href}/`)) && (
              <ul className="mb-3 ml-1 border-l border-line pl-3">
                {group.entries.map((entry) => (
                  <li key={entry.href}>
                    <Link
                      href={entry.href}
                      prefetch={false}
                      onClick={onChosen}
                      aria-current={here === entry.href ? "page" : undefined}
                      className="-mx-2 flex items-baseline gap-1 rounded px-2 py-1.5 text-sm leading-5 hover:bg-sunken hover:text-accent aria-[current]:bg-sunken aria-[current]:text-accent"
                    >
                      {isOperation(entry) && <MethodTag method={entry.method} />}
                      <span className="min-w-0 break-words">{entry.title}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </div>
    </nav>
  );
}

function filterGroups(groups: ContentsGroup[], wanted: string): ContentsGroup[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      entries: group.entries.filter(({ method, title, text }) => {
        const all = `${group.name} ${method} ${title} ${text}`.toLowerCase();
        return words.every((word) => all.includes(word));
      }),
    }))
    .filter(({ entries }) => entries.length > 0);
}
