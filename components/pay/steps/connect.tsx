"use client";

import { useMemo } from "react";
import { useT } from "@/components/i18n/provider";
import type { Translator } from "@/components/i18n/translator";
import { NoWallet } from "@/components/pay/qr/no-wallet";
import { Panel } from "@/components/pay/steps/panel";
import type { StepProps } from "@/components/pay/steps/step-props";
import { TroubleNotice } from "@/components/pay/steps/trouble";
import type { WalletLabels } from "@/components/wallet/labels";
import { WalletList } from "@/components/wallet/wallet-list";
import type { WalletFamily } from "@/wallet/wallet";

/** The wallets that can pay this link. Where nothing of it may be told, not even the kind is known. */
export function ConnectStep({ flow, settings }: StepProps) {
  const t = useT();
  const labels = useMemo(() => walletLabels(t), [t]);
  const network = "facts" in flow.page ? flow.page.facts?.network : undefined;
  const families = useMemo<WalletFamily[]>(
    () => (network ? [network.family] : familiesOf(settings.networks)),
    [network, settings.networks],
  );
  return (
    <Panel key="connect" title={t("pay.connect.title")}>
      <p className="mt-2 mb-4 text-sm leading-relaxed text-muted">
        {network?.family === "tron" ? t("pay.connect.tronOnly") : t("pay.safetyNote")}
      </p>
      <TroubleNotice trouble={flow.trouble} />
      <div className="mt-4">
        <WalletList settings={settings} families={families} labels={labels} onConnected={connected} />
      </div>
      <div className="mt-4 border-t border-dashed border-line pt-3">
        <NoWallet
          settings={settings}
          shown={"shown" in flow.page ? flow.page.shown : null}
          isOpenToAll={"facts" in flow.page && flow.page.facts?.isOpenToAll === true}
        />
      </div>
    </Panel>
  );
}

/** The connection tells everybody who listens, and the journey is one of them. */
function connected() {}

function familiesOf(networks: readonly string[]): WalletFamily[] {
  const families: WalletFamily[] = [];
  if (networks.some((network) => network !== "tron")) families.push("evm");
  if (networks.includes("tron")) families.push("tron");
  return families;
}

/** The texts of the wallet list in the language of the page; `{name}` is put in by the list. */
export function walletLabels(t: Translator): WalletLabels {
  const name = "{name}";
  return {
    title: t("pay.connect.title"),
    description: t("pay.safetyNote"),
    loading: t("wallet.loading"),
    loadingFailed: t("wallet.loadingFailed"),
    empty: t("wallet.empty"),
    family: t("wallet.family"),
    evm: t("wallet.evm"),
    tron: t("wallet.tron"),
    more: t("wallet.more"),
    waiting: t("wallet.waiting", { name }),
    notInstalled: t("wallet.notInstalled", { name }),
    install: t("wallet.install", { name }),
    openApp: t("wallet.openApp", { name }),
    scan: t("wallet.scan", { name }),
    copyLink: t("wallet.copyLink"),
    copied: t("common.copied"),
    back: t("common.back"),
    errors: {
      rejected: t("wallet.error.rejected"),
      pending_request: t("wallet.error.pending_request", { name }),
      wrong_chain: t("wallet.error.wrong_chain", { name }),
      wrong_account: t("wallet.error.wrong_account", { name }),
      not_installed: t("wallet.error.not_installed", { name }),
      insufficient_funds: t("wallet.error.insufficient_funds", { name }),
      no_typed_data: t("wallet.error.no_typed_data", { name }),
      no_batch: t("wallet.error.no_batch", { name }),
      real_wallet_refused: t("wallet.error.real_wallet_refused"),
      disconnected: t("wallet.error.disconnected", { name }),
      failed: t("wallet.error.failed", { name }),
    },
  };
}
