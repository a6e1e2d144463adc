import type { Translator } from "@/components/i18n/translator";
import { networkOf, payingNetworkOf } from "@/components/pay/flow/flow-facts";
import type { Flow } from "@/components/pay/flow/flow-state";
import { reviewTitle } from "@/components/pay/steps/review";
import { statusText } from "@/components/pay/steps/status-text";
import type { PageStateOf } from "@/server/secure-payments/page/page-schema";

/** What the live region says in a step: the same as the eye reads as its title, once. */
export function liveRegionText(t: Translator, flow: Flow): string {
  const { page } = flow;
  if (flow.isSilent) return t("pay.silent");
  switch (flow.step) {
    case "connect":
      return t("pay.connect.title");
    case "checking":
      return t("pay.checking.title");
    case "choose": {
      const short = "options" in page ? page.options.find(({ hasEnough }) => !hasEnough) : undefined;
      return short ? t("pay.short.title", { symbol: short.symbol }) : t("pay.choose.title");
    }
    case "switching":
      return t("pay.switching.title", { network: payingNetworkOf(flow)?.name ?? "" });
    case "preparing":
      return t("pay.preparing.title");
    case "review": {
      const { plan } = flow;
      if (!plan.funds.hasEnoughGas) {
        return t("pay.shortGas.title", { symbol: networkOf(flow)?.native.symbol ?? "" });
      }
      const title = reviewTitle(t, plan);
      if (plan.batch || plan.steps.length < 2) return title;
      return `${t("pay.review.step", { step: plan.at + 1, steps: plan.steps.length })}: ${title}`;
    }
    case "signing":
      return t(flow.isHandedOver ? "pay.inWallet" : "pay.lastCheck.title");
    case "settling":
      return t(flow.unsent ? "pay.unsent.title" : "pay.settling.title");
    case "refused":
      // The alert speaks for itself.
      return "";
    case "confirming":
      if (page.kind === "bridging") return bridgingText(t, page);
      return page.kind === "confirming"
        ? t("pay.confirming.progress", {
            count: page.progress.confirmations,
            needed: page.progress.needed,
          })
        : flow.sent?.isSafe && flow.sent.hash === null
          ? t("pay.safe.proposed")
          : t(flow.sent?.unsent ? "pay.unsent.title" : "pay.confirming.title");
    case "done":
      return t("pay.done.title");
    case "stopped":
      return stoppedTitle(t, page);
  }
}

function bridgingText(t: Translator, { facts }: PageStateOf<"bridging">): string {
  const deposit = facts.deposits.at(-1);
  if (!deposit) return "";
  const said = { source: deposit.from.name, network: facts.network.name };
  if (deposit.state === "bridging") return t("pay.bridge.title", said);
  return t(deposit.state === "expired" ? "pay.bridge.expired.title" : "pay.bridge.arrived", said);
}

function stoppedTitle(t: Translator, page: Flow["page"]): string {
  switch (page.kind) {
    case "to_bank":
      return t(`pay.to_bank.${page.stage}.title`);
    case "bundle_blocked":
      return t("pay.bundle_blocked.title");
    case "blocked":
    case "expired":
    case "invalidated":
    case "failed":
    case "in_progress":
    case "unavailable":
    case "no_rate":
    case "not_found":
      return statusText(t, page).title;
    // Nothing stops in these: they have steps of their own.
    case "hidden":
    case "ready":
    case "partial":
    case "bundle":
    case "bridging":
    case "confirming":
    case "paid":
    case "overpaid":
    case "paid_late":
      return "";
  }
}
