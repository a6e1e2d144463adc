import { shownOf } from "@/components/pay/flow/flow-facts";
import { bare, type Flow, type Shared } from "@/components/pay/flow/flow-state";
import { changeOf, drawnOn } from "@/components/pay/flow/same-payment";
import { open } from "@/components/pay/flow/transitions/open";
import { hasComeToNothing, seenOfBundle } from "@/components/pay/flow/transitions/sent";
import { leftUnanswered } from "@/components/pay/flow/transitions/unanswered";
import { contradictionIn } from "@/components/pay/safety/contradiction";
import { EVM_NETWORKS } from "@/server/chains/networks";
import { type BankStage, isBeforePaying } from "@/server/secure-payments/offramp/bank-schema";
import type { PageState } from "@/server/secure-payments/page/page-schema";

/** Goes where the server says the link is; what a wallet is in the middle of asking is not forgotten. */
export function arrive(flow: Flow, page: PageState): Flow {
  const next = arrived(flow, page);
  return next.step === "signing" ? next : { ...next, unanswered: leftUnanswered(flow) };
}

function arrived(flow: Flow, page: PageState): Flow {
  const shown = shownOf(page);
  const problem = (flow.pinned && shown ? changeOf(flow.pinned, shown) : null) ?? contradictionIn(page);
  if (problem) return { ...bare(flow), page, isSilent: false, step: "refused", problem };
  // It answers again.
  const trouble = flow.trouble?.code === "unreachable" ? null : flow.trouble;
  const sent = flow.sent && hasComeToNothing(page, flow.sent) ? null : flow.sent;
  const next = { ...bare(flow), page, pinned: flow.pinned ?? drawnOn(page), sent, trouble, isSilent: false };
  switch (page.kind) {
    case "paid":
    case "overpaid":
    case "paid_late":
      return { ...next, step: "done", trouble: null };
    case "bridging":
    case "confirming":
      return { ...next, step: "confirming", trouble: null };
    case "unavailable": {
      const isNew = flow.step === "checking" || flow.page.kind === "unavailable";
      // Otherwise nothing is known to have changed.
      return isNew ? { ...next, step: "stopped" } : { ...flow, isSilent: true };
    }
    case "no_rate":
      // What the wallet has been handed stands; nothing else goes on without a rate.
      if (flow.step === "signing" || flow.step === "settling") return { ...flow, isSilent: false };
      return { ...next, step: flow.sent ? "confirming" : "stopped" };
    case "ready":
    case "partial":
      return open(flow, next);
    case "bundle": {
      const seen = next.sent && seenOfBundle(page, next.sent);
      return seen ? withTheRest(next, seen) : open(flow, next);
    }
    case "in_progress":
      // The service follows it from here on, for every device.
      return flow.sent && !flow.sent.isSafe
        ? { ...next, step: "confirming" }
        : { ...next, sent: null, trouble: null, step: "stopped" };
    case "to_bank":
      return toBank(next, page.stage);
    case "hidden":
      return flow.sent
        ? { ...next, step: "confirming" }
        : { ...next, step: flow.payer ? "checking" : "connect" };
    case "not_found":
    case "blocked":
    case "expired":
    case "invalidated":
    case "failed":
    case "bundle_blocked":
      return flow.sent ? { ...next, step: "confirming" } : { ...next, step: "stopped" };
  }
}

/** The next payment of a bundle is prepared at once where the wallet is the same and where it has to be. */
function withTheRest(next: Shared, seen: "next" | "ended"): Flow {
  const { payer, sent, source, epoch } = next;
  const rest = { ...next, sent: null, trouble: null, price: null, epoch: epoch + 1, isFresh: false };
  if (payer === null) return { ...rest, step: "connect" };
  const isThere =
    source !== null &&
    payer.address === sent?.wallet &&
    payer.chainId === EVM_NETWORKS[source.network].chainId;
  return { ...rest, step: seen === "next" && isThere ? "preparing" : "checking" };
}

/** From the deposit on the service follows the money, for every device. */
function toBank(next: Shared, stage: BankStage): Flow {
  if (!isBeforePaying(stage)) return { ...next, sent: null, trouble: null, step: "stopped" };
  if (next.sent) return { ...next, step: "confirming" };
  return { ...next, step: stage === "open" && next.payer === null ? "connect" : "stopped" };
}
