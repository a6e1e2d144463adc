"use client";

import { formatFigures } from "@/components/i18n/format-amount";
import { useT } from "@/components/i18n/provider";
import { ChangeWallet } from "@/components/pay/connecting/change-wallet";
import { DepositsEnded } from "@/components/pay/crosschain/deposits-ended";
import { SourceList } from "@/components/pay/crosschain/source-list";
import { SourcesNote } from "@/components/pay/crosschain/sources-note";
import { payingNetworkOf } from "@/components/pay/flow/flow-facts";
import { difference } from "@/components/pay/money/difference";
import { partlyPaidText } from "@/components/pay/notices/partly-paid";
import { TroubleNotice } from "@/components/pay/notices/trouble";
import { UnansweredNotice } from "@/components/pay/notices/unanswered";
import { Notice } from "@/components/pay/parts/notice";
import { Panel } from "@/components/pay/parts/panel";
import { SafeEnded } from "@/components/pay/safe/safe-ended";
import { Shortage } from "@/components/pay/steps/shortage";
import type { StepProps } from "@/components/pay/steps/step-props";
import { PageButton } from "@/components/ui/page-button";
import type { PageOption } from "@/server/secure-payments/page/page-schema";

/** What the wallet can pay with, from its balances. */
export function ChooseStep({ flow, actions }: StepProps) {
  const t = useT();
  const { page, payer } = flow;
  if ((page.kind !== "ready" && page.kind !== "partial" && page.kind !== "bundle") || !page.facts)
    return null;
  const { network } = page.facts;
  // What this wallet has just lost is no news.
  const lost = flow.trouble && "hash" in flow.trouble ? flow.trouble.hash.toLowerCase() : null;
  const others = page.announced.filter(({ txHash }) => txHash !== lost);
  const short = page.options.find(({ hasEnough }) => !hasEnough);
  const { sources } = flow;
  const usable = sources?.sources.filter(({ state }) => state === "enough") ?? [];
  // A multicall may have been made to be paid from another network alone.
  const isElsewhereOnly = page.options.length === 0;
  const paying = payingNetworkOf(flow) ?? network;
  const mustSwitch = payer?.family === "evm" && payer.chainId !== paying.chainId;
  if (short && payer && usable.length === 0) {
    return (
      <Shortage
        title={t("pay.short.title", { symbol: short.symbol })}
        text={t("pay.short.text", {
          needed: formatFigures(short.needed, short.symbol, t.locale),
          symbol: short.symbol,
          network: network.name,
          balance: formatFigures(short.balance, short.symbol, t.locale),
          missing: formatFigures(difference(short.needed, short.balance), short.symbol, t.locale),
        })}
        how={t("pay.short.how", { symbol: short.symbol, network: network.name })}
        address={payer.address}
        onLook={actions.recheck}
      >
        <TroubleNotice trouble={flow.trouble} />
        <UnansweredNotice unanswered={flow.unanswered} />
        <DepositsEnded t={t} facts={page.facts} />
        <SourcesNote sources={sources} network={network.name} />
      </Shortage>
    );
  }
  if (isElsewhereOnly && usable.length === 0) {
    return (
      <Panel title={t("pay.choose.title")}>
        <TroubleNotice trouble={flow.trouble} />
        <UnansweredNotice unanswered={flow.unanswered} />
        <DepositsEnded t={t} facts={page.facts} />
        <div className="mt-4">
          <Notice tone="warning">{t("pay.bridge.only")}</Notice>
        </div>
        {sources?.state === "too_low" && <SourcesNote sources={sources} network={network.name} />}
        <div className="mt-5">
          <PageButton onClick={actions.recheck}>{t("pay.lookAgain")}</PageButton>
        </div>
        <ChangeWallet />
      </Panel>
    );
  }
  return (
    <Panel title={t("pay.choose.title")}>
      <TroubleNotice trouble={flow.trouble} />
      <UnansweredNotice unanswered={flow.unanswered} />
      <SafeEnded t={t} ended={page.safeEnded} />
      <DepositsEnded t={t} facts={page.facts} />
      {page.kind === "partial" && (
        <div className="mt-4">
          <Notice tone="info">{partlyPaidText(t, page.facts)}</Notice>
        </div>
      )}
      {others.length > 0 && (
        <div className="mt-4">
          <Notice tone="warning">{t("pay.announced")}</Notice>
        </div>
      )}
      {sources?.state === "listed" ? (
        <SourceList
          direct={page.options}
          network={network}
          sources={sources.sources}
          chosen={flow.source}
          onPick={actions.pick}
        />
      ) : (
        <>
          <fieldset className="mt-4 min-w-0">
            <legend className="text-sm text-muted">{t("pay.choose.label")}</legend>
            {page.options.map((option) => (
              <Option key={option.symbol} option={option} network={network.name} />
            ))}
          </fieldset>
          {page.facts.items.every(({ invoice }) => invoice === null) && (
            <p className="mt-2 text-xs text-muted">{t("pay.choose.same")}</p>
          )}
        </>
      )}
      <SourcesNote sources={sources} network={network.name} />
      {mustSwitch && (
        <p className="mt-3 text-sm leading-relaxed">{t("pay.choose.switch", { network: paying.name })}</p>
      )}
      <div className="mt-5">
        <PageButton onClick={actions.proceed}>
          {mustSwitch ? t("pay.choose.switchButton", { network: paying.name }) : t("pay.choose.continue")}
        </PageButton>
      </div>
      <ChangeWallet />
    </Panel>
  );
}

function Option({ option, network }: { option: PageOption; network: string }) {
  const t = useT();
  const { symbol, balance } = option;
  return (
    <div className="mt-2 flex items-center gap-3 rounded-md border border-accent bg-sunken px-4 py-3">
      <span aria-hidden="true" className="size-3 shrink-0 rounded-full bg-accent" />
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{t("pay.choose.option", { symbol, network })}</span>
        <span className="block text-sm text-muted">
          {t("pay.choose.balance", { balance: formatFigures(balance, symbol, t.locale), symbol })}
        </span>
      </span>
    </div>
  );
}
