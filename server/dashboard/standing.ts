import type { requests } from "@/db/schema";
import { PAYMENT_STATUSES, type PaymentStatus } from "@/server/dashboard/payments-schema";

/** The columns that decide. */
export type Standing = Pick<typeof requests.$inferSelect, "status" | "paidAt" | "linkExpiresAt" | "linkEnd">;

/**
 * The state of a payment in a merchant's words. The end of a link's time does not wait for the sweep (D-24);
 * apart from that it says what `standingOf` in `db/keys.ts` says of the stored row.
 */
export function statusOf(row: Standing, now: Date): PaymentStatus {
  switch (row.status) {
    case "paid":
      return row.paidAt && row.linkExpiresAt && row.paidAt > row.linkExpiresAt ? "late" : "paid";
    case "partially_paid":
      return "partial";
    case "processing":
      return "in_progress";
    case "created":
      return row.linkEnd ?? (row.linkExpiresAt && row.linkExpiresAt <= now ? "expired" : "pending");
    default:
      return row.status;
  }
}

/** Position in a list that is sorted by status. */
export function rankOf(status: PaymentStatus): number {
  return PAYMENT_STATUSES.indexOf(status);
}
