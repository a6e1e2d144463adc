"use client";

import { OnceAlive } from "@/components/ui/once-alive";
import { PageButton } from "@/components/ui/page-button";

/** Opens the browser's print dialog. Without a script there is no button, and printing works all the same. */
export function PrintButton({ label }: { label: string }) {
  return (
    <OnceAlive>
      <PageButton look="beside" onClick={() => window.print()} className="print:hidden">
        {label}
      </PageButton>
    </OnceAlive>
  );
}
