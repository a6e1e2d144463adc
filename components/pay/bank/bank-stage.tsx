import type { Translator } from "@/components/i18n/translator";
import { BankSteps } from "@/components/pay/bank/bank-steps";
import { Code } from "@/components/pay/parts/code";
import { Transfers } from "@/components/pay/parts/transfers";
import { PAGE_BUTTON } from "@/components/ui/page-button";
import type { BankStage } from "@/server/secure-payments/offramp/bank-schema";
import type { PageStateOf } from "@/server/secure-payments/page/page-schema";

/** Stages in which the wallet that gets money back matters. */
const RETURNS = new Set<BankStage>(["other_wallet", "bounced", "failed", "refunded"]);

/** What a payment to a bank account waits for, where the money is and what to do next. */
export function BankStageView({ t, page }: { t: Translator; page: PageStateOf<"to_bank"> }) {
  const { stage, bank, checkUrl, facts, redirect } = page;
  const isIdentity = stage === "identity" || stage === "identity_rejected";
  return (
    <>
      <p className="mt-3 text-sm leading-relaxed">{t(`pay.to_bank.${stage}.text`)}</p>
      <BankSteps t={t} stage={stage} />
      {RETURNS.has(stage) && bank?.returnsTo && (
        <dl className="mt-3 text-sm">
          <dt className="text-muted">{t("pay.bank.returnsTo")}</dt>
          <dd>
            <Code text={bank.returnsTo} what={t("pay.wallet")} />
          </dd>
        </dl>
      )}
      {checkUrl !== null && (
        <>
          <a href={checkUrl} target="_blank" rel="noreferrer" className={`mt-5 ${PAGE_BUTTON.action}`}>
            {t(isIdentity ? "pay.bank.toIdentity" : "pay.bank.toAgreement")}
          </a>
          <p className="mt-2 text-center text-xs text-muted">{t("pay.bank.newTab")}</p>
        </>
      )}
      {facts.transfers.length > 0 && <Transfers t={t} facts={facts} />}
      {redirect && facts.transfers.length > 0 && (
        <p className="mt-4 text-center text-sm">
          <a
            href={redirect.url}
            rel="noreferrer"
            className="break-words text-accent underline underline-offset-4"
          >
            <bdi>{redirect.label ?? t("pay.done.goBack")}</bdi>
          </a>
        </p>
      )}
    </>
  );
}
