import { lt } from "drizzle-orm";
import type { Sql } from "postgres";
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from "rate-limiter-flexible";
import { rateLimits } from "@/db/schema";
import type { RateTier } from "@/server/auth/credential";
import type { Config } from "@/server/config";
import type { Tx } from "@/server/context";
import { ApiError } from "@/server/errors";
import { removeSome } from "@/server/lib/database/prune";

/** Calls per second and per minute (behaviour.md RL-01). */
const TIERS: Record<RateTier, { perSecond: number; perMinute: number }> = {
  basic: { perSecond: 2, perMinute: 120 },
  default: { perSecond: 5, perMinute: 300 },
  premium: { perSecond: 10, perMinute: 600 },
  high_volume: { perSecond: 20, perMinute: 1_200 },
};

/** How much more some endpoints allow, client ID management among them (RL-05). */
const RELAXED_FACTOR = 4;

/** On a local profile: 500 a second on average, so that bursts of scripts and pages pass (RL-06). */
const DEVELOPMENT_PER_MINUTE = 30_000;

/** This many windows over the limit within a minute are a sustained breach (D-26) and cost five minutes (RL-04). */
const BREACHES = 3;
const BREACH_WINDOW_SECONDS = 60;
const BLOCK_SECONDS = 300;

/** Counts one call of `key` against its tier. Throws 429 with `Retry-After` when it is one too many. */
export type RateLimit = (tier: RateTier, key: string, isRelaxed?: boolean) => void | Promise<void>;

/** The limits of one process, or of all processes that count in the same database. */
export function createRateLimit(settings: Config["rateLimits"], sql: Sql): RateLimit {
  if (settings.profile === "off") return () => {};
  const make = settings.store === "database" ? inDatabase(sql) : inMemory;
  if (settings.profile === "relaxed") {
    const window = make({ keyPrefix: "dev", points: DEVELOPMENT_PER_MINUTE, duration: 60 });
    return async (_tier, key) => {
      const { isOver, msBeforeNext } = await spend(window, key);
      if (isOver) throw tooMany(msBeforeNext);
    };
  }
  const limits = new Map<string, RateLimit>();
  return (tier, key, isRelaxed = false) => {
    const name = isRelaxed ? `${tier}-relaxed` : tier;
    let limit = limits.get(name);
    if (!limit) {
      limit = tierLimit(make, name, TIERS[tier], isRelaxed ? RELAXED_FACTOR : 1);
      limits.set(name, limit);
    }
    return limit(tier, key);
  };
}

type Window = Pick<RateLimiterAbstract, "consume" | "block" | "points">;
type MakeWindow = (options: { keyPrefix: string; points: number; duration: number }) => Window;

const inMemory: MakeWindow = (options) => new RateLimiterMemory(options);

function inDatabase(sql: Sql): MakeWindow {
  // What the library needs of a client of the other PostgreSQL driver.
  const client = {
    query: async ({ text, values }: { text: string; values: (string | number | null)[] }) => {
      const rows = await sql.unsafe(text, values, { prepare: true });
      return { rows, rowCount: rows.count };
    },
  };
  return (options) =>
    new RateLimiterPostgres({
      ...options,
      storeClient: client,
      storeType: "client",
      tableName: "rate_limits",
      tableCreated: true,
      // The library would look at the whole table for them; the worker removes them in steps.
      clearExpiredByTimeout: false,
      // Refusals of a window that is over already need not be counted.
      inMemoryBlockOnConsumed: options.points + 1,
    });
}

/** One tier: two windows, and the memory of how often they were exceeded. */
function tierLimit(
  make: MakeWindow,
  name: string,
  { perSecond, perMinute }: { perSecond: number; perMinute: number },
  factor: number,
): RateLimit {
  const second = make({ keyPrefix: `${name}:s`, points: perSecond * factor, duration: 1 });
  const minute = make({ keyPrefix: `${name}:m`, points: perMinute * factor, duration: 60 });
  const breaches = make({
    keyPrefix: `${name}:b`,
    points: BREACHES - 1,
    duration: BREACH_WINDOW_SECONDS,
  });

  return async (_tier, key) => {
    const spent = await Promise.all([spend(second, key), spend(minute, key)]);
    if (!spent.some(({ isOver }) => isOver)) return;
    for (const window of spent) {
      if (!window.isFirstOver) continue;
      const isSustained = (await spend(breaches, key)).isFirstOver;
      if (!isSustained) continue;
      await second.block(key, BLOCK_SECONDS);
      throw tooMany(BLOCK_SECONDS * 1_000);
    }
    throw tooMany(Math.max(...spent.filter(({ isOver }) => isOver).map(({ msBeforeNext }) => msBeforeNext)));
  };
}

interface Spent {
  isOver: boolean;
  /** True for the one call that took the window over its limit, in whichever process it was made. */
  isFirstOver: boolean;
  msBeforeNext: number;
}

/** The library answers "too many" by rejecting with its result, and failures by rejecting with an error. */
async function spend(window: Window, key: string): Promise<Spent> {
  try {
    const { msBeforeNext } = await window.consume(key);
    return { isOver: false, isFirstOver: false, msBeforeNext };
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const isFirstOver = refusal.consumedPoints === window.points + 1;
    return { isOver: true, isFirstOver, msBeforeNext: refusal.msBeforeNext };
  }
}

function tooMany(msBeforeNext: number): ApiError {
  const retryAfterSeconds = Math.max(1, Math.ceil(msBeforeNext / 1_000));
  return new ApiError("too_many_requests", "Too many requests", { retryAfterSeconds });
}

/** Removes counters of windows that are over, at most `limit` of them; returns how many. */
export function sweepCounters(tx: Pick<Tx, "db" | "now">, limit: number): Promise<number> {
  return removeSome(tx, rateLimits, lt(rateLimits.expire, tx.now().getTime()), limit);
}
