"use client";

import type { ReactNode } from "react";
import { useT } from "@/components/i18n/provider";
import { PrimaryButton, QuietButton } from "@/components/pay/view/primary-button";

interface ConnectButtonProps {
  isLoading: boolean;
  hasFailed: boolean;
  onConnect: () => void;
  /** Where a wallet is not what most people come for. */
  isQuiet?: boolean;
  /** What it says; "Connect wallet" without. */
  children?: ReactNode;
}

/** Loads the wallets, and says that nothing is signed by that. */
export function ConnectButton({ isLoading, hasFailed, onConnect, isQuiet, children }: ConnectButtonProps) {
  const t = useT();
  const Button = isQuiet ? QuietButton : PrimaryButton;
  return (
    <>
      <Button
        onClick={isLoading ? undefined : onConnect}
        aria-busy={isLoading || undefined}
        aria-disabled={isLoading || undefined}
      >
        {children ?? t("pay.connect")}
      </Button>
      <p className="mt-2 text-center text-xs text-muted">{t("pay.safetyNote")}</p>
      {hasFailed && (
        <p role="alert" className="mt-2 text-center text-sm text-danger">
          {t("pay.trouble.unreachable")}
        </p>
      )}
    </>
  );
}
