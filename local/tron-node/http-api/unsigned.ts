import { NODE_LIFETIME_MS } from "@/local/tron-node/chain/parameters";
import { type ChainState, headOf } from "@/local/tron-node/chain/state";
import {
  type Contract,
  encodeRawData,
  type TronTransaction,
  transactionOf,
} from "@/local/tron-node/codec/transaction";

/** A transaction as a node builds it: of the head block, good for a minute. */
export function unsigned(state: ChainState, contracts: Contract[], feeLimit: bigint): TronTransaction {
  const head = headOf(state, "full");
  const bytes = encodeRawData({
    refBlockBytes: head.id.slice(12, 16),
    refBlockHash: head.id.slice(16, 32),
    expiration: head.timestamp + NODE_LIFETIME_MS,
    timestamp: state.now(),
    feeLimit,
    data: "",
    contracts,
  });
  return transactionOf(bytes, []);
}
