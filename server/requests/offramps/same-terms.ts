import { ApiError } from "@/server/errors";
import { compare, ratioOf } from "@/server/lib/ratio";
import type { TransferOrder, TransferState } from "@/server/providers/offramp/provider";

/**
 * Refuses a transfer that the provider opened for anything else than was asked: another customer, bank account, network,
 * token, amount, currency or rails. Nobody gets calldata for it. An amount that is not repeated is none that is wrong: the
 * provider takes what arrives. Throws 409 naming what differs.
 */
export function requireSameTerms(order: TransferOrder, { terms }: TransferState): void {
  const differs = [
    terms.customerId !== order.customerId && "customer",
    terms.accountId !== order.accountId && "bank account",
    terms.network !== order.network && "network",
    terms.token !== "USDC" && "token",
    terms.amount !== null && compare(ratioOf(terms.amount), ratioOf(order.amount)) !== 0 && "amount",
    terms.currency !== order.currency && "currency",
    terms.rails !== order.rails && "rails",
    terms.requestId !== null && terms.requestId !== order.requestId && "request",
  ].filter((one) => one !== false);
  if (differs.length === 0) return;
  throw new ApiError(
    "conflict",
    `The provider answered with another ${differs.join(", ")} than was asked for; do not pay, ask the operator`,
  );
}
