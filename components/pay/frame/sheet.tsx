import type { ReactNode } from "react";

/** The sheet of paper that a payment stands on: the same on the page and in a merchant's preview of it. */
export function Sheet({ as: Element = "div", children }: { as?: "main" | "div"; children: ReactNode }) {
  return (
    <Element className="mt-6 rounded-lg border border-line bg-card px-5 py-6 break-words shadow-sm sm:px-8 sm:py-8">
      {children}
    </Element>
  );
}
