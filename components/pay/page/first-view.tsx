import type { ReactElement, ReactNode } from "react";
import type { Translator } from "@/components/i18n/translator";
import { BankStageView } from "@/components/pay/bank/bank-stage";
import { DepositsProgress } from "@/components/pay/crosschain/deposit-progress";
import { DepositsEnded } from "@/components/pay/crosschain/deposits-ended";
import { DoneView, type QuittanceSource } from "@/components/pay/done/done-view";
import { PaidDetails } from "@/components/pay/done/paid-details";
import { Success } from "@/components/pay/done/success";
import { headlineOf, receivedOf } from "@/components/pay/money/sums";
import { BlockedMulticall } from "@/components/pay/multicall/blocked-multicall";
import { multicallSums } from "@/components/pay/multicall/rows";
import { partlyPaidText } from "@/components/pay/notices/partly-paid";
import { NoScript } from "@/components/pay/parts/no-script";
import { Notice } from "@/components/pay/parts/notice";
import { Progress } from "@/components/pay/parts/progress";
import { Tick } from "@/components/pay/parts/tick";
import { Toggle } from "@/components/pay/parts/toggle";
import { Transfers } from "@/components/pay/parts/transfers";
import { SafeEnded } from "@/components/pay/safe/safe-ended";
import { statusText } from "@/components/pay/steps/status-text";
import { Summary } from "@/components/pay/summary/summary";
import { isBeforePaying, type PageBank } from "@/server/secure-payments/offramp/bank-schema";
import type { PageMulticall } from "@/server/secure-payments/page/multicall-schema";
import type { PageFacts, PageState } from "@/server/secure-payments/page/page-schema";
import type { ShownPayment } from "@/server/secure-payments/page/shown-schema";

interface FirstViewProps {
  t: Translator;
  page: PageState;
  /** For the check of a quittance, where one may be offered. */
  source?: QuittanceSource;
  /** Whether it has become paid while somebody looked at it: then nobody has to be told that it already was. */
  isNews?: boolean;
}

