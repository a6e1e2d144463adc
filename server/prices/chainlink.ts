import { decodeFunctionResult, encodeFunctionData } from "viem";
import { aggregatorAbi } from "@/contracts/abis";
import type { ChainAdapter } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/adapter";
import type { Hex } from "@/server/chains/contract-addresses";
import type { EvmNetworkId } from "@/server/chains/networks";
import { type PriceFeed, priceFeed, SEQUENCER_FEEDS } from "@/server/chains/price-feeds";
import { NoPrice, type Observation, type PriceSource } from "@/server/prices/price";

const DECIMALS = 8;
/** An L2 that comes back after a stop has old prices for a while (providers.md §6.1). */
const SEQUENCER_GRACE_SECONDS = 3_600n;
/** Beyond the heartbeat; a round needs time to be written. */
const LATE_PERCENT = 10n;
/** Forex is closed from Friday 17:00 to Sunday 18:00 in New York. */
const WEEKEND_SECONDS = 49n * 3_600n;
const FOREX = new Set(["EUR", "GBP", "JPY", "CNY"]);
/** A node this far behind, or a clock this wrong, cannot say how old a price is. */
const MAX_CLOCK_MS = 15 * 60_000;

type Reading = Pick<ChainAdapter, "readContract" | "head">;

export interface ChainlinkOptions {
  now: () => Date;
  /** Local chains stand still while nobody uses them, and may be of any time. */
  isClockChecked: boolean;
  /** Feeds of local chains for tokens that have no published one. */
  extraFeed?: (symbol: string) => PriceFeed | null;
}

/** Published Chainlink feeds of one network, read through the node that is configured anyway. */
export function chainlinkSource(
  network: EvmNetworkId,
  chain: Reading,
  options: ChainlinkOptions,
): PriceSource {
  const source = `chainlink:${network}`;
  const feedOf = (symbol: string) => priceFeed(network, symbol) ?? options.extraFeed?.(symbol) ?? null;
  return {
    provider: "chainlink",
    name: source,
    // Test networks have feeds of their own, which say nothing about money.
    onlyFor: network === "sepolia" && options.isClockChecked ? network : null,
    offers: (symbol) => feedOf(symbol) !== null,
    async observe(symbol) {
      const feed = feedOf(symbol);
      if (!feed) throw new NoPrice(source, "not_offered", `no feed of ${symbol}`);
      try {
        return await observe(source, symbol, feed, network, chain, options);
      } catch (error) {
        if (error instanceof ChainError) throw new NoPrice(source, "unavailable", error.message);
        throw error;
      }
    },
  };
}

async function observe(
  source: string,
  symbol: string,
  feed: PriceFeed,
  network: EvmNetworkId,
  chain: Reading,
  { now, isClockChecked }: ChainlinkOptions,
): Promise<Observation> {
  const sequencer = SEQUENCER_FEEDS[network];
  const [{ latest }, round, decimals, bounds, uptime] = await Promise.all([
    chain.head(),
    latestRound(chain, feed.address),
    decimalsOf(chain, feed.address),
    boundsOf(chain, feed.address),
    sequencer ? latestRound(chain, sequencer) : null,
  ]);
  const [roundId, answer, , updatedAt] = round;
  if (isClockChecked && Math.abs(now().getTime() - latest.time.getTime()) > MAX_CLOCK_MS) {
    throw new NoPrice(source, "clock", `its newest block is of ${latest.time.toISOString()}`);
  }
  const time = BigInt(Math.floor(latest.time.getTime() / 1_000));
  if (uptime) requireSequencer(source, uptime, time);
  if (decimals !== DECIMALS) throw new NoPrice(source, "invalid", `the feed has ${decimals} decimals`);
  if (answer <= 0n || updatedAt === 0n) throw new NoPrice(source, "invalid", `the feed answers ${answer}`);
  if (bounds && (answer <= bounds.min || answer >= bounds.max)) {
    throw new NoPrice(source, "out_of_bounds", "the answer is at the bound of the feed");
  }
  const allowed = (BigInt(feed.heartbeatSeconds) * (100n + LATE_PERCENT)) / 100n;
  const age = time - updatedAt;
  if (age > allowed + (FOREX.has(symbol) ? closedSeconds(updatedAt, time) : 0n)) {
    throw new NoPrice(source, "stale", `the price of ${symbol} is ${age} seconds old`);
  }
  return {
    provider: "chainlink",
    source,
    usd: { n: answer, d: 10n ** BigInt(DECIMALS) },
    at: new Date(Number(updatedAt) * 1_000),
    round: roundId.toString(),
  };
}

