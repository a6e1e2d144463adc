"use client";

import { type ReactNode, useEffect, useState } from "react";

interface Props {
  /** What each state looks like, by its name. */
  states: Readonly<Record<string, ReactNode>>;
}

/** What is dispatched on the window, with a state's name as its detail, to have that state shown. */
export const SHOW_STATE = "gallery:show";

/**
 * States of a gallery of which one at a time is on the page, the first to begin with: what is asked of the page is asked
 * of that state alone, as if it had been opened by itself, and no document is loaded between two of them.
 */
export function GalleryTurns({ states }: Props) {
  const [shown, setShown] = useState(Object.keys(states)[0] ?? "");
  useEffect(() => {
    const show = (event: Event) => setShown(String((event as CustomEvent).detail));
    window.addEventListener(SHOW_STATE, show);
    return () => window.removeEventListener(SHOW_STATE, show);
  }, []);
  return (
    <div key={shown} data-state={shown}>
      {states[shown]}
    </div>
  );
}
