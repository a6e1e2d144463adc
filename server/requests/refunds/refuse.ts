import { ApiError } from "@/server/errors";
import type { Payable } from "@/server/requests/paying/payable";

/** What is paid out by somebody else, or was never asked of a payer, is not ours to send back. Throws 400. */
export function refuseRefund({ row }: Pick<Payable, "row">): void {
  if (row.kind !== "request") {
    throw new ApiError("refund_not_possible", "A payout has no payer to send money back to");
  }
  if (row.isCryptoToFiatAllowed) {
    throw new ApiError("refund_not_possible", "The provider returns payments to bank accounts");
  }
}

/** Whether a request is one that money can be sent back of. */
export function isRefundOffered(row: Payable["row"]): boolean {
  return row.kind === "request" && !row.isCryptoToFiatAllowed;
}
