"use client";

import { useMemo } from "react";
import { useT } from "@/components/i18n/provider";
import { ChangeWallet } from "@/components/pay/connecting/change-wallet";
import { walletLabels } from "@/components/pay/connecting/wallet-labels";
import { Code } from "@/components/pay/parts/code";
import { Panel } from "@/components/pay/parts/panel";
import { CancelSchedule } from "@/components/pay/schedule/cancelling/cancel-schedule";
import { isOpen } from "@/components/pay/schedule/schedule-connect";
import { SignSchedule } from "@/components/pay/schedule/signing/sign-schedule";
import { WalletList } from "@/components/wallet/wallet-list";
import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import type { WalletSettings } from "@/wallet/settings";
import type { Wallet, WalletFamily } from "@/wallet/wallet";

/** Permits are EIP-712, which wallets for Tron do not sign. */
const FAMILIES: readonly WalletFamily[] = ["evm"];

interface SchedulePanelProps {
  page: PageSchedule;
  wallet: Wallet | null;
  settings: WalletSettings;
  /** Reads the state once more. */
  look: () => Promise<void>;
}

/** What the payer can do now: connect the wallet that pays, sign with it, or cancel with it. */
export function SchedulePanel({ page, wallet, settings, look }: SchedulePanelProps) {
  if (!isOpen(page)) return null;
  if (!wallet) return <ConnectPayer settings={settings} />;
  if (wallet.family !== "evm" || wallet.address !== page.shown.payer) {
    return <WrongWallet page={page} address={wallet.address} />;
  }
  // Another account is another page of what may be signed.
  return page.status === "pending" ? (
    <SignSchedule key={wallet.address} page={page} wallet={wallet} look={look} />
  ) : (
    <CancelSchedule key={wallet.address} page={page} wallet={wallet} look={look} />
  );
}

/** The wallets that can sign a schedule. */
export function ConnectPayer({ settings }: { settings: WalletSettings }) {
  const t = useT();
  const labels = useMemo(() => walletLabels(t), [t]);
  return (
    <Panel key="connect" title={t("pay.connect.title")}>
      <p className="mt-2 mb-4 text-sm leading-relaxed text-muted">
        {t("pay.safetyNote")} {t("schedule.noTron")}
      </p>
      <WalletList settings={settings} families={FAMILIES} labels={labels} onConnected={connected} />
    </Panel>
  );
}

/** The connection tells everybody who listens. */
function connected() {}

/** Another wallet than the one that pays is connected. */
export function WrongWallet({ page, address }: { page: PageSchedule; address: string }) {
  const t = useT();
  return (
    <Panel key="wrong" title={t("schedule.wrongWallet.title")}>
      <p className="mt-3 text-sm leading-relaxed">{t("schedule.wrongWallet.text")}</p>
      <p className="mt-2 text-sm">
        <Code text={page.shown.payer} what={t("schedule.from")} />
      </p>
      <p className="mt-3 text-sm leading-relaxed">{t("schedule.wrongWallet.yours")}</p>
      <p className="mt-2 text-sm">
        <Code text={address} what={t("pay.yourAddress")} />
      </p>
      <ChangeWallet />
    </Panel>
  );
}
