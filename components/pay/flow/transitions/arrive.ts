import { shownOf } from "@/components/pay/flow/flow-facts";
import { bare, type Flow, type Shared } from "@/components/pay/flow/flow-state";
import { changeOf, drawnOn } from "@/components/pay/flow/same-payment";
import { open } from "@/components/pay/flow/transitions/open";
import { hasComeToNothing } from "@/components/pay/flow/transitions/sent";
import { leftUnanswered } from "@/components/pay/flow/transitions/unanswered";
import { contradictionIn } from "@/components/pay/safety/contradiction";
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
    case "bundle":
      return open(flow, next);
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

/** From the deposit on the service follows the money, for every device. */
function toBank(next: Shared, stage: BankStage): Flow {
  if (!isBeforePaying(stage)) return { ...next, sent: null, trouble: null, step: "stopped" };
  if (next.sent) return { ...next, step: "confirming" };
  return { ...next, step: stage === "open" && next.payer === null ? "connect" : "stopped" };
}
