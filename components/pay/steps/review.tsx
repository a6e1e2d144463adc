"use client";

import { useT } from "@/components/i18n/provider";
import type { Translator } from "@/components/i18n/translator";
import { DepositCosts } from "@/components/pay/crosschain/deposit-costs";
import { announcedIn, isWalletPaying, payingNetworkOf } from "@/components/pay/flow/flow-facts";
import type { Flow, SigningPlan } from "@/components/pay/flow/flow-state";
import { mayAskAgain } from "@/components/pay/flow/transitions/unanswered";
import { amountText, leavingOf, sumsText } from "@/components/pay/money/sums";
import { partlyPaidText } from "@/components/pay/notices/partly-paid";
import { TroubleNotice } from "@/components/pay/notices/trouble";
import { UnansweredNotice } from "@/components/pay/notices/unanswered";
import { UnsentNotice } from "@/components/pay/notices/unsent";
import { Notice } from "@/components/pay/parts/notice";
import { Panel } from "@/components/pay/parts/panel";
import type { Step } from "@/components/pay/safety/comparison";
import type { DepositPrice } from "@/components/pay/safety/crosschain/price";
import { Advanced } from "@/components/pay/signing/advanced";
import { InWallet } from "@/components/pay/signing/in-wallet";
import { Costs } from "@/components/pay/steps/costs";
import { GasShortage } from "@/components/pay/steps/gas-shortage";
import type { Reviewing, StepProps } from "@/components/pay/steps/step-props";
import { PageButton } from "@/components/ui/page-button";
import { useIsPast } from "@/components/ui/use-is-past";
import type { PageFacts, PageItem } from "@/server/secure-payments/page/page-schema";

/** What it costs, what exactly the wallet will be asked, and the one button that asks it. */
export function ReviewStep(props: StepProps & { flow: Reviewing }) {
  const t = useT();
  const { flow, actions } = props;
  const { page, plan, payer } = flow;
  const facts = "facts" in page ? page.facts : null;
  const step = plan.steps[plan.at];
  if (!facts || !step || !payer) return null;
  if (!plan.funds.hasEnoughGas && flow.step === "review") {
    return (
      <GasShortage {...props} network={payingNetworkOf(flow) ?? facts.network} address={payer.address} />
    );
  }
  const { price } = plan;
  const network = payingNetworkOf(flow) ?? facts.network;
  const tokens = price ? [...facts.items, tokenOf(price)] : facts.items;
  const isBatch = plan.batch !== null;
  const part = price && !isBatch && step.kind === "pay" ? depositAt(plan) : null;
  const units = price ? ((part === null ? undefined : price.deposits[part]) ?? price).amount : 0n;
  const leaving = price ? [{ ...tokenOf(price), units }] : leavingOf(facts, plan.shown);
  const words = wordsOf(t, step, tokens);
  const pay = t("pay.payAmount", { amount: sumsText(leaving, t.locale), network: network.name });
  // A batch may hold several deposits.
  const payText = ({ amounts }: Step) => {
    const own = price ? amounts.map((one) => ({ ...tokenOf(price), units: one.amount })) : leaving;
    return t("pay.payAmount", { amount: sumsText(own, t.locale), network: network.name });
  };
  const label = isBatch || step.kind === "pay" ? pay : words.label;
  const paying = isBatch ? plan.steps.at(-1) : step;
  const contract = (paying ?? step).call.contract.name;
  const isChecking = flow.step === "signing" && !flow.isHandedOver;
  const hasNews = announcedIn(page).some((hash) => !plan.warnedOf.includes(hash));
  return (
    <Panel key={isBatch ? "batch" : `${step.kind}${plan.at}`} title={reviewTitle(t, plan)}>
      {plan.steps.length > 1 && !isBatch && (
        <p className="mt-1 text-sm text-muted">
          {t("pay.review.step", { step: plan.at + 1, steps: plan.steps.length })}
        </p>
      )}
      <TroubleNotice trouble={flow.trouble} />
      {flow.step === "review" && !isTold(flow.trouble) && <UnansweredNotice unanswered={flow.unanswered} />}
      {page.kind === "partial" && (
        <div className="mt-4">
          <Notice tone="info">{partlyPaidText(t, facts)}</Notice>
        </div>
      )}
      {hasNews && (
        <div className="mt-4">
          <Notice tone="warning">{t("pay.announced")}</Notice>
        </div>
      )}
      {words.text && !isBatch && <p className="mt-3 text-sm leading-relaxed">{words.text}</p>}
      {isBatch && (
        <div className="mt-3 text-sm leading-relaxed">
          <p>
            {plan.safe
              ? t("pay.safe.reviewText", { threshold: plan.safe.threshold, owners: plan.safe.owners })
              : t("pay.review.batchText")}
          </p>
          <ol className="mt-2 list-decimal ps-5">
            {plan.steps.map((one) => (
              <li key={one.call.data ?? one.call.contract.address}>
                {one.kind === "pay" ? payText(one) : wordsOf(t, one, tokens).label}
              </li>
            ))}
          </ol>
        </div>
      )}
      {price ? (
        <DepositCosts
          facts={facts}
          funds={plan.funds}
          price={price}
          part={part}
          recipient={part === null || price.deposits.length === 1 ? null : paidBy(facts, plan, part)}
          isLater={!isBatch && step.kind !== "pay"}
        />
      ) : (
        <Costs facts={facts} funds={plan.funds} leaving={leaving} isLater={!isBatch && step.kind !== "pay"} />
      )}
      <div className="mt-4">
        <Notice tone="positive">
          {t("pay.review.checked")}{" "}
          {contract === "Token"
            ? t("pay.review.knownToken", { symbol: words.symbol, network: network.name })
            : contract === "AcrossSpokePool"
              ? t("pay.bridge.known", { network: network.name })
              : t("pay.review.known", { contract, network: network.name })}
        </Notice>
      </div>
      {flow.step === "review" ? (
        <div className="mt-5">
          <SignButton key={price?.expiresAt} price={price} label={label} actions={actions} />
        </div>
      ) : flow.step === "settling" && flow.unsent ? (
        <UnsentNotice unsent={flow.unsent} actions={actions} />
      ) : (
        <InWallet
          key={isChecking ? "checking" : flow.step}
          doing={isChecking ? "checking" : flow.step}
          onBack={isWalletPaying(flow) ? undefined : actions.back}
          onAskAgain={mayAskAgain(flow) ? actions.askAgain : undefined}
        />
      )}
      {(isBatch ? plan.steps : [step]).map((one, index) => (
        // Steps never change places, and several may go to one contract.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Advanced key={`${one.kind}${index}`} call={one.call} items={tokens} />
      ))}
      {flow.step === "review" && (
        <p className="mt-3 text-center">
          <PageButton look="quiet" onClick={actions.back}>
            {t("common.back")}
          </PageButton>
        </p>
      )}
    </Panel>
  );
}

