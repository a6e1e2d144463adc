import type { Comparison, Problem, Step } from "@/components/pay/safety/comparison";
import type { Refund } from "@/server/requests/refunds/schema";
import type { WalletErrorCode } from "@/wallet/wallet";

/** Why the last thing did not happen. */
export type RefundTrouble =
  | { code: "wallet"; reason: WalletErrorCode; name: string }
  /** Tron: neither the service nor the network took it; nothing was sent. */
  | { code: "not_relayed" }
  /** The chain did not carry out an approval, or the wallet approved too little. */
  | { code: "not_approved" }
  /** What the service, or a node, said. */
  | { code: "said"; message: string };

/** What the wallet was given. */
export interface SentRefund {
  /** Of the transaction; null where the owners of a Safe have to sign first. */
  hash: string | null;
  wallet: string;
}

export type ComparedRefund = Extract<Comparison, { ok: true }>;

/** Where a merchant is who sends money back. */
export type RefundFlow =
  | { step: "closed" }
  /** How much, and to whom. */
  | { step: "choosing"; trouble: RefundTrouble | null }
  /** The service puts it together, and keeps its amount from other refunds. */
  | { step: "preparing" }
  /** It can be sent, and has not been. */
  | { step: "review"; refund: Refund; trouble: RefundTrouble | null }
  /** What it takes from this wallet is asked for and compared. */
  | { step: "checking"; refund: Refund }
  /** The answer is not what was chosen, or not what is shown: nothing may be signed. */
  | { step: "refused"; problem: Problem }
  /** The wallet asks its owner for the step of this number. */
  | { step: "wallet"; refund: Refund; compared: ComparedRefund; at: number }
  /** An approval waits for its block. */
  | { step: "settling"; refund: Refund; compared: ComparedRefund; at: number }
  /** It is on its way, or waits for the owners of a Safe. */
  | { step: "sent"; refund: Refund; sent: SentRefund }
  /** The chain did not carry it out, or nobody ever will. */
  | { step: "undone"; refund: Refund; why: "reverted" | "dropped" };

export type RefundEvent =
  | { type: "open" }
  /** One that was prepared before. */
  | { type: "resume"; refund: Refund }
  | { type: "close" }
  | { type: "ask" }
  | { type: "prepared"; refund: Refund; problem: Problem | null }
  | { type: "check" }
  | { type: "compared"; comparison: Comparison }
  /** No answer, or a refusal in words. */
  | { type: "unanswered"; trouble: RefundTrouble }
  /** The wallet sent an approval. */
  | { type: "approving" }
  | { type: "approved" }
  | { type: "sent"; sent: SentRefund }
  | { type: "declined"; trouble: RefundTrouble }
  | { type: "undone"; why: "reverted" | "dropped" }
  /** The service has it from the chain. */
  | { type: "arrived" }
  /** The merchant does not want to wait: a Safe's owners may never sign. */
  | { type: "leave" };

export const CLOSED: RefundFlow = { step: "closed" };

/** The next moment of a refund. An event that does not fit changes nothing. */
export function nextRefundFlow(flow: RefundFlow, event: RefundEvent): RefundFlow {
  switch (event.type) {
    case "open":
      return isBusy(flow) ? flow : { step: "choosing", trouble: null };
    case "resume":
      return isBusy(flow) ? flow : { step: "review", refund: event.refund, trouble: null };
    case "close":
      return isBusy(flow) ? flow : CLOSED;
    case "ask":
      return flow.step === "choosing" ? { step: "preparing" } : flow;
    case "prepared":
      if (flow.step !== "preparing") return flow;
      if (event.problem) return { step: "refused", problem: event.problem };
      return { step: "review", refund: event.refund, trouble: null };
    case "check":
      return flow.step === "review" ? { step: "checking", refund: flow.refund } : flow;
    case "compared":
      return flow.step === "checking" ? afterComparing(flow.refund, event.comparison) : flow;
    case "unanswered":
      if (flow.step === "preparing") return { step: "choosing", trouble: event.trouble };
      return flow.step === "checking"
        ? { step: "review", refund: flow.refund, trouble: event.trouble }
        : flow;
    case "approving":
      return flow.step === "wallet" && stepOf(flow)?.kind !== "pay" ? { ...flow, step: "settling" } : flow;
    case "approved":
      return flow.step === "settling" ? { ...flow, step: "wallet", at: flow.at + 1 } : flow;
    case "sent":
      return flow.step === "wallet" ? { step: "sent", refund: flow.refund, sent: event.sent } : flow;
    case "declined":
      return flow.step === "wallet" || flow.step === "settling"
        ? { step: "review", refund: flow.refund, trouble: event.trouble }
        : flow;
    case "undone":
      return flow.step === "sent" ? { step: "undone", refund: flow.refund, why: event.why } : flow;
    case "arrived":
    case "leave":
      return flow.step === "sent" ? CLOSED : flow;
  }
}

/** Nobody begins another one, or forgets this one, while it may still do something. */
export function isBusy({ step }: RefundFlow): boolean {
  return step === "checking" || step === "wallet" || step === "settling" || step === "sent";
}

function afterComparing(refund: Refund, comparison: Comparison): RefundFlow {
  return comparison.ok
    ? { step: "wallet", refund, compared: comparison, at: 0 }
    : { step: "refused", problem: comparison.problem };
}

function stepOf({ compared, at }: Extract<RefundFlow, { step: "wallet" }>): Step | undefined {
  return compared.steps[at];
}
