"use client";

import { useEffect } from "react";

/** The framework's region that speaks the title of the next page, in a shadow tree of its own. */
const ANNOUNCER = "next-route-announcer";

/**
 * Takes the framework's announcer off the page: nothing here leads to a next page without loading it, and its empty
 * alert would be one more beside the one that means something.
 */
export function useOwnVoice(): void {
  useEffect(() => {
    const remove = () => {
      for (const announcer of document.querySelectorAll(ANNOUNCER)) announcer.remove();
    };
    remove();
    // It comes when the framework's own code has run, before or after ours.
    const watch = new MutationObserver(remove);
    watch.observe(document.body, { childList: true });
    return () => watch.disconnect();
  }, []);
}
