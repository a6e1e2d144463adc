import { bare, type Flow, type SigningPlan, type Trouble } from "@/components/pay/flow/flow-state";

/** What was tried did not work: back to the step from which it can be tried again. */
export function failed(flow: Flow, trouble: Trouble): Flow {
  switch (flow.step) {
    case "signing":
    case "settling":
      return { ...bare(flow), step: "review", plan: planAfter(flow.plan, trouble), trouble };
    case "review":
      return { ...flow, trouble };
    case "switching":
    case "preparing":
      return { ...bare(flow), step: "choose", trouble };
    default:
      return flow;
  }
}

/** A wallet that does not send all at once is asked for one after the other. */
function planAfter(plan: SigningPlan, trouble: Trouble): SigningPlan {
  return trouble.code === "wallet" && trouble.reason === "no_batch" ? { ...plan, batch: null } : plan;
}
