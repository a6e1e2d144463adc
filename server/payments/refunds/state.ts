import type { REFUND_STATES } from "@/db/schema";

export type RefundState = (typeof REFUND_STATES)[number];

/** What can happen to a refund. */
export type RefundEvent =
  /** The chain has its transfer, not deep enough yet. */
  | "mined"
  /** The chain has its transfer deep enough to be believed. */
  | "deep_enough"
  /** The chain does not have its transfer any more. */
  | "reorganised"
  /** It was not sent in its time. */
  | "time_passed"
  /** The merchant gave it up before. */
  | "given_up";

/** Rows are where a refund is, columns are what happened, cells are where it goes. */
const refundTable: Record<RefundState, Partial<Record<RefundEvent, RefundState>>> = {
  prepared: { mined: "seen", deep_enough: "confirmed", time_passed: "expired", given_up: "expired" },
  seen: { deep_enough: "confirmed", reorganised: "taken_back" },
  // Mined again in a block that is not deep enough.
  confirmed: { mined: "seen", reorganised: "taken_back" },
  // Its signed transaction is out there and can come back: until its time is over its amount is not free.
  taken_back: { mined: "seen", deep_enough: "confirmed", time_passed: "expired" },
  // What was prepared can be sent at any time, and the chain is the proof.
  expired: { mined: "seen", deep_enough: "confirmed" },
};

/** Where `event` takes a refund, or null when it stays where it is. */
export function nextRefundState(from: RefundState, event: RefundEvent): RefundState | null {
  return refundTable[from][event] ?? null;
}

/** States from which an event moves a refund: the guard of every update. */
export function refundStatesBefore(event: RefundEvent): RefundState[] {
  const states: RefundState[] = ["prepared", "seen", "confirmed", "taken_back", "expired"];
  return states.filter((state) => refundTable[state][event]);
}

/** Refunds whose amount cannot be sent back by another one. */
export const HOLDING_STATES = [
  "prepared",
  "seen",
  "confirmed",
  "taken_back",
] as const satisfies readonly RefundState[];
