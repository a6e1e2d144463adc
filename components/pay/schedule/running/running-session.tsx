"use client";

import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useT } from "@/components/i18n/provider";
import { ChangeWallet } from "@/components/pay/connecting/change-wallet";
import type { Trouble } from "@/components/pay/flow/flow-state";
import { TroubleNotice } from "@/components/pay/notices/trouble";
import { Busy } from "@/components/pay/parts/busy";
import { Code } from "@/components/pay/parts/code";
import { Panel } from "@/components/pay/parts/panel";
import { RunningList } from "@/components/pay/schedule/running/running-list";
import { signForSchedules } from "@/components/pay/schedule/running/sign-for-schedules";
import { ConnectPayer } from "@/components/pay/schedule/schedule-panel";
import { PageButton } from "@/components/ui/page-button";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import { connection, noConnection, onConnection } from "@/wallet/connection";
import type { WalletSettings } from "@/wallet/settings";
import { type Wallet, WalletError } from "@/wallet/wallet";

export interface RunningSessionProps {
  settings: WalletSettings;
  /** Fills the page's one live region. */
  announce: (text: string) => void;
}

/** From the wallet to the list of what it pays. */
export function RunningSession({ settings, announce }: RunningSessionProps) {
  const { wallet } = useSyncExternalStore(onConnection, connection, noConnection);
  if (!wallet) return <ConnectPayer settings={settings} />;
  // Another account is another person's list.
  return <OfWallet key={wallet.address} wallet={wallet} announce={announce} />;
}

function OfWallet({ wallet, announce }: { wallet: Wallet; announce: (text: string) => void }) {
  const t = useT();
  const [isAsked, setAsked] = useState(false);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [schedules, setSchedules] = useState<PageSchedule[] | null>(null);
  const said = schedules ? t("schedule.running.count", { count: schedules.length }) : "";
  useEffect(() => announce(said), [announce, said]);

  /** Counts the questions: what is answered after the payer has gone back is not shown. */
  const question = useRef(0);
  const ask = async () => {
    const own = ++question.current;
    setAsked(true);
    setTrouble(null);
    try {
      const signed = await signForSchedules(wallet);
      if (own !== question.current) return;
      setSchedules(signed);
    } catch (error) {
      if (own !== question.current) return;
      setTrouble(
        error instanceof WalletError ? { code: "wallet", reason: error.code } : { code: "unreachable" },
      );
    }
    setAsked(false);
  };
  const back = () => {
    question.current++;
    setAsked(false);
  };

  if (isAsked) {
    return <Busy key="asked" title={t("pay.inWallet")} text={t("schedule.running.asked")} onBack={back} />;
  }
  if (schedules) return <RunningList schedules={schedules} wallet={wallet} onAgain={() => void ask()} />;
  return <SignForList address={wallet.address} trouble={trouble} onSign={() => void ask()} />;
}

interface SignForListProps {
  address: string;
  trouble: Trouble | null;
  onSign: () => void;
}

/** Asks for the signature that shows whose wallet it is. */
export function SignForList({ address, trouble, onSign }: SignForListProps) {
  const t = useT();
  return (
    <Panel key="sign" title={t("schedule.running.sign")}>
      <TroubleNotice trouble={trouble} />
      <p className="mt-3 text-sm leading-relaxed">{t("schedule.running.signText")}</p>
      <p className="mt-2 text-sm">
        <Code text={address} what={t("pay.yourAddress")} />
      </p>
      <div className="mt-5">
        <PageButton onClick={onSign}>{t("schedule.running.sign")}</PageButton>
      </div>
      <ChangeWallet />
    </Panel>
  );
}
