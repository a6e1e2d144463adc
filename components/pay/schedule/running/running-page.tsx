"use client";

import { useState } from "react";
import { useT } from "@/components/i18n/provider";
import { ConnectButton } from "@/components/pay/connecting/connect-button";
import { useOwnVoice } from "@/components/pay/frame/use-own-voice";
import { useLoadedSession } from "@/components/pay/page/use-loaded-session";
import type { WalletSettings } from "@/wallet/settings";

const loadSession = async () =>
  (await import("@/components/pay/schedule/running/running-session")).RunningSession;

/** What the page is for, and one button. Everything else is loaded with it. */
export function RunningPage({ settings }: { settings: WalletSettings }) {
  const t = useT();
  const { Session, isLoading, hasFailed, open } = useLoadedSession(loadSession);
  const [announcement, announce] = useState("");
  useOwnVoice();

  return (
    <>
      <h1 className="font-serif text-2xl font-semibold text-balance">{t("schedule.running.title")}</h1>
      <p className="mt-3 text-sm leading-relaxed">{t("schedule.running.text")}</p>
      {Session ? (
        <div className="mt-6 border-t border-dashed border-line pt-6">
          <Session settings={settings} announce={announce} />
        </div>
      ) : (
        <div className="mt-6">
          <ConnectButton isLoading={isLoading} hasFailed={hasFailed} onConnect={() => void open()} />
        </div>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
