"use client";

import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useT } from "@/components/i18n/provider";
import { poll } from "@/components/pay/api/poll";
import { Away } from "@/components/pay/notices/away";
import { readSchedule } from "@/components/pay/schedule/ask-schedule";
import { SchedulePanel } from "@/components/pay/schedule/schedule-panel";
import { STATUS_HEADING } from "@/components/pay/schedule/view/schedule-status";
import { ScheduleView } from "@/components/pay/schedule/view/schedule-view";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import { connection, noConnection, onConnection } from "@/wallet/connection";
import type { WalletSettings } from "@/wallet/settings";

export interface ScheduleSessionProps {
  drawn: PageSchedule;
  /** As it was read last. */
  page: PageSchedule;
  onRead: (page: PageSchedule) => void;
  settings: WalletSettings;
  /** Whether the payer has asked for the wallets; else the schedule has moved by itself. */
  isAsked: boolean;
  /** Fills the page's one live region. */
  announce: (text: string) => void;
}

const LOOK_MS = 4_000;

/** The schedule, followed as it goes, and what the payer's wallet can do about it. Loaded when it is wanted. */
export function ScheduleSession({ drawn, page, onRead, settings, isAsked, announce }: ScheduleSessionProps) {
  const t = useT();
  const [isSilent, setSilent] = useState(false);
  const { wallet } = useSyncExternalStore(onConnection, connection, noConnection);
  const { token, shown } = drawn;

  const look = useCallback(async () => {
    try {
      onRead(await readSchedule(token, shown));
      setSilent(false);
    } catch (error) {
      setSilent(true);
      throw error;
    }
  }, [token, shown, onRead]);

  const wasAsked = useRef(isAsked);
  useEffect(() => {
    const ended = new AbortController();
    if (!wasAsked.current) void look().catch(() => {});
    void poll(look, LOOK_MS, ended.signal);
    return () => ended.abort();
  }, [look]);

  const { status } = page;
  const before = useRef(status);
  useEffect(() => {
    // What the payer is about to press keeps the focus.
    if (before.current !== status && !isSomethingFocused()) document.getElementById(STATUS_HEADING)?.focus();
    before.current = status;
  }, [status]);

  const title = status === "pending" ? t("schedule.title") : t(`schedule.status.${status}`);
  const said = isSilent ? t("pay.silent") : title;
  useEffect(() => announce(said), [announce, said]);

  return (
    <>
      <ScheduleView t={t} page={page} />
      <Away isOnline isSilent={isSilent} />
      {isAsked && <SchedulePanel page={page} wallet={wallet} settings={settings} look={look} />}
    </>
  );
}

function isSomethingFocused(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body;
}
