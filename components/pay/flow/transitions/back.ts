import { bare, type Flow } from "@/components/pay/flow/flow-state";

/** The payer goes back: what was asked meanwhile is dropped, and everything is asked again. */
export function back(flow: Flow): Flow {
  switch (flow.step) {
    case "checking":
    case "choose":
    case "review":
    case "settling":
    case "refused":
    case "stopped":
      return {
        ...bare(flow),
        step: flow.payer ? "checking" : "connect",
        epoch: flow.epoch + 1,
        trouble: null,
        isFresh: false,
        isSilent: false,
        price: null,
      };
    default:
      return flow;
  }
}
