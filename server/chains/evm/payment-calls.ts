import type { ContractRef, Hex } from "@/server/chains/contract-addresses";
import type { Call, ProxyPayment } from "@/server/chains/evm/calldata";
import { batchPayment, erc20Payment, nativePayment } from "@/server/chains/evm/calldata";
import type { EvmNetwork } from "@/server/chains/networks";

/** Gas with fresh recipients, rounded up from measurements (onchain.md §4). */
const GAS_PLAIN = 180_000n;
const GAS_BATCH = 150_000n;
const GAS_PER_BATCHED = 60_000n;
const GAS_APPROVAL = 70_000n;

/** Nodes refuse transactions above 128 KiB, and a payment in a batch takes 384 bytes. */
const MAX_BATCHED = 330;

/** Payments on EVM networks: fee proxies and BatchConversionPayments; approvals for the exact amount. */
export function evmPaymentCalls({ contracts }: EvmNetwork): PaymentCalls {
  return {
    one: (payment) => {
      const { token } = payment;
      if (token === null) {
        const proxy = addressOf(contracts.ethereumFeeProxy);
        return {
          call: nativePayment(proxy, { ...payment, token }),
          spender: null,
          gas: GAS_PLAIN,
          feeLimit: null,
        };
      }
      const spender = contracts.erc20FeeProxy.address;
      return { call: erc20Payment(spender, { ...payment, token }), spender, gas: GAS_PLAIN, feeLimit: null };
    },
    many: (payments) => {
      const spender = addressOf(contracts.batch);
      const gas = GAS_BATCH + GAS_PER_BATCHED * BigInt(payments.length);
      return { call: batchPayment(spender, payments), spender, gas, feeLimit: null };
    },
    maxPayments: MAX_BATCHED,
    takers: [contracts.erc20FeeProxy, contracts.batch].flatMap((contract) => contract?.address ?? []),
    approval: { allowanceFor: (amount) => amount, gas: GAS_APPROVAL, feeLimit: null },
    bytesOf: () => 0n,
  };
}

function addressOf(contract: ContractRef<Hex> | null): Hex {
  if (!contract) throw new Error("the network has no such payment contract");
  return contract.address;
}

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
