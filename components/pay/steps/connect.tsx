"use client";

import { useMemo } from "react";
import { useT } from "@/components/i18n/provider";
import { walletLabels } from "@/components/pay/connecting/wallet-labels";
import { SendFromExchange } from "@/components/pay/deposit-address/send-from-exchange";
import { TroubleNotice } from "@/components/pay/notices/trouble";
import { Panel } from "@/components/pay/parts/panel";
import { NoWallet } from "@/components/pay/qr/no-wallet";
import type { StepProps } from "@/components/pay/steps/step-props";
import { WalletList } from "@/components/wallet/wallet-list";
import type { WalletFamily } from "@/wallet/wallet";

/** The wallets that can pay this link. Where nothing of it may be told, not even the kind is known. */
export function ConnectStep({ flow, context, settings }: StepProps) {
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
      <div className="mt-4 space-y-1 border-t border-dashed border-line pt-3">
        <NoWallet
          settings={settings}
          shown={"shown" in flow.page ? flow.page.shown : null}
          isOpenToAll={"facts" in flow.page && flow.page.facts?.isOpenToAll === true}
        />
        <SendFromExchange context={context} page={flow.page} />
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
