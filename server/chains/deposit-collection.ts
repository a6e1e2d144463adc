import { encodeFunctionData } from "viem";
import { depositFactoryAbi } from "@/contracts/abis";
import type { ChainFamily } from "@/server/chains/address";
import { type DepositTerms, depositContractsOf } from "@/server/chains/deposit-address";
import type { Call } from "@/server/chains/evm/calldata";
import type { Network } from "@/server/chains/networks";

/**
 * The most addresses of one transaction. The factory gives each 500,000 gas at most and does not begin one with less, and
 * a transaction may use 16,777,216 gas (EIP-7825): so many fit at the 151,000 that one takes, with room for a dearer token
 * (docs/decisions/deposit-addresses.md). On Tron the 80 ms of a transaction are for more than that.
 */
export const MAX_COLLECTED = 80;

/** Gas, and energy on Tron, with two fees and with receivers that never held the token, rounded up (docs/contract/deposits.md). */
const COSTS: Record<ChainFamily, { one: bigint; many: bigint; each: bigint }> = {
  evm: { one: 250_000n, many: 100_000n, each: 155_000n },
  tron: { one: 200_000n, many: 60_000n, each: 200_000n },
};

const SUN_PER_TRX = 1_000_000n;
const TRON_FEE_LIMIT = 200n * SUN_PER_TRX;
const TRON_FEE_LIMIT_EACH = 60n * SUN_PER_TRX;

/** A transaction that forwards what is at deposit addresses. Whoever sends it pays the gas and gets nothing. */
export interface CollectingCall {
  call: Call;
  /** Upper estimate; energy on Tron. */
  gas: bigint;
  /** The most native coin it may burn, base units; null where wallets set no such limit. */
  feeLimit: bigint | null;
}

/**
 * Forwards what is at the deposit addresses of these terms, one to `MAX_COLLECTED` of them. A single one that cannot be
 * collected from fails the transaction, which wallets foresee; of several it is passed over (`NotCollected`). Throws where
 * the network has no deposit addresses, and for terms of another chain.
 */
export function collectingCall(network: Network, terms: readonly DepositTerms[]): CollectingCall {
  const makers = depositContractsOf(network);
  if (!makers) throw new Error(`${network.id} has no deposit addresses`);
  const [first, ...others] = terms;
  if (!first || terms.length > MAX_COLLECTED) throw new Error(`${terms.length} addresses at once`);
  if (terms.some(({ homeChainId }) => homeChainId !== BigInt(network.chainId)))
    throw new Error(`terms of another chain than ${network.id}`);
  const data =
    others.length === 0
      ? encodeFunctionData({ abi: depositFactoryAbi, functionName: "collect", args: [first] })
      : encodeFunctionData({ abi: depositFactoryAbi, functionName: "collectMany", args: [[...terms]] });
  const count = BigInt(terms.length);
  return {
    call: { to: makers.factory, data, value: 0n },
    gas: collectingGas(network.family, terms.length),
    feeLimit: network.family === "tron" ? TRON_FEE_LIMIT + TRON_FEE_LIMIT_EACH * count : null,
  };
}

/** Upper estimate of what collecting from so many addresses takes: gas, and energy on Tron. */
export function collectingGas(family: ChainFamily, addresses: number): bigint {
  const { one, many, each } = COSTS[family];
  return addresses === 1 ? one : many + each * BigInt(addresses);
}
