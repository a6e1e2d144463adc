"use client";

import { useT } from "@/components/i18n/provider";
import { SCHEDULE_STATES } from "@/components/pay/gallery/schedule-states";
import { CancelStep } from "@/components/pay/schedule/cancelling/cancel-step";
import { RunningList } from "@/components/pay/schedule/running/running-list";
import { SignForList } from "@/components/pay/schedule/running/running-session";
import { ScheduleConnect } from "@/components/pay/schedule/schedule-connect";
import { ConnectPayer, WrongWallet } from "@/components/pay/schedule/schedule-panel";
import { SignStep } from "@/components/pay/schedule/signing/sign-step";
import type { WalletSettings } from "@/wallet/settings";

const NOTHING = () => {};
const NO_ACTIONS = { open: NOTHING, close: NOTHING, back: NOTHING, cancel: NOTHING, takeBack: NOTHING };

/** What stands below a schedule at one moment, standing still. */
export function GallerySchedule({ state, settings }: { state: string; settings: WalletSettings }) {
  const t = useT();
  const moment = SCHEDULE_STATES[state];
  const below = moment?.below;
  if (!below) return null;
  const page = moment.page?.kind === "schedule" ? moment.page : null;
  if (below.kind === "running" || below.kind === "running_sign") {
    return (
      <>
        <h1 className="font-serif text-2xl font-semibold text-balance">{t("schedule.running.title")}</h1>
        <p className="mt-3 text-sm leading-relaxed">{t("schedule.running.text")}</p>
        <div className="mt-6 border-t border-dashed border-line pt-6">
          {below.kind === "running" ? (
            <RunningList schedules={below.schedules} wallet={null} onAgain={NOTHING} />
          ) : (
            <SignForList
              address="0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC"
              trouble={null}
              onSign={NOTHING}
            />
          )}
        </div>
      </>
    );
  }
  if (!page) return null;
  switch (below.kind) {
    case "prompt":
      return <ScheduleConnect page={page} isLoading={false} hasFailed={false} onConnect={NOTHING} />;
    case "connect":
      return <ConnectPayer settings={settings} />;
    case "wrong_wallet":
      return <WrongWallet page={page} address={page.shown.recipient} />;
    case "sign":
      return <SignStep page={page} flow={below.flow} onAsk={NOTHING} onAgain={NOTHING} />;
    case "cancel":
      return <CancelStep page={page} flow={below.flow} lower={below.lower} actions={NO_ACTIONS} />;
  }
}
