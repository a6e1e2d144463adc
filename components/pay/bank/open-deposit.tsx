"use client";

import { useState } from "react";
import { useT } from "@/components/i18n/provider";
import { openDeposit } from "@/components/pay/api/ask-server";
import type { PageContext } from "@/components/pay/api/page-context";
import { Code } from "@/components/pay/parts/code";
import { PageButton } from "@/components/ui/page-button";

interface OpenDepositProps {
  context: PageContext;
  wallet: string;
  /** The address is open: the page reads what there is to pay. */
  onOpened: () => void;
}

/** Opens the provider's deposit address, for the wallet that would get the money back. */
export function OpenDeposit({ context, wallet, onOpened }: OpenDepositProps) {
  const t = useT();
  const [state, setState] = useState<"asked" | "opening" | "failed">("asked");
  const open = async () => {
    setState("opening");
    try {
      await openDeposit(context, wallet);
      onOpened();
    } catch {
      setState("failed");
    }
  };
  const isBusy = state === "opening";
  return (
    <>
      <dl className="mt-3 text-sm">
        <dt className="text-muted">{t("pay.bank.returnsTo")}</dt>
        <dd>
          <Code text={wallet} what={t("pay.wallet")} />
        </dd>
      </dl>
      <div className="mt-5">
        <PageButton
          onClick={isBusy ? undefined : () => void open()}
          aria-busy={isBusy || undefined}
          aria-disabled={isBusy || undefined}
        >
          {t("pay.bank.prepare")}
        </PageButton>
      </div>
      {state === "failed" && (
        <p role="alert" className="mt-2 text-center text-sm text-danger">
          {t("pay.bank.notPrepared")}
        </p>
      )}
    </>
  );
}
