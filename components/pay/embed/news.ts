import type { PageState } from "@/server/secure-payments/page/page-schema";

/** Why nothing more can be paid in the frame: a code of the embedded checkout protocol. */
export type HostErrorCode = "invalid_state_error" | "not_supported_error";

/** What is worth telling the shop's page of a state: that it should look, or that this is over. */
export type News = { method: "ec.complete" } | { method: "ec.error"; code: HostErrorCode };

/**
 * What the shop's page is told of a state; null while nothing is decided. It learns no more than to look: whether a payment
 * counts is what its server asks.
 */
export function newsOf({ kind }: PageState): News | null {
  switch (kind) {
    case "paid":
    case "overpaid":
    case "paid_late":
      return { method: "ec.complete" };
    case "expired":
    case "invalidated":
    case "failed":
      return { method: "ec.error", code: "invalid_state_error" };
    case "not_found":
      return { method: "ec.error", code: "not_supported_error" };
    case "ready":
    case "partial":
    case "bundle":
    case "bundle_blocked":
    case "bridging":
    case "confirming":
    case "to_bank":
    case "hidden":
    case "blocked":
    case "in_progress":
    case "no_rate":
    case "unavailable":
      return null;
  }
}
