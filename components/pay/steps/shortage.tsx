"use client";

import type { ReactNode } from "react";
import { useT } from "@/components/i18n/provider";
import { ChangeWallet } from "@/components/pay/connecting/change-wallet";
import { Code } from "@/components/pay/parts/code";
import { Panel } from "@/components/pay/parts/panel";
import { PageButton } from "@/components/ui/page-button";

interface ShortageProps {
  title: string;
  text: string;
  how: string;
  address: string;
  onLook: () => void;
  children?: ReactNode;
}

/** Something is missing in the wallet: how much, and where to send it. */
export function Shortage({ title, text, how, address, onLook, children }: ShortageProps) {
  const t = useT();
  return (
    <Panel title={title}>
      {children}
      <p className="mt-3 text-sm leading-relaxed wrap-anywhere">{text}</p>
      <p className="mt-2 text-sm leading-relaxed text-muted">{how}</p>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-md bg-sunken px-4 py-3">
        <p className="min-w-0 text-sm">
          <Code text={address} what={t("pay.yourAddress")} />
        </p>
      </div>
      <div className="mt-5">
        <PageButton onClick={onLook}>{t("pay.lookAgain")}</PageButton>
      </div>
      <ChangeWallet />
    </Panel>
  );
}
