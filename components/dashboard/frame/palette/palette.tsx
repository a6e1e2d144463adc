"use client";

import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState } from "react";
import { Search } from "@/components/icons/icons";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Dialog } from "@/components/ui/dialog";
import { controlLook } from "@/components/ui/input";
import type { Place } from "./places";
import { usePlaces } from "./use-places";

/** A search that leads anywhere: Ctrl-K, or Cmd-K, from every screen, or its button. */
export function Palette() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.repeat ||
        event.key.toLowerCase() !== "k" ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      // Another dialog may hold something that is shown only once.
      event.preventDefault();
      setOpen((wasOpen) => !wasOpen && document.querySelector("dialog[open]") === null);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <Button
        size="sm"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="font-normal text-muted"
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden="true" />
        <span className="sr-only sm:not-sr-only">Search</span>
        <span aria-hidden="true" className="ml-auto hidden text-xs lg:inline">
          Ctrl K
        </span>
      </Button>
      {/* Open anew each time, without the text of the last search. */}
      {isOpen && (
        <Dialog isOpen onClose={() => setOpen(false)} title="Search" size="lg">
          <Finder onGo={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

function Finder({ onGo }: { onGo: () => void }) {
  const router = useRouter();
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState(0);
  const { groups, isSearching, hasFailed } = usePlaces(typed);
  const all = groups.flatMap(({ places }) => places);
  const at = Math.min(chosen, all.length - 1);
  const go = ({ href }: Place) => {
    onGo();
    router.push(href);
  };
  const move = (to: number) => {
    const next = (to + all.length) % all.length;
    setChosen(next);
    list.current?.querySelector(`[data-place="${next}"]`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || all.length === 0) return;
    const { key } = event;
    if (key !== "ArrowDown" && key !== "ArrowUp" && key !== "Enter") return;
    event.preventDefault();
    const place = all[at];
    if (key === "Enter") {
      if (place) go(place);
    } else move(key === "ArrowDown" ? at + 1 : at - 1);
  };
  let position = 0;
  return (
    <div className="grid gap-3">
      <label htmlFor={`${id}-box`} className="text-sm text-muted">
        Payments, links, settings and the API reference
      </label>
      <input
        id={`${id}-box`}
        type="search"
        role="combobox"
        // biome-ignore lint/a11y/noAutofocus: who opens a search wants to type
        autoFocus
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder="Reference, ID, hash, wallet, link or page"
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={all.length > 0 ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
        className={cn(controlLook, "h-11")}
      />
      <p role="status" className="h-5 text-xs text-muted">
        {statusOf(all.length, isSearching, hasFailed)}
      </p>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Places"
        className="max-h-[min(24rem,50dvh)] overflow-y-auto empty:hidden"
      >
        {groups.map(({ name, places }) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has no other element for its parts
          <div key={name} role="group" aria-labelledby={`${id}-${name}`} className="mb-2">
            <p
              id={`${id}-${name}`}
              role="presentation"
              className="px-2 py-1 text-xs font-semibold text-muted"
            >
              {name}
            </p>
            {places.map((place) => {
              const index = position++;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the box, which names the chosen one
                <div
                  key={place.href}
                  id={`${id}-${index}`}
                  data-place={index}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === at}
                  onClick={() => go(place)}
                  onMouseMove={() => setChosen(index)}
                  className={cn("cursor-pointer rounded px-2 py-2", index === at && "bg-accent/10")}
                >
                  <bdi className="block text-sm font-medium wrap-anywhere">{place.name}</bdi>
                  {place.note && <span className="block text-xs wrap-anywhere text-muted">{place.note}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function statusOf(count: number, isSearching: boolean, hasFailed: boolean): string {
  if (isSearching) return "Searching…";
  if (hasFailed) return "Some of it could not be searched. Type again to retry.";
  if (count === 0) return "Nothing found";
  return `${count} ${count === 1 ? "place" : "places"}. Arrow keys choose, Enter opens.`;
}
