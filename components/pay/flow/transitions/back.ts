import { isWalletPaying } from "@/components/pay/flow/flow-facts";
import { bare, type Flow } from "@/components/pay/flow/flow-state";

/**
 * The payer goes back: what was asked meanwhile is dropped. Not while the wallet asks for the payment itself, which may
 * still be sent: there the way back is to say no in the wallet.
 */
export function back(flow: Flow): Flow {
  switch (flow.step) {
    case "checking":
    case "choose":
    case "switching":
    case "preparing":
    case "review":
    case "settling":
    case "refused":
    case "stopped":
      return restarted(flow);
    case "signing":
      return isWalletPaying(flow) ? flow : restarted(flow);
    default:
      return flow;
  }
}

/** Asks everything again, for the wallet that is connected. */
export function restarted(flow: Flow): Flow {
  return {
    ...bare(flow),
    step: flow.payer ? "checking" : "connect",
    epoch: flow.epoch + 1,
    trouble: null,
    isFresh: false,
    isSilent: false,
    price: null,
  };
}
