import type { ErrorCode } from "@/server/errors";

/** Why nothing that pays a link can be handed out, or handed out again for one of its steps. */
export const CALLDATA_ERRORS = [
  "secure_payment_not_found",
  "secure_payment_not_payable",
  "secure_payment_completed",
  "secure_payment_confirming",
  "secure_payment_in_progress",
  "payer_not_approved",
  "not_supported_yet",
  "unsupported_network",
  "networks_differ",
  "tron_batch_unsupported",
  "batch_too_large",
  "chain_unavailable",
  "price_unavailable",
  "crosschain_unsupported_token",
  "crosschain_amount_too_low",
  "crosschain_no_route",
  "crosschain_unavailable",
] as const satisfies readonly ErrorCode[];
