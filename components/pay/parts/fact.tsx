import type { ReactNode } from "react";

/** A fact of a short list: what it is left, what it says right, without rules between. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{name}</dt>
      <dd className="max-w-full min-w-0 break-words">{children}</dd>
    </div>
  );
}
