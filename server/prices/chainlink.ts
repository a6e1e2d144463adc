import { decodeFunctionResult, encodeFunctionData } from "viem";
import { aggregatorAbi } from "@/contracts/abis";
import type { ChainAdapter } from "@/server/chains/adapter";
import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { EVM_NETWORKS, type EvmNetworkId } from "@/server/chains/networks";
import { type PriceFeed, priceFeed, sequencerFeed } from "@/server/chains/price-feeds";
import { type Moment, NoPrice, type Observation, type PriceSource } from "@/server/prices/price";

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
/** So many rounds are gone back: a day of feeds that are written every quarter of an hour. */
const MAX_ROUNDS_BACK = 96;
const ROUNDS_AT_ONCE = 16;

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
    onlyFor: EVM_NETWORKS[network].isTestnet && options.isClockChecked ? network : null,
    offers: (symbol) => feedOf(symbol) !== null,
    observe: (symbol) => read(symbol, () => atHead(source, chain, options)),
    observeAt: (symbol, moment) =>
      read(symbol, () => {
        // The time of one local chain says nothing about that of another.
        const isComparable = moment.network === network || options.isClockChecked;
        return isComparable ? asOf(source, chain, network, moment) : atHead(source, chain, options);
      }),
  };

  async function read(symbol: string, look: () => View | Promise<View>): Promise<Observation> {
    const feed = feedOf(symbol);
    if (!feed) throw new NoPrice(source, "not_offered", `no feed of ${symbol}`);
    try {
      return await observe(source, symbol, feed, network, chain, look());
    } catch (error) {
      if (error instanceof ChainError) throw new NoPrice(source, "unavailable", error.message);
      throw error;
    }
  }
}

/** Feeds as they are or were at some time. */
interface View {
  /** Unix seconds. */
  time: bigint;
  roundOf(feed: Hex): Promise<Round>;
}

/** As they are now, on a node whose newest block is of now. */
async function atHead(
  source: string,
  chain: Reading,
  { now, isClockChecked }: ChainlinkOptions,
): Promise<View> {
  const { latest } = await chain.head();
  if (isClockChecked && Math.abs(now().getTime() - latest.time.getTime()) > MAX_CLOCK_MS) {
    throw new NoPrice(source, "clock", `its newest block is of ${latest.time.toISOString()}`);
  }
  return { time: secondsOf(latest.time), roundOf: (feed) => latestRound(chain, feed) };
}

/**
 * As they were at a moment: on its own network in the state after its block, where the node still has that; elsewhere
 * the last round that was written before it.
 */
function asOf(source: string, chain: Reading, network: EvmNetworkId, moment: Moment): View {
  const time = secondsOf(moment.time);
  const roundOf = async (feed: Hex) => {
    const inBlock =
      moment.network === network
        ? await roundAt(chain, feed, "latestRoundData", moment.block).catch(nullIfChainError)
        : null;
    return inBlock ?? roundBefore(source, chain, feed, time);
  };
  return { time, roundOf };
}

function nullIfChainError(error: unknown): null {
  if (error instanceof ChainError) return null;
  throw error;
}

async function roundBefore(source: string, chain: Reading, feed: Hex, time: bigint): Promise<Round> {
  const latest = await latestRound(chain, feed);
  if (latest[3] <= time) return latest;
  for (let back = 1; back <= MAX_ROUNDS_BACK; back += ROUNDS_AT_ONCE) {
    const ids = Array.from({ length: ROUNDS_AT_ONCE }, (_, i) => latest[0] - BigInt(back + i));
    const rounds = await Promise.all(ids.map((id) => (isRound(id) ? roundAt(chain, feed, id) : null)));
    const found = rounds.find((round) => round !== null && round[3] > 0n && round[3] <= time);
    if (found) return found;
  }
  throw new NoPrice(source, "unavailable", "its rounds do not go back that far");
}

/** The lower half of a round's number counts within one aggregator, from 1; the upper half counts aggregators. */
function isRound(id: bigint): boolean {
  return id > 0n && BigInt.asUintN(64, id) > 0n;
}

async function observe(
  source: string,
  symbol: string,
  feed: PriceFeed,
  network: EvmNetworkId,
  chain: Reading,
  look: View | Promise<View>,
): Promise<Observation> {
  const sequencer = sequencerFeed(network);
  const view = Promise.resolve(look);
  const roundOf = async (address: Hex) => (await view).roundOf(address);
  const [{ time }, round, decimals, bounds, uptime] = await Promise.all([
    view,
    roundOf(feed.address),
    decimalsOf(chain, feed.address),
    boundsOf(chain, feed.address),
    sequencer ? roundOf(sequencer) : null,
  ]);
  const [roundId, answer, , updatedAt] = round;
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

function secondsOf(moment: Date): bigint {
  return BigInt(Math.floor(moment.getTime() / 1_000));
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
  const round = await roundAt(chain, feed, "latestRoundData");
  if (!round) throw new ChainError(`${feed} is not a price feed`);
  return round;
}

/** A round by its number or the latest one, as of the end of a block where one is named; null where there is none. */
async function roundAt(
  chain: Reading,
  feed: Hex,
  which: bigint | "latestRoundData",
  block?: bigint,
): Promise<Round | null> {
  if (which === "latestRoundData") {
    const data = await ask(
      chain,
      feed,
      encodeFunctionData({ abi: aggregatorAbi, functionName: which }),
      block,
    );
    return decoded(() => data && decodeFunctionResult({ abi: aggregatorAbi, functionName: which, data }));
  }
  const functionName = "getRoundData";
  const data = await ask(
    chain,
    feed,
    encodeFunctionData({ abi: aggregatorAbi, functionName, args: [which] }),
  );
  return decoded(() => data && decodeFunctionResult({ abi: aggregatorAbi, functionName, data }));
}

async function decimalsOf(chain: Reading, feed: Hex): Promise<number | null> {
  const functionName = "decimals";
  const data = await ask(chain, feed, encodeFunctionData({ abi: aggregatorAbi, functionName }));
  return decoded(() => data && decodeFunctionResult({ abi: aggregatorAbi, functionName, data }));
}

/** The lowest and highest answer that the feed can give; null where it does not say, as newer ones. */
async function boundsOf(chain: Reading, proxy: Hex): Promise<{ min: bigint; max: bigint } | null> {
  const data = await ask(
    chain,
    proxy,
    encodeFunctionData({ abi: aggregatorAbi, functionName: "aggregator" }),
  );
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
  const data = await ask(chain, aggregator, encodeFunctionData({ abi: aggregatorAbi, functionName }));
  return decoded(() => data && decodeFunctionResult({ abi: aggregatorAbi, functionName, data }));
}

/** Null when the contract refuses the call. Throws `ChainError`. */
async function ask(chain: Reading, to: Hex, data: Hex, at?: bigint): Promise<Hex | null> {
  if (!chain.readContract) throw new ChainError("this chain has no price feeds");
  return chain.readContract({ to, data, ...(at === undefined ? {} : { at }) });
}

/** Null for bytes that are no answer of such a function, as of an address without code. */
function decoded<T>(decode: () => T | null): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}
