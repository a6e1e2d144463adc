import type { RECURRING_STATUSES } from "@/db/schema";

export type RecurringStatus = (typeof RECURRING_STATUSES)[number];

export type RecurringEvent =
  /** The payer's signature of the permit was checked. */
  | "signed"
  /** The next instalment failed as often as is tried. */
  | "failed_too_often"
  /** By the platform. */
  | "paused"
  | "unpaused"
  /** By the platform, or by the payer in the contract. */
  | "cancelled"
  /** The permit's deadline has passed. */
  | "expired"
  /** The chain has paid the last instalment. */
  | "finished"
  /** A reorganisation took an instalment back. */
  | "reopened";

/** Rows are where a schedule is, columns are what happened, cells are where it goes (behaviour.md §29, RC-20). */
const recurringTable: Record<RecurringStatus, Partial<Record<RecurringEvent, RecurringStatus>>> = {
  pending: { signed: "active", cancelled: "cancelled", expired: "cancelled" },
  active: {
    failed_too_often: "paused",
    paused: "paused",
    cancelled: "cancelled",
    expired: "cancelled",
    finished: "completed",
  },
  // An instalment that was on its way when the schedule was paused can still be mined.
  paused: { unpaused: "active", cancelled: "cancelled", expired: "cancelled", finished: "completed" },
  completed: { reopened: "active" },
  cancelled: {},
};

/** Where `event` takes a schedule, or null when it stays where it is. */
export function nextRecurringStatus(from: RecurringStatus, event: RecurringEvent): RecurringStatus | null {
  return recurringTable[from][event] ?? null;
}
