"use client";

import type { ReactNode } from "react";
import { useT } from "@/components/i18n/provider";
import { PageButton } from "@/components/ui/page-button";

interface ConnectButtonProps {
  /** Whether a press is being acted upon; while the page loads something for itself, a press still counts. */
  isLoading: boolean;
  hasFailed: boolean;
  onConnect: () => void;
  /** Where a wallet is not what most people come for. */
  isQuiet?: boolean;
  /** What it says; "Connect wallet" without. */
  children?: ReactNode;
}

/** Loads the wallets, and says that nothing is signed by that. */
export function ConnectButton({
  isLoading,
  hasFailed,
  onConnect,
  isQuiet = false,
  children,
}: ConnectButtonProps) {
  const t = useT();
  return (
    <>
      <PageButton
        look={isQuiet ? "quiet" : "action"}
        onClick={isLoading ? undefined : onConnect}
        aria-busy={isLoading || undefined}
        aria-disabled={isLoading || undefined}
      >
        {children ?? t("pay.connect")}
      </PageButton>
      <p className="mt-2 text-center text-xs text-muted">{t("pay.safetyNote")}</p>
      {hasFailed && (
        <p role="alert" className="mt-2 text-center text-sm text-danger">
          {t("pay.trouble.unreachable")}
        </p>
      )}
    </>
  );
}
