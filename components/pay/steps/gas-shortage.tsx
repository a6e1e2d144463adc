"use client";

import { formatFigures } from "@/components/i18n/format-amount";
import { useT } from "@/components/i18n/provider";
import type { PayingNetwork } from "@/components/pay/flow/flow-facts";
import { about } from "@/components/pay/money/about";
import { difference } from "@/components/pay/money/difference";
import { TroubleNotice } from "@/components/pay/notices/trouble";
import { Shortage } from "@/components/pay/steps/shortage";
import type { Reviewing, StepProps } from "@/components/pay/steps/step-props";

interface GasShortageProps extends StepProps {
  flow: Reviewing;
  network: PayingNetwork;
  address: string;
}

/** The wallet could pay, but not what the network takes for it. */
export function GasShortage({ flow, actions, network, address }: GasShortageProps) {
  const t = useT();
  const { networkFee, nativeBalance } = flow.plan.funds;
  const { symbol } = network.native;
  const [needed, balance] = [networkFee ?? "0", nativeBalance ?? "0"];
  const missing = about(difference(needed, balance));
  return (
    <Shortage
      title={t("pay.shortGas.title", { symbol })}
      text={t("pay.shortGas.text", {
        symbol,
        needed: formatFigures(about(needed), symbol, t.locale),
        balance: formatFigures(balance, symbol, t.locale),
        missing: formatFigures(missing, symbol, t.locale),
      })}
      how={t("pay.short.how", { symbol, network: network.name })}
      address={address}
      onLook={actions.recheck}
    >
      <TroubleNotice trouble={flow.trouble} />
    </Shortage>
  );
}
