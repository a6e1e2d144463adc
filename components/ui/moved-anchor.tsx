"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Leads an anchor to the page that now holds what it named; `pages` has these pages by anchor. */
export function MovedAnchor({ pages }: { pages: Readonly<Record<string, string>> }) {
  const router = useRouter();
  useEffect(() => {
    const leadOn = () => {
      const page = pages[decodeURIComponent(window.location.hash.slice(1))];
      if (page) router.replace(page);
    };
    leadOn();
    window.addEventListener("hashchange", leadOn);
    return () => window.removeEventListener("hashchange", leadOn);
  }, [pages, router]);
  return null;
}
