"use client";

import { type ComponentType, useState } from "react";
import { useT } from "@/components/i18n/provider";
import { useOwnVoice } from "@/components/pay/page/use-own-voice";
import type { RunningSessionProps } from "@/components/pay/schedule/running/running-session";
import { PrimaryButton } from "@/components/pay/view/primary-button";
import type { WalletSettings } from "@/wallet/settings";

/** What the page is for, and one button. Everything else is loaded with it. */
export function RunningPage({ settings }: { settings: WalletSettings }) {
  const t = useT();
  const [Session, setSession] = useState<ComponentType<RunningSessionProps> | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [announcement, announce] = useState("");
  useOwnVoice();

  const open = async () => {
    setLoading(true);
    setFailed(false);
    try {
      const { RunningSession } = await import("@/components/pay/schedule/running/running-session");
      setSession(() => RunningSession);
    } catch {
      setFailed(true);
    }
    setLoading(false);
  };

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
          <PrimaryButton
            onClick={isLoading ? undefined : () => void open()}
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
        </div>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
