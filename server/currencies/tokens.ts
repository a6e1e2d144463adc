import { NETWORK_IDS, NETWORKS, type NetworkId } from "@/server/chains/networks";

interface TokenFacts {
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

export interface ContractToken extends TokenFacts {
  type: "ERC20" | "TRC20";
  /** EIP-55 checksummed, or Base58Check on Tron. */
  address: string;
}

export interface NativeToken extends TokenFacts {
  /** The wire's word for any native coin, TRX included (behaviour.md CU-06). */
  type: "ETH";
  address: null;
}

/** A currency that the service settles in. */
export type Token = ContractToken | NativeToken;

type Row = [network: NetworkId, symbol: string, address: string, decimals: number, catalogueIds?: string[]];

/**
 * Onchain.md §2. USDT0 is the upgraded USDT contract on `arbitrum-one` and `matic`, hence an alias there; on
 * `optimism` it is another contract, hence another token (D-12). Bridged USDC.e is none of ours.
 */
const ROWS: Row[] = [
  ["mainnet", "USDC", "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48", 6],
  ["mainnet", "USDT", "0xdAC17F958D2ee523a2206206994597C13D831ec7", 6],
  ["mainnet", "DAI", "0x6B175474E89094C44Da98b954EedeAC495271d0F", 18],
  ["arbitrum-one", "USDC", "0xaf88d065e77c8cC2239327C5EDb3A432268e5831", 6],
  ["arbitrum-one", "USDT", "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9", 6, ["USDT0-arbitrum-one"]],
  ["arbitrum-one", "DAI", "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", 18],
  ["optimism", "USDC", "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85", 6, ["USDCn-optimism"]],
  ["optimism", "USDT", "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58", 6],
  ["optimism", "USDT0", "0x01bFF41798a0BcF287b996046Ca68b395DbC1071", 6],
  ["optimism", "DAI", "0xDA10009cBd5D07dd0CeCc66161FC93D7c9000da1", 18],
  ["base", "USDC", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", 6],
  ["base", "USDT", "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2", 6],
  ["base", "DAI", "0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb", 18],
  ["matic", "USDC", "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359", 6, ["USDCn-matic"]],
  ["matic", "USDT", "0xc2132D05D31c914a87C6611C10748AEb04B58e8F", 6, ["USDT0-matic"]],
  ["matic", "DAI", "0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063", 18],
  ["bsc", "USDC", "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d", 18],
  ["bsc", "USDT", "0x55d398326f99059fF775485246999027B3197955", 18],
  ["bsc", "DAI", "0x1AF3F329e8BE154074D8769D1FFa4eE058B1DBc3", 18],
  ["sepolia", "FAU", "0x370DE27fdb7D1Ff1e1BaA7D11c5820a324Cf623C", 18],
  ["sepolia", "USDC", "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238", 6, ["fUSDC-sepolia"]],
  ["sepolia", "USDT", "0xF046b3CA5ae2879c6bAcC4D42fAF363eE8379F78", 6, ["fUSDT-sepolia"]],
  ["tron", "USDT", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", 6],
  ["tron", "USDC", "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8", 6],
];

const NAMES: Record<string, string> = {
  USDC: "USD Coin",
  USDT: "Tether USD",
  USDT0: "USDT0",
  DAI: "Dai Stablecoin",
  FAU: "Faucet Token",
};
const DESTINATION_SYMBOLS = new Set(["USDC", "USDT", "FAU"]);
const NEEDS_APPROVE_RESET = new Set(["USDT-mainnet", "USDT-tron"]);
const NATIVE_CATALOGUE_IDS: Partial<Record<NetworkId, string[]>> = {
  "arbitrum-one": ["AETH-arbitrum-one"],
  optimism: ["ETH-optimism-optimism"],
  base: ["ETH-base-base"],
  matic: ["MATIC-matic"],
  sepolia: ["ETH-sepolia-sepolia"],
};
const MORE_NATIVE_ALIASES: Partial<Record<NetworkId, string[]>> = { matic: ["MATIC-matic-matic"] };

function contractToken([network, symbol, address, decimals, catalogueIds = []]: Row): ContractToken {
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
    approveNeedsReset: NEEDS_APPROVE_RESET.has(id),
    catalogueIds,
    aliases: [...catalogueIds, `${id}-${network}`],
  };
}

function nativeCoin(network: NetworkId): NativeToken {
  const { symbol, name, decimals } = NETWORKS[network].native;
  const id = `${symbol}-${network}`;
  const catalogueIds = NATIVE_CATALOGUE_IDS[network] ?? [];
  const aliases = new Set([...catalogueIds, ...(MORE_NATIVE_ALIASES[network] ?? []), `${id}-${network}`]);
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

const CONTRACT_TOKENS: readonly ContractToken[] = ROWS.map(contractToken);
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
