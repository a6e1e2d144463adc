"use client";

import { usePathname } from "next/navigation";
import { useRef } from "react";
import type { ContentsGroup } from "./catalogue";
import { Contents } from "./contents";

/** The list on a narrow screen: folded away, and again once something was chosen. */
export function FoldedContents({ groups }: { groups: ContentsGroup[] }) {
  const details = useRef<HTMLDetailsElement>(null);
  const here = usePathname();
  const close = () => details.current?.removeAttribute("open");
  return (
    <details ref={details} key={here} className="mt-4 lg:hidden">
      <summary className="cursor-pointer py-1 text-sm font-medium text-accent">Contents</summary>
      <div className="mt-3">
        <Contents groups={groups} onChosen={close} />
      </div>
    </details>
  );
}
