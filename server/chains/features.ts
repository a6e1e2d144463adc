import type { ChainFamily } from "@/server/chains/address";
import type { Network } from "@/server/chains/networks";

/** What payers and payees of a network can do (behaviour.md §6.3). */
export interface Features {
  /** Payments in the network's own coin: a proxy takes it with a reference. */
  nativeCoin: boolean;
  /** Several payments in one transaction, outside a multicall. */
  batches: boolean;
  /** Multisig wallets as payers. */
  safes: boolean;
  /** Smart accounts that take what they pay from the wallet behind them. */
  smartAccounts: boolean;
  /** How the children of one multicall are paid together (MC-03), and how many at most (MC-02). */
  multicalls: { kind: "evm_same_chain" | "tron_batch"; maxChildren: number };
}

const FEATURES: Record<ChainFamily, Features> = {
  evm: {
    nativeCoin: true,
    batches: true,
    safes: true,
    smartAccounts: true,
    multicalls: { kind: "evm_same_chain", maxChildren: 150 },
  },
  tron: {
    nativeCoin: false,
    batches: false,
    safes: false,
    smartAccounts: false,
    // A transaction there has 80 ms to run; each child may bring two fee payments of its own.
    multicalls: { kind: "tron_batch", maxChildren: 40 },
  },
};

export function featuresOf({ family }: Pick<Network, "family">): Features {
  return FEATURES[family];
}
