import { maxUint256 } from "viem";
import { addressBytes } from "@/server/chains/address";
import type { Hex } from "@/server/chains/contract-addresses";
import type { Call, ProxyPayment } from "@/server/chains/evm/calldata";
import type { PayingCall } from "@/server/chains/evm/payment-calls";
import { NETWORKS, type Network } from "@/server/chains/networks";
import { paymentCalls } from "@/server/chains/payment-calls";
import type { Token } from "@/server/currencies/tokens";
import { ApiError, invalidField } from "@/server/errors";
import type { Due } from "@/server/requests/paying/due";
import { type PlannedTransfer, plannedTransfers } from "@/server/requests/paying/planned-transfers";

/** How much a payer spends of one currency, and which contract takes it (onchain.md §15). */
export interface Spend {
  token: Token;
  amount: bigint;
  /** Null for the native coin, which nobody takes: it is sent along. */
  spender: Hex | null;
}

/** One transaction that pays everything, and what it needs. */
export interface PaymentPlan {
  call: Call;
  /** One entry per currency. */
  spends: Spend[];
  /** Upper estimate of the gas of `call`. */
  gas: bigint;
  /** The most native coin `call` may burn, base units; null where wallets set no such limit. */
  feeLimit: bigint | null;
}

/**
 * Pays one due: through the plain fee proxy when there is at most one fee receiver, otherwise payment and
 * fee in one transaction of the batch contract (PF-05).
 */
export function planPayment(network: Network, due: Due): PaymentPlan {
  const calls = paymentCalls(network);
  const legs = plannedTransfers([due]);
  const [leg, ...others] = legs;
  if (!leg || others.length > 0) return planOf(calls.many(legs.map(proxyPayment)), legs);
  return planOf(calls.one(proxyPayment(leg)), legs);
}

/**
 * Pays all dues, of one network, in one transaction of the batch contract. Throws 400 `batch_too_large`
 * when no node would take it, and 400 when their platform fees go to different addresses.
 */
export function planBatch(network: Network, dues: readonly Due[]): PaymentPlan {
  const calls = paymentCalls(network);
  const legs = plannedTransfers(dues);
  if (legs.length > calls.maxPayments) {
    throw new ApiError(
      "batch_too_large",
      `A batch can hold ${calls.maxPayments} payments, fee payments included`,
    );
  }
  return planOf(calls.many(legs.map(proxyPayment)), legs);
}

/** Throws 400 naming `field` for dues whose sum, with their fees, no payer could send: more than a uint256. */
export function refuseUnpayable(dues: readonly Due[], field: string): void {
  spendsOf(plannedTransfers(dues), null, field);
}

function planOf({ call, spender, gas, feeLimit }: PayingCall, legs: readonly PlannedTransfer[]): PaymentPlan {
  return { call, spends: spendsOf(legs, spender), gas, feeLimit };
}

/** A transfer as the proxies of its network take it. */
export function proxyPayment({ token, payee, amount, reference, fee }: PlannedTransfer): ProxyPayment {
  const bytes = (address: string) => addressBytes(NETWORKS[token.network].family, address);
  return {
    token: token.address === null ? null : bytes(token.address),
    payee: bytes(payee),
    amount,
    reference: `0x${reference.slice(2)}`,
    fee: fee && { address: bytes(fee.address), amount: fee.amount },
  };
}

function spendsOf(legs: readonly PlannedTransfer[], spender: Hex | null, field = "amount"): Spend[] {
  return [...new Set(legs.map((leg) => leg.token))].map((token) => {
    const amount = legs
      .filter((leg) => leg.token === token)
      .reduce((sum, leg) => sum + leg.amount + (leg.fee?.amount ?? 0n), 0n);
    if (amount > maxUint256) throw invalidField(field, "Amount and fees together are too large");
    return { token, amount, spender: token.address === null ? null : spender };
  });
}
