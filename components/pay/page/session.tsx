"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { useT } from "@/components/i18n/provider";
import type { PageContext } from "@/components/pay/api/page-context";
import { ConnectPrompt } from "@/components/pay/connecting/connect-prompt";
import { FirstContact } from "@/components/pay/contact/page-contact";
import { rememberedPayment } from "@/components/pay/flow/remembered";
import { useFlow } from "@/components/pay/flow/use-flow";
import { Away } from "@/components/pay/notices/away";
import { TroubleNotice } from "@/components/pay/notices/trouble";
import { FirstView } from "@/components/pay/page/first-view";
import { liveRegionText } from "@/components/pay/page/live-region";
import { SessionView } from "@/components/pay/page/session-view";
import type { PageState } from "@/server/secure-payments/page/page-schema";
import { connectAround, reconnectOnce } from "@/wallet/connection";
import type { WalletSettings } from "@/wallet/settings";

export interface SessionProps {
  context: PageContext;
  initial: PageState;
  settings: WalletSettings;
  /** Whether the payer has asked for the wallets; else the link has moved by itself. */
  isAsked: boolean;
  /** Fills the page's one live region. */
  announce: (text: string) => void;
}

/** The payer's journey from the wallet on. Loaded with all wallet code when it is wanted. */
export function Session({ context, initial, settings, isAsked, announce }: SessionProps) {
  const t = useT();
  const { flow, actions } = useFlow(context, initial);
  const [wantsWallet, setWantsWallet] = useState(isAsked);
  const isOnline = useSyncExternalStore(
    onNetwork,
    () => navigator.onLine,
    () => true,
  );
  useEffect(() => {
    // Only the wallet that took a batch knows what became of it.
    if (rememberedPayment(context.token)?.batch) void reconnectOnce(settings);
    void connectAround(settings);
  }, [context.token, settings]);
  const isFirst = flow.step === "connect" && !wantsWallet;
  const text = isFirst && !flow.isSilent ? t("pay.title") : liveRegionText(t, flow);
  useEffect(() => announce(text), [announce, text]);
  if (isFirst) {
    return (
      <>
        <FirstView t={t} page={flow.page} source={context} />
        <Away isOnline={isOnline} isSilent={flow.isSilent} />
        <TroubleNotice trouble={flow.trouble} />
        <ConnectPrompt
          context={context}
          page={flow.page}
          settings={settings}
          isLoading={false}
          hasFailed={false}
          onConnect={() => setWantsWallet(true)}
        />
        <FirstContact t={t} page={flow.page} />
      </>
    );
  }
  return (
    <SessionView flow={flow} actions={actions} context={context} settings={settings} isOnline={isOnline} />
  );
}

function onNetwork(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
