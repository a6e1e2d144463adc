import type { PaymentLog, ProvenPayment, Settlement } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { RpcReceipt } from "@/server/chains/evm/rpc";
import { payersOf, type TokenTransfer, transfersOf } from "@/server/chains/evm/token-flows";

/** What stands between a payer and a proxy. */
export interface Intermediaries {
  /** Batch and recurring contracts, lower-case: they pull the money from the payer and keep none of it. */
  forwarders: ReadonlySet<string>;
  /**
   * How many native payments the sender of the transaction made by calling a contract that pays with the value it
   * is sent; 0 where it called something else.
   */
  nativePayments: number;
}

/**
 * Reads who paid and what arrived from the token's own transfer events (onchain.md §7), for all payment events of
 * one transaction, in their order. The payer is whose balance of the token went down, behind contracts that only
 * hand money on; the transaction's sender is never taken for the payer of a token: it may be a relayer. Null where
 * the transfers do not tell.
 */
export function settlementsOf(
  payments: readonly PaymentLog[],
  receipt: RpcReceipt,
  intermediaries: Intermediaries,
): ProvenPayment[] {
  const settled = new Map<PaymentLog, Omit<Settlement, "payerEoa">>();
  const sender = receipt.from.toLowerCase();
  const coinPayer = nativePayer(payments, receipt, intermediaries);
  for (const payment of payments) settled.set(payment, { payer: coinPayer, received: null, takenFrom: null });
  for (const token of new Set(payments.flatMap((payment) => payment.token ?? []))) {
    const own = payments.filter((payment) => payment.token === token);
    const transfers = transfersOf(token, receipt.logs);
    const parts = own.map((payment) => partsOf(payment, payments, transfers));
    const arrivals = parts.map(({ arrival }) => arrival);
    const paid = new Set(parts.flatMap(({ arrival, fee }) => [arrival ?? [], fee ?? []].flat()));
    const payers = payersOf(arrivals, transfers, { forwarders: intermediaries.forwarders, paid });
    for (const [i, payment] of own.entries()) {
      const { value = 0n, from = null } = arrivals[i] ?? {};
      settled.set(payment, { payer: payers[i] ?? null, received: value, takenFrom: from });
    }
  }
  return payments.map((log) => {
    const { payer = null, received = null, takenFrom = null } = settled.get(log) ?? {};
    return { log, settlement: { payer, payerEoa: payer === sender ? payer : null, received, takenFrom } };
  });
}

/**
 * The transfers that a payment event speaks of: the one to the payee and the one of the fee, in this order, between
 * the payment event before it and itself. Of a token that takes a fee of its own less arrives than the event says.
 */
function partsOf(
  payment: PaymentLog,
  all: readonly PaymentLog[],
  transfers: readonly TokenTransfer[],
): { arrival: TokenTransfer | null; fee: TokenTransfer | null } {
  const after = all[all.indexOf(payment) - 1]?.logIndex ?? -1;
  const between = transfers.filter(({ logIndex }) => logIndex > after && logIndex < payment.logIndex);
  const hasFee = payment.feeAmount > 0n && payment.feeAddress !== null;
  const fee = hasFee ? (between.findLast(({ to }) => to === payment.feeAddress) ?? null) : null;
  const toPayee = between.filter((transfer) => transfer.to === payment.recipient && transfer !== fee);
  const exact = toPayee.findLast(({ value }) => value === payment.amount);
  return { arrival: exact ?? toPayee.at(-1) ?? null, fee };
}

/**
 * A native payment leaves no transfer event, and what contracts pay each other is not seen at all. Only the sender
 * who called a payment contract itself is known to have paid, and only where the transaction holds no payments
 * beside those of that call: a payee that is a contract can make one of its own while it is being paid.
 */
function nativePayer(
  payments: readonly PaymentLog[],
  receipt: RpcReceipt,
  { nativePayments }: Intermediaries,
): Hex | null {
  const count = payments.filter(({ token }) => token === null).length;
  if (count === 0 || nativePayments !== count) return null;
  return `0x${receipt.from.slice(2).toLowerCase()}`;
}
