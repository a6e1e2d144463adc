"use client";

import type { PageContext } from "@/components/pay/api/page-context";
import { ConnectButton } from "@/components/pay/connecting/connect-button";
import { SendFromExchange } from "@/components/pay/deposit-address/send-from-exchange";
import { NoWallet } from "@/components/pay/qr/no-wallet";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import type { WalletSettings } from "@/wallet/settings";

interface ConnectPromptProps {
  context: PageContext;
  page: PageState;
  settings: WalletSettings;
  isLoading: boolean;
  hasFailed: boolean;
  onConnect: () => void;
}

/** The first thing to do on a link that is open, and what to do without a wallet. */
export function ConnectPrompt({
  context,
  page,
  settings,
  isLoading,
  hasFailed,
  onConnect,
}: ConnectPromptProps) {
  const facts = "facts" in page ? page.facts : null;
  return (
    <div className="mt-6 noscript:hidden">
      <ConnectButton isLoading={isLoading} hasFailed={hasFailed} onConnect={onConnect} />
      <div className="mt-3 space-y-1">
        <NoWallet
          settings={settings}
          shown={"shown" in page ? page.shown : null}
          isOpenToAll={facts?.isOpenToAll === true}
        />
        <SendFromExchange context={context} page={page} />
      </div>
    </div>
  );
}
