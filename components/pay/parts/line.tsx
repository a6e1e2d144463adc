import type { ReactNode } from "react";

/** One line of a receipt: what it is left, what it says right, a dashed rule below. */
export function Line({ name, note, children }: { name: ReactNode; note?: ReactNode; children: ReactNode }) {
  // A list of terms allows one element around a term and what is said of it, and nothing between.
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 border-b border-dashed border-line py-2.5 last:border-b-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="ms-auto min-w-0 max-w-full text-end text-sm font-medium break-words">{children}</dd>
      {note && <dd className="mt-1 basis-full text-xs leading-relaxed text-muted">{note}</dd>}
    </div>
  );
}
