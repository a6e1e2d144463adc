import { asksForPayment, shownOf } from "@/components/pay/flow/flow-facts";
import { bare, type Flow, type Unsent } from "@/components/pay/flow/flow-state";
import { isSame, whatChanged } from "@/components/pay/flow/transitions/payment-changed";

/** The payer has asked for the wallet. */
export function signing(flow: Flow): Flow {
  if (flow.step !== "review") return flow;
  return { ...flow, step: "signing", isHandedOver: !asksForPayment(flow.plan), trouble: null };
}

/** The payment is still as it was reviewed: from here on the wallet asks for it. */
export function handedOver(flow: Flow): Flow {
  return flow.step === "signing" ? { ...flow, isHandedOver: true } : flow;
}

/** The wallet has sent a permission: the chain has to take it up before the payment. */
export function allowed(flow: Flow, hash: string, unsent: Unsent | null): Flow {
  return flow.step === "signing" ? { ...bare(flow), step: "settling", plan: flow.plan, hash, unsent } : flow;
}

/** The permission is in the chain: the next step is reviewed, if it is still the same payment. */
export function settled(flow: Flow): Flow {
  if (flow.step !== "settling") return flow;
  const { plan } = flow;
  const shown = shownOf(flow.page);
  if (!isSame(shown, plan.shown)) {
    return { ...bare(flow), step: "choose", trouble: whatChanged(plan.shown, flow.page) };
  }
  return { ...bare(flow), step: "review", plan: { ...plan, at: plan.at + 1 }, trouble: null };
}