type Round = readonly [
  roundId: bigint,
  answer: bigint,
  startedAt: bigint,
  updatedAt: bigint,
  answeredIn: bigint,
];

/** 0 is up; a start of 0 is a feed that was never written. */
function requireSequencer(source: string, [, answer, startedAt]: Round, time: bigint): void {
  if (answer !== 0n) throw new NoPrice(source, "sequencer_down", "the sequencer is down");
  if (startedAt === 0n || time - startedAt < SEQUENCER_GRACE_SECONDS) {
    throw new NoPrice(source, "sequencer_down", "the sequencer came back less than an hour ago");
  }
}

/** A weekend's worth of seconds when one lies between two moments; both in Unix seconds. */
function closedSeconds(from: bigint, to: bigint): bigint {
  for (let at = from; at <= to; at += 21_600n) {
    const day = new Date(Number(at) * 1_000).getUTCDay();
    if (day === 6 || day === 0) return WEEKEND_SECONDS;
  }
  return 0n;
}

async function latestRound(chain: Reading, feed: Hex): Promise<Round> {
  const functionName = "latestRoundData";
  const data = await ask(chain, feed, functionName);
  const round = decoded(() => data && decodeFunctionResult({ abi: aggregatorAbi, functionName, data }));
  if (!round) throw new ChainError(`${feed} is not a price feed`);
  return round;
}

async function decimalsOf(chain: Reading, feed: Hex): Promise<number | null> {
  const functionName = "decimals";
  const data = await ask(chain, feed, functionName);
  return decoded(() => data && decodeFunctionResult({ abi: aggregatorAbi, functionName, data }));
}

/** The lowest and highest answer that the feed can give; null where it does not say, as newer ones. */
async function boundsOf(chain: Reading, proxy: Hex): Promise<{ min: bigint; max: bigint } | null> {
  const data = await ask(chain, proxy, "aggregator");
  const aggregator = decoded(
    () => data && decodeFunctionResult({ abi: aggregatorAbi, functionName: "aggregator", data }),
  );
  if (aggregator === null) return null;
  const [min, max] = await Promise.all([
    boundOf(chain, aggregator, "minAnswer"),
    boundOf(chain, aggregator, "maxAnswer"),
  ]);
  return min === null || max === null ? null : { min, max };
}

async function boundOf(
  chain: Reading,
  aggregator: Hex,
  functionName: "minAnswer" | "maxAnswer",
): Promise<bigint | null> {
  const data = await ask(chain, aggregator, functionName);
  return decoded(() => data && decodeFunctionResult({ abi: aggregatorAbi, functionName, data }));
}

/** Null when the contract refuses the call. Throws `ChainError`. */
async function ask(
  chain: Reading,
  to: Hex,
  functionName: "decimals" | "latestRoundData" | "aggregator" | "minAnswer" | "maxAnswer",
): Promise<Hex | null> {
  if (!chain.readContract) throw new ChainError("this chain has no price feeds");
  return chain.readContract({ to, data: encodeFunctionData({ abi: aggregatorAbi, functionName }) });
}

/** Null for bytes that are no answer of such a function, as of an address without code. */
function decoded<T>(decode: () => T | null): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
