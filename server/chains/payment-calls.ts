import type { Hex } from "@/server/chains/contract-addresses";
import type { Call, ProxyPayment } from "@/server/chains/evm/calldata";
import { evmPaymentCalls } from "@/server/chains/evm/payment-calls";
import type { Network } from "@/server/chains/networks";
import { tronPaymentCalls } from "@/server/chains/tron/payment-calls";

/** A transaction that pays, and what it needs. */
export interface PayingCall {
  call: Call;
  /** Who takes the tokens; null where the native coin is sent along. */
  spender: Hex | null;
  /** Upper estimate. */
  gas: bigint;
  /** The most native coin it may burn, base units; null where wallets set no such limit. */
  feeLimit: bigint | null;
}

/** The transactions by which a network pays, without asking a node. */
export interface PaymentCalls {
  /** One payment through the fee proxy. */
  one(payment: ProxyPayment): PayingCall;
  /** Many at once. Throws when fees go to several addresses. */
  many(payments: readonly ProxyPayment[]): PayingCall;
  /** Most payments of one transaction, fee payments included. */
  maxPayments: number;
  /** Contracts that take tokens of their payers. */
  takers: readonly Hex[];
  approval: {
    /** How much to let a contract take that needs `amount` (onchain.md §15, TR-03). */
    allowanceFor(amount: bigint): bigint;
    gas: bigint;
    feeLimit: bigint | null;
  };
  /** Bytes of a call's transaction, where those have a price of their own; 0 where they have not. */
  bytesOf(call: Call): bigint;
}

export function paymentCalls(network: Network): PaymentCalls {
  return network.family === "evm" ? evmPaymentCalls(network) : tronPaymentCalls(network);
}
