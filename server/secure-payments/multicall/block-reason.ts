import type { Link } from "@/server/secure-payments/link";
import type { BlockReason } from "@/server/secure-payments/wire/lookup-schema";

/** Why this link cannot be paid in a multicall, the first reason that applies (MC-07, MC-08). */
export function blockReasonOf({
  row,
  status,
  requests,
}: Pick<Link, "row" | "status" | "requests">): BlockReason | null {
  if (row.flow !== "outgoing") return "not_outgoing";
  if (row.paymentType !== "single") return "not_single_payment";
  if (requests.length !== 1) return "invalid_child_linkage";
  if (status === "completed" || requests.every((request) => request.status === "paid")) return "already_paid";
  if (status === "compliance_failed") return "compliance_failed";
  if (status === "expired") return "secure_payment_expired";
  if (status !== "pending") return "secure_payment_not_pending";
  return requests.some((request) => request.status !== "created") ? "request_processing" : null;
}
