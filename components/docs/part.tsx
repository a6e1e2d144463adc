import type { ReactNode } from "react";

/** A titled part of a page. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="mb-2 font-serif text-xl font-semibold">{title}</h2>
      {children}
    </section>
  );
}
