import { arbitrumOne } from "@/server/chains/descriptors/arbitrum-one";
import { base } from "@/server/chains/descriptors/base";
import { bsc } from "@/server/chains/descriptors/bsc";
import { mainnet } from "@/server/chains/descriptors/mainnet";
import { matic } from "@/server/chains/descriptors/matic";
import { optimism } from "@/server/chains/descriptors/optimism";
import { sepolia } from "@/server/chains/descriptors/sepolia";

/** The seven EVM networks by ID, in the order in which lists name them (behaviour.md §6.1, onchain.md §1). */
export const EVM_DESCRIPTORS = {
  mainnet,
  "arbitrum-one": arbitrumOne,
  optimism,
  base,
  matic,
  bsc,
  sepolia,
} as const;

type Descriptors = typeof EVM_DESCRIPTORS;

export type EvmNetworkId = keyof Descriptors;

/** Names of a payer's source network on the wire (behaviour.md §6.1). Sepolia and Tron have none. */
export type SourceChain = NonNullable<Descriptors[EvmNetworkId]["sourceChain"]>;

/** Symbols of the coins that pay for gas. */
export type EvmCoinSymbol = Descriptors[EvmNetworkId]["native"]["symbol"];
