"use client";

import { useT } from "@/components/i18n/provider";
import { QuietButton } from "@/components/pay/parts/primary-button";
import { disconnectWallet } from "@/wallet/connection";

/** Lets the wallet go; the list of wallets comes back by itself. */
export function ChangeWallet() {
  const t = useT();
  return (
    <p className="mt-3 text-center">
      <QuietButton onClick={() => void disconnectWallet()}>{t("pay.changeWallet")}</QuietButton>
    </p>
  );
}
