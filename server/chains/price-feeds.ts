import { keccak_256 } from "@noble/hashes/sha3.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Hex } from "@/server/chains/contract-addresses";
import type { EvmNetworkId } from "@/server/chains/networks";
import { SERVER_FACTS } from "@/server/chains/server-facts";

/** A Chainlink proxy that says what one unit of a currency is worth in USD, with 8 decimals. */
export interface PriceFeed {
  address: Hex;
  /** Most seconds between two rounds while the market is open; 86,400 where the publisher names none. */
  heartbeatSeconds: number;
}

const DAY = 86_400;

/**
 * Where local chains have a feed that nobody published: tests and demos can price every currency on every network.
 * Nothing is at these addresses on real ones.
 */
export function localFeed(symbol: string): PriceFeed {
  const hash = bytesToHex(keccak_256(utf8ToBytes(`${symbol}/USD feed`)));
  return { address: `0x${hash.slice(-40)}`, heartbeatSeconds: DAY };
}

/** The published feed of a currency on a network; null where there is none. */
export function priceFeed(network: EvmNetworkId, symbol: string): PriceFeed | null {
  const row = Object.entries(SERVER_FACTS[network].priceFeeds).find(([name]) => name === symbol)?.[1];
  return row ? { address: row[0], heartbeatSeconds: row[1] ?? DAY } : null;
}

/** The feed that says since when an L2's sequencer has been up; null on networks without one. */
export function sequencerFeed(network: EvmNetworkId): Hex | null {
  return SERVER_FACTS[network].sequencerFeed ?? null;
}
