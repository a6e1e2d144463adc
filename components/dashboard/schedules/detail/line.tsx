import type { ReactNode } from "react";

/** A name and its value, in a `dl`. */
export function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 border-b border-dashed border-line py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}