/** Which of the deposits of a plan the step is that comes next. */
function depositAt({ steps, at }: SigningPlan): number {
  return steps.slice(0, at).filter(({ kind }) => kind === "pay").length;
}

/** Whom the deposit at this place pays. */
function paidBy({ items }: PageFacts, { shown }: SigningPlan, part: number): PageItem | null {
  const leg = shown.legs.filter(({ role }) => role === "payment")[part];
  return items.find(({ paymentReference }) => paymentReference === leg?.reference) ?? null;
}

/** Whether a trouble itself says that the wallet may have sent the payment. */
function isTold(trouble: Flow["trouble"]): boolean {
  return trouble?.code === "maybe_sent" || (trouble?.code === "wallet" && trouble.reason === "failed");
}

/** What the step that is reviewed or signed is called. */
export function reviewTitle(t: Translator, { batch, safe, steps, at }: SigningPlan): string {
  if (batch) return t(safe ? "pay.safe.review" : "pay.review.batchTitle");
  switch (steps[at]?.kind) {
    case "reset":
      return t("pay.review.resetTitle");
    case "approve":
      return t("pay.review.approveTitle");
    default:
      return t("pay.review.title");
  }
}

/** Hands over what is reviewed; where its price has run out, asks for the current one. */
function SignButton({
  price,
  label,
  actions,
}: { price: DepositPrice | null; label: string } & Pick<StepProps, "actions">) {
  const t = useT();
  const isOver = useIsPast(price ? price.expiresAt * 1_000 : Number.POSITIVE_INFINITY);
  return isOver ? (
    <PageButton onClick={actions.requote}>{t("pay.bridge.renew")}</PageButton>
  ) : (
    <PageButton onClick={actions.sign}>{label}</PageButton>
  );
}

/** The token that a payment from another network is made in. */
function tokenOf({ symbol, decimals, network }: DepositPrice) {
  return { symbol, decimals, currency: `${symbol}-${network}` };
}

/** What a step says and its button; a payment is named by the whole sum that leaves the wallet. */
function wordsOf(
  t: Translator,
  { kind, amounts }: Step,
  items: readonly Pick<PageItem, "currency" | "symbol" | "decimals">[],
) {
  const [allowed] = amounts;
  const token = items.find(({ currency }) => currency === allowed?.currency);
  const symbol = token?.symbol ?? "";
  const amount = allowed && token ? amountText(allowed.amount, token.decimals, symbol, t.locale) : "";
  switch (kind) {
    case "reset":
      return {
        symbol,
        text: t("pay.review.resetText", { symbol }),
        label: t("pay.reset", { symbol }),
      };
    case "approve":
      return {
        symbol,
        text: t("pay.review.approveText", { symbol, amount }),
        label: t("pay.approve", { amount, symbol }),
      };
    case "pay":
      return { symbol, text: null, label: "" };
  }
}
