import { maxUint256 } from "viem";
import { checksumEvmAddress } from "@/server/chains/address";
import type { ContractRef, Hex } from "@/server/chains/contract-addresses";
import {
  batchPayment,
  type Call,
  erc20Payment,
  nativePayment,
  type ProxyPayment,
  spentBy,
} from "@/server/chains/evm/calldata";
import type { EvmNetwork, Network } from "@/server/chains/networks";
import type { Token } from "@/server/currencies/tokens";
import { ApiError, invalidField } from "@/server/errors";
import type { Due } from "@/server/requests/due";

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
}

/** Gas with fresh recipients, rounded up from measurements (onchain.md §4). */
const GAS_PLAIN = 180_000n;
const GAS_BATCH = 150_000n;
const GAS_PER_BATCHED = 60_000n;

/** Nodes refuse transactions above 128 KiB, and a payment in a batch takes 384 bytes. */
const MAX_BATCHED = 330;

/**
 * Pays one due: through the plain fee proxy when there is at most one fee receiver, otherwise payment and
 * fee in one transaction of the batch contract (PF-05).
 */
export function planPayment(network: Network, due: Due): PaymentPlan {
  const evm = evmOnly(network);
  const payments = paymentsOf([due]);
  const [payment, ...others] = payments;
  if (!payment || others.length > 0) return batchPlan(evm, [due], payments);
  const { token } = payment;
  if (token === null) {
    const spends = spendsOf([due], payments, null);
    const call = nativePayment(addressOf(evm.contracts.ethereumFeeProxy), { ...payment, token });
    return { call, spends, gas: GAS_PLAIN };
  }
  const proxy = evm.contracts.erc20FeeProxy.address;
  const spends = spendsOf([due], payments, proxy);
  return { call: erc20Payment(proxy, { ...payment, token }), spends, gas: GAS_PLAIN };
}

/**
 * Pays all dues, of one network, in one transaction of the batch contract. Throws 400 `batch_too_large`
 * when no node would take it, and 400 when their platform fees go to different addresses.
 */
export function planBatch(network: Network, dues: readonly Due[]): PaymentPlan {
  const payments = paymentsOf(dues);
  if (payments.length > MAX_BATCHED) {
    throw new ApiError("batch_too_large", `A batch can hold ${MAX_BATCHED} payments, fee payments included`);
  }
  return batchPlan(evmOnly(network), dues, payments);
}

function batchPlan(network: EvmNetwork, dues: readonly Due[], payments: ProxyPayment[]): PaymentPlan {
  const batch = addressOf(network.contracts.batch);
  const spends = spendsOf(dues, payments, batch);
  return {
    call: batchPayment(batch, payments),
    spends,
    gas: GAS_BATCH + GAS_PER_BATCHED * BigInt(payments.length),
  };
}

/**
 * A payment carries one fee, and all payments of a transaction the same receiver. That is the platform's
 * when there is one; a protocol fee beside it becomes a payment of its own, under its own reference.
 */
function paymentsOf(dues: readonly Due[]): ProxyPayment[] {
  const platforms = new Set(dues.flatMap((due) => due.platform?.address ?? []));
  if (platforms.size > 1) {
    throw new ApiError(
      "not_supported_yet",
      "Requests whose platform fees go to different addresses cannot be paid together",
    );
  }
  const [receiver = dues.find((due) => due.protocol)?.protocol?.address] = platforms;
  return dues.flatMap((due) => {
    const { platform, protocol } = due;
    const rides = protocol !== null && platform === null && protocol.address === receiver;
    const fee = rides ? protocol : platform;
    const main = proxyPayment(due.token, due.payee, due.amount, due.reference, fee);
    const apart = protocol && !rides ? [protocol, ...due.legs] : due.legs;
    return [
      main,
      ...apart.map((leg) => proxyPayment(due.token, leg.address, leg.amount, leg.reference, null)),
    ];
  });
}

function proxyPayment(
  token: Token,
  payee: string,
  amount: bigint,
  reference: string,
  fee: { address: string; amount: bigint } | null,
): ProxyPayment {
  return {
    token: token.address === null ? null : checksumEvmAddress(token.address),
    payee: checksumEvmAddress(payee),
    amount,
    reference: `0x${reference.slice(2)}`,
    fee: fee && { address: checksumEvmAddress(fee.address), amount: fee.amount },
  };
}

function spendsOf(dues: readonly Due[], payments: readonly ProxyPayment[], spender: Hex | null): Spend[] {
  return [...new Set(dues.map((due) => due.token))].map((token) => {
    const amount = payments
      .filter((payment) => payment.token?.toLowerCase() === token.address?.toLowerCase())
      .reduce((sum, payment) => sum + spentBy(payment), 0n);
    if (amount > maxUint256) throw invalidField("amount", "Amount and fees together are too large");
    return { token, amount, spender: token.address === null ? null : spender };
  });
}

function evmOnly(network: Network): EvmNetwork {
  if (network.family !== "evm") {
    throw new ApiError("not_supported_yet", `Payments on ${network.name} are not supported yet`);
  }
  return network;
}

function addressOf(contract: ContractRef<Hex> | null): Hex {
  if (!contract) throw new Error("the network has no such payment contract");
  return contract.address;
}
