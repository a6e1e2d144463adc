import { Mismatch } from "@/components/pay/safety/mismatch";
import type { Contracts, Hex } from "@/server/chains/contract-addresses";
import { EVM_NETWORKS, type EvmNetwork, type Network } from "@/server/chains/networks";
import { type Token, tokensOf } from "@/server/currencies/tokens";
import type { PageSource } from "@/server/secure-payments/page/crosschain-schema";

/** From where a payer has chosen to pay, in place of the link's own network and token. */
export type ChosenSource = Pick<PageSource, "network" | "chain" | "symbol">;

/** Both ends of a payment from another network, by the addresses compiled into the page. */
export interface Route {
  source: EvmNetwork;
  token: Token & { address: Hex };
  destination: EvmNetwork;
  spokePool: Hex;
  /** LI.FI's, which deposits for its payer; null where it is not. */
  diamond: Hex | null;
}

/** Throws `Mismatch` where nothing can be brought between these networks. */
export function routeBetween({ network: id, chain, symbol }: ChosenSource, destination: Network): Route {
  const source = EVM_NETWORKS[id];
  const token = tokensOf(id).find((one) => one.symbol === symbol);
  const spokePool = source.contracts.acrossSpokePool?.address;
  if (source.sourceChain !== chain || !token || !hasAddress(token) || !spokePool) {
    throw new Mismatch("network", "a network with a bridge", id);
  }
  if (destination.family !== "evm" || !hasHandler(destination.contracts)) {
    throw new Mismatch("network", "a network that a bridge reaches", destination.id);
  }
  const diamond = source.contracts.lifiRouter?.address ?? null;
  return { source, token, destination, spokePool, diamond };
}

/** Whether a payment on this network and in this token can come from another one, as far as the page can tell. */
export function mayComeFromElsewhere(id: string, symbol: string): boolean {
  const networks: Readonly<Record<string, EvmNetwork>> = EVM_NETWORKS;
  const network = Object.hasOwn(networks, id) ? networks[id] : undefined;
  const isCrosschain = network !== undefined && network.sourceChain !== null && hasHandler(network.contracts);
  return isCrosschain && (symbol === "USDC" || symbol === "USDT");
}

function hasHandler({ acrossHandler }: Contracts<Hex>): boolean {
  return acrossHandler !== null;
}

function hasAddress(token: Token): token is Token & { address: Hex } {
  return token.address?.startsWith("0x") === true;
}
