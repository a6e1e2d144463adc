"use client";

import { useT } from "@/components/i18n/provider";
import { NoWallet } from "@/components/pay/qr/no-wallet";
import { PrimaryButton } from "@/components/pay/view/primary-button";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import type { WalletSettings } from "@/wallet/settings";

interface ConnectPromptProps {
  page: PageState;
  settings: WalletSettings;
  isLoading: boolean;
  hasFailed: boolean;
  onConnect: () => void;
}

/** The first thing to do on a link that is open, and what to do without a wallet. */
export function ConnectPrompt({ page, settings, isLoading, hasFailed, onConnect }: ConnectPromptProps) {
  const t = useT();
  const facts = "facts" in page ? page.facts : null;
  return (
    <div className="mt-6 noscript:hidden">
      <PrimaryButton
        onClick={isLoading ? undefined : onConnect}
        aria-busy={isLoading || undefined}
        aria-disabled={isLoading || undefined}
      >
        {t("pay.connect")}
      </PrimaryButton>
      <p className="mt-2 text-center text-xs text-muted">{t("pay.safetyNote")}</p>
      {hasFailed && (
        <p role="alert" className="mt-2 text-center text-sm text-danger">
          {t("pay.trouble.unreachable")}
        </p>
      )}
      <div className="mt-3">
        <NoWallet
          settings={settings}
          shown={"shown" in page ? page.shown : null}
          isOpenToAll={facts?.isOpenToAll === true}
        />
      </div>
    </div>
  );
}
