"use client";

import { useEffect, useMemo, useState } from "react";
import type { Locale } from "@/components/i18n/locales";
import { useT } from "@/components/i18n/provider";
import type { PageContext } from "@/components/pay/api/page-context";
import { poll } from "@/components/pay/api/poll";
import { broadcast } from "@/components/pay/api/relay";
import { allowanceOf, permissionOf } from "@/components/pay/chain/chain";
import { amountText } from "@/components/pay/money/sums";
import { Notice } from "@/components/pay/parts/notice";
import type { Step } from "@/components/pay/safety/comparison";
import { revocations } from "@/components/pay/safety/revoke";
import { PageButton } from "@/components/ui/page-button";
import type { PageFacts, PageItem } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";
import { connection } from "@/wallet/connection";

interface RevokeProps {
  context: PageContext;
  facts: PageFacts;
  /** The payment that was made from here. */
  shown: ShownPayment;
  owner: string;
}

interface Left {
  step: Step;
  units: bigint;
}

const LOOK_MS = 1_500;

/** Permissions that a payment has left over, and the way to take them back (PP-07). Nothing where there are none. */
export function Revoke({ context, facts, shown, owner }: RevokeProps) {
  const steps = useMemo(() => revocations(shown), [shown]);
  const [left, setLeft] = useState<Left[]>([]);
  useEffect(() => {
    let isWanted = true;
    const looks = steps.map(async (step) => ({
      step,
      units: (await allowanceOf(facts.network.id, step, owner).catch(() => null)) ?? 0n,
    }));
    void Promise.all(looks).then((all) => isWanted && setLeft(all.filter(({ units }) => units > 0n)));
    return () => {
      isWanted = false;
    };
  }, [steps, facts.network.id, owner]);
  return left.map((one) => (
    <Permission key={one.step.call.contract.address} {...one} context={context} facts={facts} owner={owner} />
  ));
}

function Permission({ step, units, context, facts, owner }: Left & Omit<RevokeProps, "shown">) {
  const t = useT();
  const [state, setState] = useState<"open" | "asked" | "settling" | "done" | "failed">("open");
  const currency = step.amounts[0]?.currency;
  const item = facts.items.find((one) => one.currency === currency);
  const { id, chainId, family } = facts.network;
  const revoke = async () => {
    const { wallet } = connection();
    setState("asked");
    let hash: string;
    try {
      if (wallet?.address !== owner) throw new Error("another wallet");
      if (family === "evm") await wallet.switchChain(chainId);
      hash = await wallet.send(step.transaction, async (signed) => {
        const relayed = await broadcast(context, signed);
        // Taking it back twice does no harm.
        if (!relayed.isTaken) throw new Error("nobody took it");
        return relayed;
      });
    } catch {
      return setState("failed");
    }
    setState("settling");
    const ended = new AbortController();
    let nonce: number | null = null;
    const look = async () => {
      const permission = await permissionOf(id, step, { hash, wallet: owner, nonce });
      nonce = permission.nonce;
      if (permission.state === "pending") return;
      setState(permission.state === "set" ? "done" : "failed");
      ended.abort();
    };
    void look().catch(() => {});
    await poll(look, LOOK_MS, ended.signal);
  };
  if (!item) return null;
  const isBusy = state === "asked" || state === "settling";
  if (state === "done") return <p className="mt-4 text-sm text-muted">{t("pay.revoke.done")}</p>;
  return (
    <div className="mt-5">
      <Notice tone="info">
        {t("pay.revoke.text", { amount: allowanceText(units, item, t.locale), symbol: item.symbol })}
        <span className="mt-1 block">
          <PageButton look="quiet" disabled={isBusy} aria-busy={isBusy || undefined} onClick={revoke}>
            {t(state === "asked" ? "pay.inWallet" : isBusy ? "pay.revoke.settling" : "pay.revoke.button")}
          </PageButton>
        </span>
        {state === "failed" && <span className="block">{t("pay.revoke.failed")}</span>}
      </Notice>
    </div>
  );
}

/** More than any token has is "without limit" to everybody but a computer. */
function allowanceText(
  units: bigint,
  { decimals, symbol }: Pick<PageItem, "decimals" | "symbol">,
  locale: Locale,
): string {
  return units >= 2n ** 128n ? "∞" : amountText(units, decimals, symbol, locale);
}
