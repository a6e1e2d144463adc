import type { Trouble } from "@/components/pay/flow/flow-state";
import type { Problem, Step } from "@/components/pay/safety/comparison";
import type { PermitStep } from "@/components/pay/safety/schedule/schedule-steps";

/** What the payer signs, in its order: the approvals that are missing, then the permit. */
export interface SignPlan {
  approvals: readonly Step[];
  permit: PermitStep;
  /** How many of the approvals are done. */
  at: number;
}

/** What went wrong last; the payer can go on from where they are. `refused_signature` is the service's own no. */
export type SignTrouble = Trouble | { code: "refused_signature" };

/** Where a payer is who signs a schedule. */
export type SignFlow =
  /** What to sign is asked for and compared. */
  | { step: "preparing" }
  /** What came is not what is shown: nothing reaches the wallet. */
  | { step: "refused"; problem: Problem }
  | { step: "unreachable" }
  | { step: "review"; plan: SignPlan; trouble: SignTrouble | null }
  /** The wallet asks its owner. */
  | { step: "wallet"; plan: SignPlan }
  /** An approval is on its way. */
  | { step: "settling"; plan: SignPlan; hash: string }
  /** The signature is with the service, or handed in again. */
  | { step: "handing_in"; plan: SignPlan; signature: string }
  | { step: "signed" };

export type SignEvent =
  | { type: "prepared"; plan: SignPlan }
  | { type: "refused"; problem: Problem }
  | { type: "unreachable" }
  | { type: "asked" }
  | { type: "approving"; hash: string }
  | { type: "approved" }
  | { type: "signature"; signature: string }
  | { type: "taken" }
  | { type: "failed"; trouble: SignTrouble }
  | { type: "again" };

/** The next moment of signing. An event that does not fit, as one that comes too late, changes nothing. */
export function nextSignFlow(flow: SignFlow, event: SignEvent): SignFlow {
  switch (event.type) {
    case "again":
      return flow.step === "signed" ? flow : { step: "preparing" };
    case "prepared":
      return flow.step === "preparing" ? { step: "review", plan: event.plan, trouble: null } : flow;
    case "refused":
      return flow.step === "preparing" ? { step: "refused", problem: event.problem } : flow;
    case "unreachable":
      return flow.step === "preparing" ? { step: "unreachable" } : flow;
    case "asked":
      return flow.step === "review" ? { step: "wallet", plan: flow.plan } : flow;
    case "approving":
      return flow.step === "wallet" ? { step: "settling", plan: flow.plan, hash: event.hash } : flow;
    case "approved":
      return flow.step === "settling"
        ? { step: "review", plan: { ...flow.plan, at: flow.plan.at + 1 }, trouble: null }
        : flow;
    case "signature":
      return flow.step === "wallet"
        ? { step: "handing_in", plan: flow.plan, signature: event.signature }
        : flow;
    case "taken":
      return flow.step === "handing_in" ? { step: "signed" } : flow;
    case "failed":
      return "plan" in flow ? { step: "review", plan: flow.plan, trouble: event.trouble } : flow;
  }
}