/** The page as it opens, complete without any script. Drawn on the server. */
export function FirstView({ t, page, source, isNews = false }: FirstViewProps): ReactElement {
  switch (page.kind) {
    case "ready":
    case "partial":
    case "bundle":
      return (
        <>
          <Asked
            t={t}
            merchant={page.merchant}
            facts={page.facts}
            bundle={page.bundle}
            bank={page.bank}
            isPartial={page.kind === "partial"}
            shown={page.shown}
          />
          <SafeEnded t={t} ended={page.safeEnded} />
          <DepositsEnded t={t} facts={page.facts} />
          {page.announced.length > 0 && (
            <div className="mt-5">
              <Notice tone="warning">
                <strong className="block">{t("pay.someoneElse")}</strong>
                {t("pay.announced")}
              </Notice>
            </div>
          )}
          <NoScript t={t} />
        </>
      );
    case "bundle_blocked":
      return <BlockedMulticall t={t} page={page} />;
    case "bridging": {
      const deposits = page.facts.deposits.filter(
        ({ state }) => state !== "refunding" && state !== "refunded" && state !== "failed",
      );
      const deposit = deposits.at(-1);
      return (
        <>
          <Asked t={t} merchant={page.merchant} facts={page.facts} bundle={page.bundle} isPartial={false} />
          {deposit && (
            <Part
              title={t(
                deposits.every(({ state }) => state === "expired")
                  ? "pay.bridge.expired.title"
                  : "pay.bridge.title",
                {
                  source: deposit.from.name,
                },
              )}
            >
              <DepositsProgress t={t} facts={page.facts} deposits={deposits} />
            </Part>
          )}
        </>
      );
    }
    case "confirming":
      return (
        <>
          <Asked
            t={t}
            merchant={page.merchant}
            facts={page.facts}
            bundle={page.bundle}
            bank={page.bank}
            isPartial={false}
          />
          <Part title={t("pay.confirming.seen")}>
            <Progress t={t} progress={page.progress} />
            <p className="mt-3 text-sm leading-relaxed text-muted">{t("pay.confirming.close")}</p>
            <Transfers t={t} facts={page.facts} />
          </Part>
        </>
      );
    case "to_bank":
      return (
        <>
          <Asked
            t={t}
            merchant={page.merchant}
            facts={page.facts}
            bundle={null}
            bank={page.bank}
            isPartial={false}
            isOpen={isBeforePaying(page.stage)}
          />
          {page.stage === "open" ? (
            <NoScript t={t} />
          ) : (
            <Part title={t(`pay.to_bank.${page.stage}.title`)}>
              <BankStageView t={t} page={page} />
            </Part>
          )}
        </>
      );
    case "paid":
    case "overpaid":
    case "paid_late":
      return (
        <>
          {page.facts ? (
            <Success
              t={t}
              facts={page.facts}
              merchant={page.merchant}
              title={<h2 className="mt-3 text-2xl font-semibold text-balance">{t("pay.done.title")}</h2>}
              sums={page.bundle ? multicallSums(page.bundle, "paid") : receivedOf(page.facts)}
              payer={null}
            />
          ) : (
            <Part title={t("pay.done.title")} hasTick isFirst>
              {null}
            </Part>
          )}
          {!isNews && <p className="mt-3 text-center text-sm leading-relaxed">{t("pay.done.already")}</p>}
          <DoneView t={t} page={page} source={source ?? null} />
          <PaidDetails t={t} page={page} />
        </>
      );
    case "not_found":
    case "unavailable":
    case "no_rate":
    case "hidden":
    case "blocked":
    case "expired":
    case "invalidated":
    case "failed":
    case "in_progress": {
      const { title, text, more } = statusText(t, page);
      const facts = "facts" in page ? page.facts : null;
      return (
        <>
          {facts && (
            <Asked
              t={t}
              merchant={"merchant" in page ? page.merchant : null}
              facts={facts}
              bundle={"bundle" in page ? page.bundle : null}
              isPartial={false}
            />
          )}
          <Part title={title} isFirst={!facts}>
            <p className="mt-3 leading-relaxed">{text}</p>
            {more && <div className="text-sm leading-relaxed text-muted">{more}</div>}
          </Part>
        </>
      );
    }
  }
}

interface AskedProps {
  t: Translator;
  merchant: string | null;
  facts: PageFacts;
  bundle: PageMulticall | null;
  bank?: PageBank | null;
  isPartial: boolean;
  /** False once the money has moved: then nothing can be too late. */
  isOpen?: boolean;
  /** What can be paid now; without it nobody is asked to. */
  shown?: ShownPayment;
}

function Asked({ t, merchant, facts, bundle, bank = null, isPartial, isOpen = true, shown }: AskedProps) {
  return (
    <>
      <Summary
        t={t}
        facts={facts}
        merchant={merchant}
        label={t(shown ? "pay.youPay" : "pay.asked")}
        sums={bundle && !shown ? multicallSums(bundle, "all") : headlineOf(facts, shown ?? null)}
        isOpen={isOpen}
        quote={shown?.quote}
        approved={shown?.approved}
        bundle={bundle}
        bank={bank}
        toggle={(details) => <Toggle>{details}</Toggle>}
      />
      {isPartial && (
        <div className="mt-5">
          <Notice tone="info">{partlyPaidText(t, facts)}</Notice>
        </div>
      )}
    </>
  );
}

interface PartProps {
  title: string;
  hasTick?: boolean;
  /** Nothing stands above it: it is what the page is about. */
  isFirst?: boolean;
  children: ReactNode;
}

function Part({ title, hasTick = false, isFirst = false, children }: PartProps) {
  const Heading = isFirst ? "h1" : "h2";
  return (
    <section className={isFirst ? "" : "mt-6 border-t border-dashed border-line pt-6"}>
      <Heading className="flex items-center gap-3 font-serif text-2xl font-semibold text-balance">
        {hasTick && <Tick />}
        {title}
      </Heading>
      {children}
    </section>
  );
}
