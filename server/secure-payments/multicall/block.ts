import { formatAmount } from "@/server/lib/amount";
import type { MulticallChild } from "@/server/secure-payments/multicall/multicall";
import type { BlockReason } from "@/server/secure-payments/wire/lookup-schema";
import type { MulticallContext, RecoveryAction } from "@/server/secure-payments/wire/multicall-schema";

/** What somebody can do about a blocked child (MC-10). */
export function recoveryOf(reason: BlockReason): RecoveryAction {
  if (reason === "request_processing") return "recreate_after_cooldown";
  if (reason === "compliance_failed" || reason === "invalid_child_linkage") return "support_required";
  return "remove_child";
}

/** The name of the text that a page shows for a reason. */
export function messageKeyOf(reason: string): string {
  return `multicall.${reason}`;
}

/** What there is to know about a child of one's own, whether it is blocked or not (MC-09, MC-13). */
export function contextOf({ link, position, payable }: MulticallChild): MulticallContext {
  return {
    requestId: payable.row.requestId.slice(2),
    securePaymentToken: link.row.token,
    position,
    hasBeenPaid: payable.row.status === "paid",
    securePaymentStatus: link.status,
    requestStatus: payable.row.status,
    expiresAt: link.row.expiresAt.toISOString(),
    network: payable.token.network,
    currency: payable.token.id,
  };
}

/** What a child asks for, as text. */
export function amountText({ link, payable }: MulticallChild): string {
  return formatAmount(link.amounts[0] ?? payable.row.amount, payable.token.decimals);
}
