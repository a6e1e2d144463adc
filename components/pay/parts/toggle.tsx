"use client";

import { type ReactNode, useId } from "react";
import { useT } from "@/components/i18n/provider";
import { useFold } from "@/components/pay/parts/folds";

/** Shows and hides the details. Where no script runs they are always there. */
export function Toggle({ children }: { children: ReactNode }) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useFold("details");
  return (
    <div className="mt-3">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="min-h-9 text-sm font-medium text-accent underline-offset-4 hover:underline noscript:hidden"
      >
        {t(isOpen ? "pay.hideDetails" : "pay.showDetails")}
      </button>
      <div id={id} className={isOpen ? "mt-2" : "mt-2 hidden noscript:block"}>
        {children}
      </div>
    </div>
  );
}
