"use client";

import { OnceAlive } from "@/components/ui/once-alive";

/** Opens the browser's print dialog. Without a script there is no button, and printing works all the same. */
export function PrintButton({ label }: { label: string }) {
  return (
    <OnceAlive>
      <button
        type="button"
        onClick={() => window.print()}
        className="rounded-md border border-line bg-card px-4 py-2 text-sm font-medium hover:border-muted print:hidden"
      >
        {label}
      </button>
    </OnceAlive>
  );
}
