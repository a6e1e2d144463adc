import { EVM_DESCRIPTORS, type EvmNetworkId, type SourceChain } from "@/server/chains/descriptors/all";
import type { EvmDescriptor, TronDescriptor } from "@/server/chains/descriptors/descriptor";
import { tron } from "@/server/chains/descriptors/tron";

export type { EvmNetworkId, SourceChain };
export type NetworkId = EvmNetworkId | "tron";

/** An EVM network. Key by network and address, never by address alone. */
export interface EvmNetwork extends EvmDescriptor {
  id: EvmNetworkId;
  sourceChain: SourceChain | null;
}

export interface TronNetwork extends TronDescriptor {
  id: "tron";
  sourceChain: null;
}

export type Network = EvmNetwork | TronNetwork;

export const EVM_NETWORKS: Record<EvmNetworkId, EvmNetwork> = EVM_DESCRIPTORS;

export const TRON_NETWORK: TronNetwork = tron;

/** Every network of the service by its ID. */
export const NETWORKS: Record<EvmNetworkId, EvmNetwork> & { tron: TronNetwork } = {
  ...EVM_NETWORKS,
  tron: TRON_NETWORK,
};

export const EVM_NETWORK_IDS: readonly EvmNetworkId[] = Object.values(EVM_NETWORKS).map(({ id }) => id);
export const NETWORK_IDS: readonly NetworkId[] = [...EVM_NETWORK_IDS, "tron"];

/**
 * Every name of a payer's source network, in the order of the published API; those of later networks come after it
 * (behaviour.md §6.1).
 */
export const SOURCE_CHAINS: readonly SourceChain[] = [
  ...new Set<SourceChain>([
    "BASE",
    "OPTIMISM",
    "ARBITRUM",
    "ETHEREUM",
    "POLYGON",
    "BNB",
    ...Object.values(EVM_NETWORKS).flatMap(({ sourceChain }) => sourceChain ?? []),
  ]),
];

/** True for the ID of an EVM network. */
export function isEvmNetworkId(id: string): id is EvmNetworkId {
  return Object.hasOwn(EVM_NETWORKS, id);
}

/** True for the ID of a network of the service. IDs are case-sensitive. */
export function isNetworkId(id: string): id is NetworkId {
  return Object.hasOwn(NETWORKS, id);
}

/**
 * The ID of the network that a caller means: its ID, or the name it has in documents, which is its source-chain key
 * in any letter case (`polygon` is `matic`). Text that names no network comes back as it is.
 */
export function networkIdNamed(name: string): string {
  if (isNetworkId(name)) return name;
  return networkBySourceChain(name.toUpperCase())?.id ?? name;
}

/** The network with this ID, or undefined. */
export function networkById(id: string): Network | undefined {
  return isNetworkId(id) ? NETWORKS[id] : undefined;
}

/** The network with this chain ID, or undefined. */
export function networkByChainId(chainId: number): Network | undefined {
  return NETWORK_IDS.map((id) => NETWORKS[id]).find((network) => network.chainId === chainId);
}

/** The network a source-chain key names, or undefined for a word that is none. */
export function networkBySourceChain(sourceChain: string): EvmNetwork | undefined {
  return EVM_NETWORK_IDS.map((id) => EVM_NETWORKS[id]).find((network) => network.sourceChain === sourceChain);
}

/** Public explorer page of a transaction. */
export function explorerTransactionUrl(network: NetworkId, hash: string): string {
  const { transactionPrefix, isHashBare } = NETWORKS[network].explorer;
  return transactionPrefix + (isHashBare ? hash.replace(/^0x/, "") : hash);
}

/** Public explorer page of an address. */
export function explorerAddressUrl(network: NetworkId, address: string): string {
  return NETWORKS[network].explorer.addressPrefix + address;
}
