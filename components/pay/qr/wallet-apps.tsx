"use client";

import { useEffect, useState } from "react";
import { useT } from "@/components/i18n/provider";
import type { WalletSettings } from "@/wallet/settings";
import type { WalletOption } from "@/wallet/wallet";

/** On a phone: this page in the browser of a wallet's app, or how to get there by hand. */
export function WalletApps({ settings, page }: { settings: WalletSettings; page: string }) {
  const t = useT();
  const apps = useApps(settings);
  return (
    <>
      <p>{t("pay.device.inApp")}</p>
      {apps.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {apps.map(({ id, name, deepLink }) => (
            <li key={id}>
              <a
                href={deepLink?.(page)}
                rel="noreferrer"
                className="flex min-h-11 items-center rounded border border-edge/60 bg-card px-4 font-medium hover:bg-page"
              >
                {t("wallet.openApp", { name })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Those of the wallet list that open a page; none before the list has arrived, or when it does not. */
function useApps(settings: WalletSettings): WalletOption[] {
  const [apps, setApps] = useState<WalletOption[]>([]);
  useEffect(() => {
    let isGone = false;
    import("@/wallet/options/wallet-options")
      .then(({ walletOptions }) => walletOptions(settings))
      .then((options) => !isGone && setApps(options.filter(({ deepLink }) => deepLink)))
      .catch(() => {});
    return () => {
      isGone = true;
    };
  }, [settings]);
  return apps;
}
