import type { NetworkId } from "@/server/chains/networks";
import type { Ratio } from "@/server/lib/ratio";

/** Who stands behind a price. Two feeds of one provider are one opinion, not two. */
export const PRICE_PROVIDERS = ["chainlink", "coinbase", "kraken", "ecb"] as const;
export type PriceProvider = (typeof PRICE_PROVIDERS)[number];

/** What one source says one unit of a currency is worth in USD. */
export interface Observation {
  provider: PriceProvider;
  /** Which of the provider's sources, for people: `chainlink:arbitrum-one`, `coinbase`. */
  source: string;
  usd: Ratio;
  /** When the source last formed its opinion. */
  at: Date;
  /** Round of a feed on chain; null elsewhere. */
  round: string | null;
}

/** Why a source gave no usable price. Its message names no URL and no key. */
export class NoPrice extends Error {
  override readonly name = "NoPrice";

  constructor(
    readonly source: string,
    readonly reason: NoPriceReason,
    detail: string,
  ) {
    super(`${source}: ${detail}`);
  }
}

export type NoPriceReason =
  | "not_offered"
  | "unavailable"
  | "invalid"
  | "stale"
  | "out_of_bounds"
  | "sequencer_down"
  | "clock";

/** A moment that has passed: the time of a block and, on its own network, its number. */
export interface Moment {
  network: NetworkId;
  block: bigint;
  time: Date;
}

/** A source of prices. */
export interface PriceSource {
  readonly provider: PriceProvider;
  /** For people and settings. */
  readonly name: string;
  /** False where it is no use to ask. */
  offers(symbol: string): boolean;
  /** The network whose payments it may price; null for all. */
  readonly onlyFor: NetworkId | null;
  /** Throws `NoPrice`. */
  observe(symbol: string): Promise<Observation>;
  /** What it said at a moment that has passed; absent of sources that keep no history. Throws `NoPrice`. */
  observeAt?(symbol: string, moment: Moment): Promise<Observation>;
}

/** A price that enough independent sources agree on. */
export interface AgreedPrice {
  symbol: string;
  usd: Ratio;
  /** The source whose value it is first, then those that agree with it. */
  sources: Observation[];
  /** Sources that were left aside because they disagree. */
  disagreeing: Observation[];
}
