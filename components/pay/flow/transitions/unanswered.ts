import { asksForPayment, isWalletPaying } from "@/components/pay/flow/flow-facts";
import type { Flow } from "@/components/pay/flow/flow-state";
import { restarted } from "@/components/pay/flow/transitions/back";

/** In which epochs the wallet was asked for what it may still send, when the page leaves the step that it is in. */
export function leftUnanswered(flow: Flow): readonly number[] {
  return flow.step === "signing" && asksForPayment(flow.plan)
    ? [...flow.unanswered, flow.epoch]
    : flow.unanswered;
}

/**
 * Whether a wallet that says nothing may be asked once more: only where the chain tells whether the first question was
 * answered with a payment. Of a Safe, a smart account or a deposit on another chain it does not tell in time.
 */
export function mayAskAgain(flow: Flow): boolean {
  if (flow.step !== "signing" || !isWalletPaying(flow)) return false;
  const { batch, safe, price } = flow.plan;
  return batch === null && safe === null && price === null;
}

/** The payer says that their wallet shows no question. All of it begins anew; the first question is not forgotten. */
export function askedAgain(flow: Flow): Flow {
  return mayAskAgain(flow) ? { ...restarted(flow), unanswered: leftUnanswered(flow) } : flow;
}

/** The wallet has said no after all to what it was asked in that epoch. */
export function declined(flow: Flow, asked: number): Flow {
  return { ...flow, unanswered: flow.unanswered.filter((epoch) => epoch !== asked) };
}
