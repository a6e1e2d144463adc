"use client";

import { type ReactNode, useId } from "react";
import { useT } from "@/components/i18n/provider";
import { FoldButton } from "@/components/pay/parts/fold-button";
import { useFold } from "@/components/pay/parts/folds";

/** Shows and hides the details. Where no script runs they are always there. */
export function Toggle({ children }: { children: ReactNode }) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useFold("details");
  return (
    <div className="mt-3">
      <FoldButton isOpen={isOpen} onFold={setOpen} of={id} className="min-h-9 noscript:hidden">
        {t(isOpen ? "pay.hideDetails" : "pay.showDetails")}
      </FoldButton>
      <div id={id} className={isOpen ? "mt-2" : "mt-2 hidden noscript:block"}>
        {children}
      </div>
    </div>
  );
}
