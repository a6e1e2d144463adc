import type { securePaymentIntents } from "@/db/schema";

/** Where a Safe transaction that pays a link is. */
export type SafeState = (typeof securePaymentIntents.$inferSelect)["state"];

/** What can happen to it. */
export type SafeEvent =
  /** Its hash is that of the link's calls, of this Safe, with a nonce that is not used yet. */
  | "matched"
  /** The Safe announced that it was carried out. */
  | "succeeded"
  /** The block of that announcement was replaced. */
  | "reorganised"
  /** The Safe announced, deep enough, that it failed; its nonce is used. */
  | "execution_failed"
  /** The owners used its nonce for nothing, deep enough. */
  | "rejected"
  /** The owners used its nonce for something else, deep enough. */
  | "replaced"
  /** It was not carried out in time. */
  | "deadline_passed";

/**
 * Rows are where it is, columns are what happened, cells are where it goes. `recorded` is a claim that nothing bears
 * out; only `pending` holds a link. No state pays anything: the payment's own event does (behaviour.md §21).
 */
const safeTable: Record<SafeState, Partial<Record<SafeEvent, SafeState>>> = {
  recorded: { matched: "pending" },
  pending: {
    succeeded: "executed",
    execution_failed: "failed",
    rejected: "failed",
    replaced: "failed",
    deadline_passed: "failed",
  },
  executed: { reorganised: "pending" },
  failed: {},
};

/** Where `event` takes it, or null when it stays where it is. */
export function nextSafeState(from: SafeState, event: SafeEvent): SafeState | null {
  return safeTable[from][event] ?? null;
}
