"use client";

import { useT } from "@/components/i18n/provider";
import { PageButton } from "@/components/ui/page-button";
import { disconnectWallet } from "@/wallet/connection";

/** Lets the wallet go; the list of wallets comes back by itself. */
export function ChangeWallet() {
  const t = useT();
  return (
    <p className="mt-3 text-center">
      <PageButton look="quiet" onClick={() => void disconnectWallet()}>
        {t("pay.changeWallet")}
      </PageButton>
    </p>
  );
}
