import { DEPOSIT_STATES } from "@/db/schema";
import type { DepositState } from "@/server/crosschain/state";

// Two state machines meet here: one payment of a link or a multicall, and the deposit on another network that brings it.
// Who has made the deposit must not be asked for the same payment again, and who has lost it must be.

/** One payment among several: `open` has something left to pay, `seen` has all of it on chain and not deep enough yet. */
export type PartState = "open" | "seen" | "paid" | "over";

/** What a payer finds of that payment: it can be paid, is waited for, is done, or nothing can be done about it here. */
export type Offer = "pay" | "wait" | "done" | "nothing";

const WITHOUT: Record<PartState, Offer> = { open: "pay", seen: "wait", paid: "done", over: "nothing" };
const WAITING: Record<PartState, Offer> = { ...WITHOUT, open: "wait" };

/** Rows are where the deposit is that brings all that is left of the payment, columns what is known of the payment. */
const OFFERS: Record<DepositState | "none", Record<PartState, Offer>> = {
  none: WITHOUT,
  bridging: WAITING,
  // The payee has the money, and its transfer is not read yet.
  filled: WAITING,
  filled_call_failed: WAITING,
  // It may have been filled in a block that is not read yet.
  expired: WAITING,
  refunding: WITHOUT,
  refunded: WITHOUT,
  failed: WITHOUT,
  dropped: WITHOUT,
};

/** What a payer finds of one payment among several (`docs/decisions/cross-chain.md`). */
export function offerOf(part: PartState, deposit: DepositState | "none"): Offer {
  return OFFERS[deposit][part];
}

const waiting = (state: DepositState) => offerOf("open", state) === "wait";

/** States in which a deposit keeps its payment from being asked for again until its transfer is seen. */
export const HOLDING_STATES: readonly DepositState[] = DEPOSIT_STATES.filter(waiting);
