"use client";

import { useEffect } from "react";

/** No other page of ours may stand in a frame: what a link leads to opens in a window of its own. */
export function useLinksOutside(): void {
  useEffect(() => {
    document.addEventListener("click", openOutside, true);
    return () => document.removeEventListener("click", openOutside, true);
  }, []);
}

function openOutside({ target }: Event): void {
  const link = target instanceof Element ? target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.protocol === "mailto:") return;
  link.target = "_blank";
  link.rel = "noopener noreferrer";
}
