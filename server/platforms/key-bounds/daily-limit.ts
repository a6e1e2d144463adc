import type { DailyLimitBody } from "@/server/platforms/key-bounds/schema";

/** Millionths of a USD, in which sums of keys are counted. */
export const MICRO_USD_DECIMALS = 6;

/** What the rows of both kinds of keys store of a limit. */
export interface StoredLimit {
  dailyPayments: number | null;
  dailyMicroUsd: bigint | null;
}

/** A limit as it is stored; none where none is given. */
export function storedLimit(limit: DailyLimitBody | null | undefined): StoredLimit {
  return {
    dailyPayments: limit?.payments ?? null,
    dailyMicroUsd: limit?.usd === undefined ? null : microUsdOf(limit.usd),
  };
}

/** A limit as its owner reads it; null for a key without one. */
export function describeLimit({ dailyPayments, dailyMicroUsd }: StoredLimit) {
  if (dailyPayments === null && dailyMicroUsd === null) return null;
  return { payments: dailyPayments, usd: dailyMicroUsd === null ? null : usdText(dailyMicroUsd) };
}

/** Decimal text in USD, with cents where there are any. */
export function usdText(microUsd: bigint): string {
  const digits = microUsd.toString().padStart(MICRO_USD_DECIMALS + 1, "0");
  const whole = digits.slice(0, -MICRO_USD_DECIMALS);
  const fraction = digits.slice(-MICRO_USD_DECIMALS).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** An amount in USD in millionths. The schema has made sure of the form: digits, and at most two decimals. */
export function microUsdOf(text: string): bigint {
  const [whole = "0", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(MICRO_USD_DECIMALS, "0"));
}
