import type { ReactNode } from "react";

interface FactProps {
  name: string;
  children: ReactNode;
}

/** A name with its value beside it, in a `dl` with a line under each. */
export function Line({ name, children }: FactProps) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 border-b border-dashed border-line py-2.5">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 text-right">{children}</dd>
    </div>
  );
}

/** A name with its value below it, in a `dl` of columns. */
export function Fact({ name, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
