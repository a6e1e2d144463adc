import { marketPrices } from "@/db/schema";
import type { Tx } from "@/server/context";
import { type Ratio, toDecimal } from "@/server/lib/ratio";
import type { RateSource } from "@/server/quotes/source";

/** Decimals of a stored price, as of a rate: so many that an amount of 10^12 is right to its last base unit. */
const PRICE_DECIMALS = 36;

/** What a currency was worth in fiat at a moment. */
export interface MarketPrice {
  network: string;
  /** As the journal names it. */
  currency: string;
  fiat: string;
  at: Date;
  /** Null where the moment is not that of a block. */
  blockNumber: bigint | null;
  /** Units of the fiat currency for one unit. */
  price: Ratio;
  decimals: number;
  sources: RateSource[];
}

/** Keeps prices, so that what is calculated with them can be calculated again. One that is kept already stays. */
export async function storePrices(tx: Tx, prices: readonly MarketPrice[]): Promise<void> {
  if (prices.length === 0) return;
  const recordedAt = tx.now();
  await tx.db
    .insert(marketPrices)
    .values(
      prices.map(({ price, ...row }) => ({ ...row, price: toDecimal(price, PRICE_DECIMALS), recordedAt })),
    )
    .onConflictDoNothing();
}
