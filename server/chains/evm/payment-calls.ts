import type { ContractRef, Hex } from "@/server/chains/contract-addresses";
import { batchPayment, erc20Payment, nativePayment } from "@/server/chains/evm/calldata";
import type { EvmNetwork } from "@/server/chains/networks";
import type { PaymentCalls } from "@/server/chains/payment-calls";

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
