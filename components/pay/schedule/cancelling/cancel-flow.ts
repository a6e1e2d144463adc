import type { PageSchedule } from "@/server/recurring-payouts/page/page-schema";
import type { WalletErrorCode } from "@/wallet/wallet";

/** Why the last thing did not happen: the wallet's no, or the network's. */
export type CancelTrouble = { code: "wallet"; reason: WalletErrorCode } | { code: "reverted" | "refused" };

/** Where a payer is who cancels a schedule: first the schedule itself, then what the contract may still take. */
export type CancelFlow =
  | { step: "offered" }
  | { step: "review"; trouble: CancelTrouble | null }
  /** The wallet asks its owner. */
  | { step: "wallet"; what: "cancel" | "lower" }
  /** The transaction is on its way. */
  | { step: "settling"; what: "cancel" | "lower"; hash: string }
  /** The contract pays nothing of it any more. `allowance` is what it may still take for others, base units; null while nobody knows. */
  | { step: "cancelled"; allowance: bigint | null; trouble: CancelTrouble | null };

export type CancelEvent =
  | { type: "open" }
  | { type: "close" }
  | { type: "asked"; what: "cancel" | "lower" }
  /** The payer does not want to wait for the wallet. */
  | { type: "back" }
  | { type: "sent"; what: "cancel" | "lower"; hash: string }
  | { type: "mined" }
  | { type: "allowance"; allowance: bigint }
  | { type: "failed"; trouble: CancelTrouble };

/** Of a schedule that its payer has cancelled before, the permission may be left over. */
export function startCancelFlow(
  { cancelledBy }: Pick<PageSchedule, "cancelledBy">,
  isAsked: boolean,
): CancelFlow {
  if (cancelledBy === "payer") return { step: "cancelled", allowance: null, trouble: null };
  return isAsked ? { step: "review", trouble: null } : { step: "offered" };
}

/** The next moment of cancelling. An event that does not fit changes nothing. */
export function nextCancelFlow(flow: CancelFlow, event: CancelEvent): CancelFlow {
  switch (event.type) {
    case "open":
      return flow.step === "offered" ? { step: "review", trouble: null } : flow;
    case "close":
      return flow.step === "review" ? { step: "offered" } : flow;
    case "asked":
      return flow.step === "review" || flow.step === "cancelled"
        ? { step: "wallet", what: event.what }
        : flow;
    case "back":
      return flow.step === "wallet" ? before(flow.what, null) : flow;
    case "sent":
      // Also where the payer has gone back meanwhile: it is on its way all the same.
      return isOver(flow, event.what) ? flow : { step: "settling", what: event.what, hash: event.hash };
    case "mined":
      return flow.step === "settling" || flow.step === "offered" || flow.step === "review"
        ? { step: "cancelled", allowance: null, trouble: null }
        : flow;
    case "allowance":
      return flow.step === "cancelled" ? { ...flow, allowance: event.allowance } : flow;
    case "failed":
      return flow.step === "wallet" || flow.step === "settling" ? before(flow.what, event.trouble) : flow;
  }
}

/** Whether nothing is left to follow of what was sent. */
function isOver(flow: CancelFlow, what: "cancel" | "lower"): boolean {
  return flow.step === "settling" || (flow.step === "cancelled" && what === "cancel");
}

/** Where the wallet is asked from. */
function before(what: "cancel" | "lower", trouble: CancelTrouble | null): CancelFlow {
  return what === "cancel" ? { step: "review", trouble } : { step: "cancelled", allowance: null, trouble };
}

/**
 * What the allowance should be once a schedule takes nothing any more: what it was without the rest of this schedule,
 * and never less than the payer's others need. Null where it is no more than that already.
 */
export function loweredAllowance(
  current: bigint,
  { rest, others }: { rest: bigint; others: bigint },
): bigint | null {
  const without = current > rest ? current - rest : 0n;
  const target = without > others ? without : others;
  return target < current ? target : null;
}
