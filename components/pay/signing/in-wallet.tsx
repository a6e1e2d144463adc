"use client";

import { useState } from "react";
import { useT } from "@/components/i18n/provider";
import { PageButton } from "@/components/ui/page-button";
import { Spinner } from "@/components/ui/spinner";
import { useIsPast } from "@/components/ui/use-is-past";

/** A wallet that has said nothing by then may never do, and a permission may never come. */
const LATE_MS = 60_000;

const TITLES = {
  checking: "pay.lastCheck.title",
  signing: "pay.inWallet",
  settling: "pay.settling.title",
} as const;
const TEXTS = {
  checking: "pay.lastCheck.text",
  signing: "pay.inWalletText",
  settling: "pay.settling.text",
} as const;

interface InWalletProps {
  /** A last look at the payment, the wallet's question to its owner, or a permission on its way into the chain. */
  doing: "checking" | "signing" | "settling";
  /** Where the wallet is asked for nothing that pays. Else the only way back is to say no in the wallet. */
  onBack?: () => void;
  /** Where it can be found out whether a wallet without an answer has sent the payment. */
  onAskAgain?: () => void;
}

/** In place of the button while the payment is checked once more, the wallet asks its owner, or a permission settles. */
export function InWallet({ doing, onBack, onAskAgain }: InWalletProps) {
  const t = useT();
  const [begun] = useState(() => Date.now());
  const isLate = useIsPast(begun + LATE_MS);
  const isSettling = doing === "settling";
  const isSigning = doing === "signing";
  const late = isSettling
    ? "pay.settling.late"
    : onBack
      ? "pay.inWalletLatePermission"
      : onAskAgain
        ? "pay.inWalletLateAgain"
        : "pay.inWalletLate";
  return (
    <>
      <div className="mt-5 flex items-start gap-3 rounded-md bg-sunken px-4 py-4">
        <Spinner className="mt-0.5 text-accent" />
        <div className="text-sm leading-relaxed">
          <p className="font-medium">{t(TITLES[doing])}</p>
          <p className="text-muted">
            {t(TEXTS[doing])}
            {isSigning && !onBack && ` ${t("pay.inWalletNo")}`}
          </p>
          {isLate && doing !== "checking" && (
            <p role="status" className="mt-2">
              {t(late)}
            </p>
          )}
          {isLate && isSettling && onBack && (
            <PageButton look="quiet" onClick={onBack}>
              {t("pay.confirming.again")}
            </PageButton>
          )}
          {isLate && isSigning && onAskAgain && (
            <PageButton look="quiet" onClick={onAskAgain}>
              {t("pay.askAgain")}
            </PageButton>
          )}
        </div>
      </div>
      {!isSettling && onBack && (
        <p className="mt-3 text-center">
          <PageButton look="quiet" onClick={onBack}>
            {t("common.back")}
          </PageButton>
        </p>
      )}
    </>
  );
}
