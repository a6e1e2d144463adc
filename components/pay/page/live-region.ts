import type { Translator } from "@/components/i18n/translator";
import type { Flow } from "@/components/pay/flow/flow";

/** What the live region says in a step: the same as the eye sees, once. */
export function liveRegionText(t: Translator, flow: Flow): string {
  const { page } = flow;
  if (flow.isSilent) return t("pay.silent");
  switch (flow.step) {
    case "connect":
      return t("pay.say.wallets");
    case "checking":
      return t("pay.checking.title");
    case "choose": {
      const short = "options" in page ? page.options.find(({ hasEnough }) => !hasEnough) : undefined;
      return short ? t("pay.short.title", { symbol: short.symbol }) : t("pay.say.ready");
    }
    case "switching":
      return t("pay.switching.text");
    case "preparing":
      return t("pay.preparing.title");
    case "review":
      return t("pay.review.title");
    case "signing":
      return t("pay.inWallet");
    case "settling":
      return t(flow.unsent ? "pay.unsent.title" : "pay.settling.title");
    case "refused":
      // The alert speaks for itself.
      return "";
    case "confirming":
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
      return page.kind === "blocked" ? t("pay.blocked.title") : stoppedTitle(t, page.kind);
  }
}

function stoppedTitle(t: Translator, kind: Flow["page"]["kind"]): string {
  switch (kind) {
    case "expired":
    case "invalidated":
    case "failed":
    case "in_progress":
    case "unavailable":
    case "not_found":
      return t(`pay.${kind}.title`);
    default:
      return "";
  }
}
