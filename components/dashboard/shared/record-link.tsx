"use client";

import type { ReactNode } from "react";
import { shorten } from "@/components/ui/address";
import { InPlaceLink } from "@/components/ui/in-place";

/** The way from a list to the page of a record. Its name is text of strangers, whatever it looks like. */
export function RecordLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <InPlaceLink href={href} className="block w-fit max-w-full font-medium hover:text-accent">
      <bdi className="line-clamp-3 wrap-anywhere">{children}</bdi>
    </InPlaceLink>
  );
}

/** How a list names a record: by its reference, or by its ID where it has none. */
export function recordName(reference: string | null, id: string): string {
  return reference ?? `No reference · ${shorten(id)}`;
}
