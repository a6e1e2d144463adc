import { bare, type Flow, type SigningPlan, type Trouble } from "@/components/pay/flow/flow-state";
import { leftUnanswered } from "@/components/pay/flow/transitions/unanswered";

/** What was tried did not work: back to the step from which it can be tried again. */
export function failed(flow: Flow, trouble: Trouble): Flow {
  switch (flow.step) {
    case "signing":
    case "settling":
      return {
        ...bare(flow),
        step: "review",
        plan: planAfter(flow.plan, trouble),
        trouble,
        ...(isNoAnswer(trouble) && { unanswered: leftUnanswered(flow), epoch: flow.epoch + 1 }),
      };
    case "review":
      return { ...flow, trouble };
    case "switching":
    case "preparing":
      return { ...bare(flow), step: "choose", trouble };
    default:
      return flow;
  }
}

/** An error that says nothing of the question: the wallet may have sent what it was asked for. The next is another one. */
function isNoAnswer(trouble: Trouble): boolean {
  return trouble.code === "wallet" && (trouble.reason === "failed" || trouble.reason === "disconnected");
}

/** A wallet that does not send all at once is asked for one after the other. */
function planAfter(plan: SigningPlan, trouble: Trouble): SigningPlan {
  return trouble.code === "wallet" && trouble.reason === "no_batch" ? { ...plan, batch: null } : plan;
}
