"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Leads `/docs#createRequest`, the address of an operation when all were on one page, to its own page. */
export function MovedAnchor({ pages }: { pages: Record<string, string> }) {
  const router = useRouter();
  useEffect(() => {
    const page = pages[decodeURIComponent(window.location.hash.slice(1))];
    if (page) router.replace(page);
  }, [pages, router]);
  return null;
}
