import type { TokenFacts } from "@/server/chains/descriptors/descriptor";
import { NETWORK_IDS, NETWORKS, type NetworkId } from "@/server/chains/networks";

interface TokenBasics {
  /** Canonical ID, `<symbol>-<network>` (behaviour.md NT-09). */
  id: string;
  symbol: string;
  name: string;
  network: NetworkId;
  decimals: number;
  isStablecoin: boolean;
  /** True when a payee destination may ask to be paid in it (behaviour.md PD-10, NT-02). */
  isDestination: boolean;
  /** True when the token refuses to change a non-zero allowance to another non-zero one (onchain.md §15). */
  approveNeedsReset: boolean;
  /** Its IDs in the public catalogue where that has others (NT-07), and USDT0 where it is the same contract. */
  catalogueIds: readonly string[];
  /** Every other ID that means this token: those of the catalogue, and the forms of NT-08. */
  aliases: readonly string[];
}

export interface ContractToken extends TokenBasics {
  type: "ERC20" | "TRC20";
  /** EIP-55 checksummed, or Base58Check on Tron. */
  address: string;
}

export interface NativeToken extends TokenBasics {
  /** The wire's word for any native coin, TRX included (behaviour.md CU-06). */
  type: "ETH";
  address: null;
}

/** A currency that the service settles in. */
export type Token = ContractToken | NativeToken;

const NAMES: Record<string, string> = {
  USDC: "USD Coin",
  USDT: "Tether USD",
  USDT0: "USDT0",
  DAI: "Dai Stablecoin",
  FAU: "Faucet Token",
};
const DESTINATION_SYMBOLS = new Set(["USDC", "USDT", "FAU"]);

function contractToken(
  network: NetworkId,
  { symbol, address, decimals, catalogueIds = [], approveNeedsReset = false }: TokenFacts,
): ContractToken {
  const id = `${symbol}-${network}`;
  return {
    id,
    symbol,
    name: NAMES[symbol] ?? symbol,
    network,
    address,
    decimals,
    type: network === "tron" ? "TRC20" : "ERC20",
    isStablecoin: symbol !== "FAU",
    isDestination: DESTINATION_SYMBOLS.has(symbol),
    approveNeedsReset,
    catalogueIds,
    aliases: [...catalogueIds, `${id}-${network}`],
  };
}

function nativeCoin(network: NetworkId): NativeToken {
  const { native, coinIds } = NETWORKS[network];
  const { symbol, name, decimals } = native;
  const id = `${symbol}-${network}`;
  const { catalogueIds = [], moreAliases = [] } = coinIds;
  const aliases = new Set([...catalogueIds, ...moreAliases, `${id}-${network}`]);
  return {
    id,
    symbol,
    name,
    network,
    address: null,
    decimals,
    type: "ETH",
    isStablecoin: false,
    isDestination: false,
    approveNeedsReset: false,
    catalogueIds,
    aliases: [...aliases],
  };
}

const CONTRACT_TOKENS: readonly ContractToken[] = NETWORK_IDS.flatMap((id) =>
  NETWORKS[id].tokens.map((token) => contractToken(id, token)),
);
const NATIVE_TOKENS: readonly NativeToken[] = NETWORK_IDS.map(nativeCoin);

/** Every currency the service settles in: the payment tokens and the native coin of each network. */
export const TOKENS: readonly Token[] = [...NATIVE_TOKENS, ...CONTRACT_TOKENS];

const byId = new Map<string, Token>(
  TOKENS.flatMap((token) => [token.id, ...token.aliases].map((id) => [id.toLowerCase(), token])),
);
const byAddress = new Map(CONTRACT_TOKENS.map((token) => [addressKey(token.network, token.address), token]));

function addressKey(network: NetworkId, address: string): string {
  return `${network}:${NETWORKS[network].family === "evm" ? address.toLowerCase() : address}`;
}

/** The token with this canonical ID or alias, in any letter case; undefined when there is none (NT-07 to NT-09). */
export function tokenById(id: string): Token | undefined {
  return byId.get(id.toLowerCase());
}

/**
 * The token at this address of this network, native coins excluded. EVM addresses match in any letter case, Tron
 * addresses exactly (FM-09). One address may be another token, or none, on another network (onchain.md §17).
 */
export function tokenByAddress(network: NetworkId, address: string): ContractToken | undefined {
  return byAddress.get(addressKey(network, address));
}

/** The native coin of a network. */
export function nativeToken(network: NetworkId): NativeToken {
  const token = NATIVE_TOKENS.find((candidate) => candidate.network === network);
  if (!token) throw new Error(`no native coin for ${network}`);
  return token;
}

/** Every token of a network, its native coin first. */
export function tokensOf(network: NetworkId): readonly Token[] {
  return TOKENS.filter((token) => token.network === network);
}
