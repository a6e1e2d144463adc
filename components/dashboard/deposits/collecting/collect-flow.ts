import type { CollectionComparison } from "@/components/pay/safety/collection/compare-collection";
import type { Problem } from "@/components/pay/safety/comparison";
import type { CollectionPrepared } from "@/server/dashboard/deposits/schema";
import type { WalletErrorCode } from "@/wallet/wallet";

/** A collection of which everything was compared in this browser. */
export type ComparedCollection = Extract<CollectionComparison, { ok: true }>;

/** What a merchant is shown before the wallet is asked. */
export interface CollectPlan {
  compared: ComparedCollection;
  prepared: CollectionPrepared;
}

/** What the wallet was given, and to whom it belongs. */
export interface SentCollection {
  /** Of the transaction; null where the owners of a Safe have to sign first. */
  hash: string | null;
  /** What the wallet calls its batch; null where it sent a transaction. */
  batch: string | null;
  wallet: string;
}

/** Why the last thing did not happen. */
export type CollectTrouble =
  | { code: "wallet"; reason: WalletErrorCode; name: string }
  /** Tron: neither the service nor the network took it; nothing was sent. */
  | { code: "not_relayed"; message: string };

/** Where a merchant is who collects the deposits of one network. */
export type CollectFlow =
  | { step: "closed" }
  /** The service puts the transaction together. */
  | { step: "preparing" }
  | { step: "review"; plan: CollectPlan; trouble: CollectTrouble | null }
  /** Nothing of what was chosen can be collected now. */
  | { step: "nothing"; prepared: CollectionPrepared }
  /** The answer is not what was chosen: nothing may be signed. */
  | { step: "refused"; problem: Problem }
  /** The service gave no answer. */
  | { step: "failed"; message: string }
  /** The wallet asks its owner. */
  | { step: "wallet"; plan: CollectPlan }
  /** It is on its way, or waits for the owners of a Safe. */
  | { step: "sent"; plan: CollectPlan; sent: SentCollection }
  /** A block holds it; the service has not seen all of it yet. */
  | { step: "mined"; plan: CollectPlan; sent: SentCollection }
  /** `left` of the addresses still hold money: somebody or the issuer was faster. */
  | { step: "done"; plan: CollectPlan; sent: SentCollection; left: number }
  /** The chain did not carry it out: `reverted`, or nobody will ever (`dropped`). */
  | { step: "undone"; why: "reverted" | "dropped" };

export type CollectEvent =
  | { type: "open" }
  | { type: "close" }
  | { type: "prepared"; comparison: CollectionComparison; prepared: CollectionPrepared }
  | { type: "unanswered"; message: string }
  | { type: "asked" }
  | { type: "sent"; sent: SentCollection }
  | { type: "declined"; trouble: CollectTrouble }
  /** The merchant does not want to wait: a Safe's owners may never sign, and a block may never take it. */
  | { type: "leave" }
  | { type: "mined" }
  | { type: "undone"; why: "reverted" | "dropped" }
  /** What the service says still waits at the addresses of the transaction. */
  | { type: "looked"; left: number; isLate: boolean };

export const CLOSED: CollectFlow = { step: "closed" };

/** The next moment of a collection. An event that does not fit changes nothing. */
export function nextCollectFlow(flow: CollectFlow, event: CollectEvent): CollectFlow {
  switch (event.type) {
    case "open":
      return isBusy(flow) ? flow : { step: "preparing" };
    case "close":
      return isBusy(flow) ? flow : CLOSED;
    case "prepared":
      return flow.step === "preparing" ? afterPreparing(event) : flow;
    case "unanswered":
      return flow.step === "preparing" ? { step: "failed", message: event.message } : flow;
    case "asked":
      return flow.step === "review" ? { step: "wallet", plan: flow.plan } : flow;
    case "sent":
      return flow.step === "wallet" ? { step: "sent", plan: flow.plan, sent: event.sent } : flow;
    case "declined":
      return flow.step === "wallet" ? { step: "review", plan: flow.plan, trouble: event.trouble } : flow;
    case "leave":
      // Nothing is lost by it: what another transaction collects as well is passed over.
      return flow.step === "sent" ? CLOSED : flow;
    case "mined":
      return flow.step === "sent" ? { ...flow, step: "mined" } : flow;
    case "undone":
      return flow.step === "sent" ? { step: "undone", why: event.why } : flow;
    case "looked":
      return afterLook(flow, event);
  }
}

/** Nobody begins another one, or forgets this one, while it may still do something. */
export function isBusy({ step }: CollectFlow): boolean {
  return step === "wallet" || step === "sent" || step === "mined";
}

function afterPreparing({ comparison, prepared }: Extract<CollectEvent, { type: "prepared" }>): CollectFlow {
  if (prepared.deposits.length === 0) return { step: "nothing", prepared };
  if (!comparison.ok) return { step: "refused", problem: comparison.problem };
  return { step: "review", plan: { compared: comparison, prepared }, trouble: null };
}

/** The money has left all addresses, whoever collected it; or the block is old enough for the rest to be left over. */
function afterLook(
  flow: CollectFlow,
  { left, isLate }: Extract<CollectEvent, { type: "looked" }>,
): CollectFlow {
  if (flow.step !== "sent" && flow.step !== "mined") return flow;
  const { plan, sent } = flow;
  if (left === 0 || (flow.step === "mined" && isLate)) return { step: "done", plan, sent, left };
  return flow;
}
