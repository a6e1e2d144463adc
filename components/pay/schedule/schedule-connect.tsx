"use client";

import { useT } from "@/components/i18n/provider";
import { ConnectButton } from "@/components/pay/connecting/connect-button";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";

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
  return (
    <div className="mt-6 text-center noscript:hidden">
      <ConnectButton isQuiet={!isPending} isLoading={isLoading} hasFailed={hasFailed} onConnect={onConnect}>
        {t(
          isPending
            ? "pay.connect"
            : page.cancelledBy === "payer"
              ? "schedule.lower.connect"
              : "schedule.cancel.connect",
        )}
      </ConnectButton>
    </div>
  );
}
