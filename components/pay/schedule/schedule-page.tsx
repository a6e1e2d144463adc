"use client";

import { type ReactNode, useCallback, useState } from "react";
import { ask, json, Unreachable } from "@/components/pay/api/ask-server";
import { useOwnVoice } from "@/components/pay/frame/use-own-voice";
import { useLoadedSession } from "@/components/pay/page/use-loaded-session";
import { useWatch } from "@/components/pay/page/use-watch";
import { ScheduleConnect } from "@/components/pay/schedule/schedule-connect";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import type { WalletSettings } from "@/wallet/settings";

interface SchedulePageProps {
  /** As the server drew it: what may be signed is what stands here, whatever a later answer says. */
  drawn: PageSchedule;
  settings: WalletSettings;
  children: ReactNode;
  /** Whom a payer can ask, below everything else. */
  contact: ReactNode;
}

const LOOK_MS = 10_000;
const loadSession = async () => (await import("@/components/pay/schedule/schedule-session")).ScheduleSession;

/**
 * The part of the page that runs before a wallet is wanted: one button, and an eye on the server. Everything else is
 * loaded when the payer connects or the schedule moves on. The button stays the same when it does, so that a press at
 * that moment is acted upon.
 */
export function SchedulePage({ drawn, settings, children, contact }: SchedulePageProps) {
  const { Session, isLoading, hasFailed, open } = useLoadedSession(loadSession);
  const [page, setPage] = useState(drawn);
  const [isAsked, setAsked] = useState(false);
  const [announcement, announce] = useState("");
  useOwnVoice();

  const connect = () => {
    setAsked(true);
    void open();
  };

  const look = useCallback(async () => {
    const response = await ask("/pay/schedule/state", json({ token: drawn.token }));
    if (!response.ok) throw new Unreachable(`schedule: ${response.status}`);
    // What has changed is for the session to read, which knows what to believe.
    if ((await response.text()) !== JSON.stringify(drawn)) await open();
  }, [drawn, open]);
  useWatch(Session === null && isMoving(drawn), look, LOOK_MS);

  return (
    <>
      {Session ? (
        <Session
          drawn={drawn}
          page={page}
          onRead={setPage}
          settings={settings}
          isAsked={isAsked}
          announce={announce}
        />
      ) : (
        children
      )}
      {!(Session && isAsked) && (
        <ScheduleConnect
          page={page}
          isLoading={isAsked && isLoading}
          hasFailed={hasFailed}
          onConnect={connect}
        />
      )}
      {contact}
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
