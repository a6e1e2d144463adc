"use client";

import { useMemo, useState } from "react";
import { useDashboardConfig } from "@/components/dashboard/config";
import { useT } from "@/components/i18n/provider";
import { walletLabels } from "@/components/pay/connecting/wallet-labels";
import { Notice } from "@/components/pay/parts/notice";
import { Panel } from "@/components/pay/parts/panel";
import { PageButton } from "@/components/ui/page-button";
import { WalletList } from "@/components/wallet/wallet-list";
import { type Wallet, WalletError, type WalletFamily } from "@/wallet/wallet";

interface ConnectProps {
  onWallet: (wallet: Wallet) => Promise<void>;
  onBack: () => void;
}

/** The wallet that is to be paid: it is connected, then signs a message. */
export function Connect({ onWallet, onBack }: ConnectProps) {
  const t = useT();
  const { wallets } = useDashboardConfig();
  const labels = useMemo(() => walletLabels(t), [t]);
  const families = useMemo(() => familiesOf(wallets.networks), [wallets.networks]);
  const [isSigning, setSigning] = useState(false);
  const [problem, setProblem] = useState<{ text: string; isChoice: boolean } | null>(null);
  const connected = async (wallet: Wallet) => {
    setSigning(true);
    setProblem(null);
    try {
      await onWallet(wallet);
    } catch (error) {
      setSigning(false);
      const isOfWallet = error instanceof WalletError;
      setProblem({
        text: isOfWallet
          ? labels.errors[error.code].replaceAll("{name}", wallet.name)
          : t("onboarding.trouble.sign_in"),
        isChoice: isOfWallet && error.code === "rejected",
      });
    }
  };
  return (
    <Panel key="connect" title={t("onboarding.connect.title")}>
      <p className="mt-2 mb-4 text-sm leading-relaxed text-muted">{t("onboarding.connect.text")}</p>
      {problem && (
        <div className="mb-4">
          <Notice tone={problem.isChoice ? "warning" : "danger"} isAlert={!problem.isChoice}>
            {problem.text}
          </Notice>
        </div>
      )}
      {isSigning ? (
        <Notice tone="info">{t("onboarding.connect.sign")}</Notice>
      ) : (
        <WalletList settings={wallets} families={families} labels={labels} onConnected={connected} />
      )}
      <p className="-ms-2 mt-4">
        <PageButton look="quiet" onClick={onBack}>
          {t("common.back")}
        </PageButton>
      </p>
    </Panel>
  );
}

function familiesOf(networks: readonly string[]): WalletFamily[] {
  const families: WalletFamily[] = [];
  if (networks.some((network) => network !== "tron")) families.push("evm");
  if (networks.includes("tron")) families.push("tron");
  return families;
}
