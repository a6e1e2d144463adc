import type { INSTALMENT_FAILURES } from "@/db/schema";
import type { ScheduleRow } from "@/server/recurring-payouts/schedule";

export type InstalmentFailure = (typeof INSTALMENT_FAILURES)[number];

/** Why an attempt failed, in words for a merchant. */
export const FAILURE_REASONS: Record<InstalmentFailure, string> = {
  insufficient_funds: "The payer's balance is smaller than the instalment",
  insufficient_allowance: "The payer lets the recurring contract take less than the instalment",
  transfer_refused: "The token refuses the transfer",
  inexact_transfer: "The token would move another amount than the payer signed",
};

/** Why a schedule does not go on, or why its last attempt failed; null where nothing went wrong. */
export function failureReason({
  status,
  failure,
  cancelledBy,
  pausedBy,
}: Pick<ScheduleRow, "status" | "failure" | "cancelledBy" | "pausedBy">): string | null {
  if (status === "paused" && pausedBy === "platform") return "Paused by the platform";
  if (cancelledBy === "deadline") return "The permit ran out before every instalment was paid";
  return failure && FAILURE_REASONS[failure];
}
