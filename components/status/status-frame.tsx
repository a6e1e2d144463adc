import type { ReactNode } from "react";
import { Wordmark } from "@/components/ui/wordmark";

/** Head and width of the public page. */
export function StatusFrame({ children }: { children: ReactNode }) {
  return (
    <main className="mx-auto grid max-w-3xl gap-6 px-4 py-10 sm:px-5 sm:py-14">
      <header>
        <Wordmark />
        <h1 className="mt-6 font-serif text-3xl font-semibold tracking-tight">Status</h1>
      </header>
      {children}
    </main>
  );
}
