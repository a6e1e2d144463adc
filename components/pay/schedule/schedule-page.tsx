"use client";

import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";
import { useT } from "@/components/i18n/provider";
import { ask, json, Unreachable } from "@/components/pay/api/ask-server";
import { poll } from "@/components/pay/api/poll";
import { useOwnVoice } from "@/components/pay/page/use-own-voice";
import type { ScheduleSessionProps } from "@/components/pay/schedule/schedule-session";
import { PrimaryButton, QuietButton } from "@/components/pay/view/primary-button";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import type { WalletSettings } from "@/wallet/settings";

interface SchedulePageProps {
  /** As the server drew it: what may be signed is what stands here, whatever a later answer says. */
  drawn: PageSchedule;
  settings: WalletSettings;
  children: ReactNode;
}

const LOOK_MS = 10_000;
/** What the server drew this long ago is as good as new. */
const FRESH_MS = 3_000;

/**
 * The part of the page that runs before a wallet is wanted: one button, and an eye on the server. Everything else is
 * loaded when the payer connects or the schedule moves on.
 */
export function SchedulePage({ drawn, settings, children }: SchedulePageProps) {
  const [Session, setSession] = useState<ComponentType<ScheduleSessionProps> | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isLoading, setLoading] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const [announcement, announce] = useState("");
  useOwnVoice();

  const open = useCallback(async () => {
    setLoading(true);
    setFailed(false);
    try {
      const { ScheduleSession } = await import("@/components/pay/schedule/schedule-session");
      setSession(() => ScheduleSession);
    } catch {
      setFailed(true);
    }
    setLoading(false);
  }, []);

  const connect = () => {
    setAsked(true);
    void open();
  };

  const isWatching = Session === null && isMoving(drawn);
  useEffect(() => {
    if (!isWatching) return;
    const ended = new AbortController();
    const look = async () => {
      const response = await ask("/pay/schedule/state", json({ token: drawn.token }));
      if (!response.ok) throw new Unreachable(`schedule: ${response.status}`);
      // What has changed is for the session to read, which knows what to believe.
      if ((await response.text()) !== JSON.stringify(drawn)) await open();
    };
    // Drawn a while ago: a slow phone or network took its time.
    if (performance.now() > FRESH_MS) void look().catch(() => {});
    void poll(look, LOOK_MS, ended.signal);
    return () => ended.abort();
  }, [isWatching, drawn, open]);

  return (
    <>
      {Session ? (
        <Session drawn={drawn} settings={settings} isAsked={isAsked} announce={announce} />
      ) : (
        <>
          {children}
          <ScheduleConnect page={drawn} isLoading={isLoading} hasFailed={hasFailed} onConnect={connect} />
        </>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

/** Whether it can become something else by itself. */
function isMoving({ status }: PageSchedule): boolean {
  return status === "pending" || status === "active" || status === "paused";
}

/** Whether there is anything for the payer's wallet to do. */
export function isOpen({ status, cancelledBy }: PageSchedule): boolean {
  // What was cancelled may not be cancelled in the contract yet, or the permission may be left over.
  return status !== "completed" && cancelledBy !== "deadline";
}

interface ScheduleConnectProps {
  page: PageSchedule;
  isLoading: boolean;
  hasFailed: boolean;
  onConnect: () => void;
}

/** The one thing to do next: to sign, or to cancel. */
export function ScheduleConnect({ page, isLoading, hasFailed, onConnect }: ScheduleConnectProps) {
  const t = useT();
  if (!isOpen(page)) return null;
  const isPending = page.status === "pending";
  const Button = isPending ? PrimaryButton : QuietButton;
  return (
    <div className="mt-6 text-center noscript:hidden">
      <Button
        onClick={isLoading ? undefined : onConnect}
        aria-busy={isLoading || undefined}
        aria-disabled={isLoading || undefined}
      >
        {t(
          isPending
            ? "pay.connect"
            : page.cancelledBy === "payer"
              ? "schedule.lower.connect"
              : "schedule.cancel.connect",
        )}
      </Button>
      <p className="mt-2 text-xs text-muted">{t("pay.safetyNote")}</p>
      {hasFailed && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {t("pay.trouble.unreachable")}
        </p>
      )}
    </div>
  );
}
