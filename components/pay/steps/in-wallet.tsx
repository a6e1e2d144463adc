"use client";

import { useState } from "react";
import { useT } from "@/components/i18n/provider";
import { useIsPast } from "@/components/pay/steps/use-is-past";
import { QuietButton } from "@/components/pay/view/primary-button";
import { Spinner } from "@/components/ui/spinner";

/** A wallet that has said nothing by then may never do, and a permission may never come. */
const LATE_MS = 60_000;

interface InWalletProps {
  isSettling: boolean;
  onBack: () => void;
}

/** In place of the button while the wallet asks its owner, or while the chain takes up a permission. */
export function InWallet({ isSettling, onBack }: InWalletProps) {
  const t = useT();
  const [begun] = useState(() => Date.now());
  const isLate = useIsPast(begun + LATE_MS);
  return (
    <div className="mt-5 flex items-start gap-3 rounded-md bg-sunken px-4 py-4">
      <Spinner className="mt-0.5 text-accent" />
      <div className="text-sm leading-relaxed">
        <p className="font-medium">{t(isSettling ? "pay.settling.title" : "pay.inWallet")}</p>
        <p className="text-muted">{t(isSettling ? "pay.settling.text" : "pay.inWalletText")}</p>
        {isLate && (
          <p role="status" className="mt-2">
            {t(isSettling ? "pay.settling.late" : "pay.inWalletLate")}
          </p>
        )}
        {isLate && isSettling && <QuietButton onClick={onBack}>{t("pay.confirming.again")}</QuietButton>}
      </div>
    </div>
  );
}
