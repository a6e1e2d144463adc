import { shownOf } from "@/components/pay/flow/flow-facts";
import type { Flow, Shared } from "@/components/pay/flow/flow-state";
import { isSame, isSamePayment, whatChanged } from "@/components/pay/flow/transitions/payment-changed";
import type { ChosenSource } from "@/components/pay/safety/crosschain/route";

/** The link can be paid. What the payer is in the middle of stands, unless it is about something else by now. */
export function open(flow: Flow, next: Shared): Flow {
  if (next.sent) return { ...next, step: "confirming" };
  if (flow.payer === null) return { ...next, step: "connect" };
  switch (flow.step) {
    case "checking":
      return flow.isFresh && hasOneWay(next)
        ? { ...next, isFresh: false, source: null, step: "preparing" }
        : { ...next, isFresh: false, source: firstSource(next), step: "choose" };
    case "review":
      // What was put together may be older than the page: it has changed while the wallet was asked.
      if (isSamePayment(flow.page, next.page) && isSame(flow.plan.shown, shownOf(next.page))) {
        return { ...flow, ...next };
      }
      return { ...next, step: "choose", trouble: whatChanged(flow.plan.shown, next.page) };
    case "preparing":
    case "switching":
      if (isSamePayment(flow.page, next.page)) return { ...flow, ...next };
      return { ...next, step: "choose", trouble: whatChanged(shownOf(flow.page), next.page) };
    case "signing":
    case "settling":
    case "refused":
      return { ...flow, ...next };
    case "choose":
      if (isSamePayment(flow.page, next.page)) return { ...next, step: "choose" };
      return { ...next, step: "choose", trouble: whatChanged(shownOf(flow.page), next.page) };
    default:
      return { ...next, isFresh: false, step: "choose" };
  }
}

/** Whether a wallet that has just come can pay in one way only, and nothing has to be read before. */
function hasOneWay({ page, payer, trouble }: Shared): boolean {
  if (page.kind !== "ready" && page.kind !== "partial" && page.kind !== "bundle") return false;
  const { options } = page;
  const { family, chainId } = page.facts.network;
  const isThere = family === "tron" || payer?.chainId === chainId;
  const hasNews = page.announced.length > 0 || page.safeEnded !== null || page.facts.deposits.length > 0;
  const isQuiet = trouble === null && !hasNews;
  // A multicall takes all of its tokens, so that there is nothing to choose between.
  const mayChoose = page.kind !== "bundle" && options.length > 1;
  const hasEnough = options.length > 0 && options.every((option) => option.hasEnough);
  return hasEnough && !mayChoose && isThere && isQuiet;
}

/** What was chosen where it still can be; else another network, where the wallet has too little on the link's own. */
function firstSource({ page, sources, source }: Shared): ChosenSource | null {
  const enough = sources?.sources.filter(({ state }) => state === "enough") ?? [];
  const same = enough.find((one) => one.network === source?.network && one.symbol === source.symbol);
  // A multicall may have been made to be paid from elsewhere alone.
  const isShort =
    "options" in page && !(page.options.length > 0 && page.options.every(({ hasEnough }) => hasEnough));
  return same ?? (isShort ? (enough[0] ?? null) : null);
}
