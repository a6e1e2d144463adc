import { z } from "zod";
import { toDecimal } from "@/server/lib/ratio";
import type { Rate } from "@/server/prices/price-book";

/** Decimals of a price in USD as it is told; feeds have 8. */
const USD_DECIMALS = 18;

/** What one source said when a rate was fixed, as stored and on the wire. */
export const RateSource = z
  .object({
    /** `chainlink:base`, `coinbase`. */
    name: z.string(),
    /** Symbol of the currency that it gives the price of. */
    currency: z.string(),
    /** USD for one unit of it. */
    usd: z.string().describe("US dollars for one unit of the currency."),
    /** Round of a feed on chain. */
    round: z.string().optional().describe("Round of a price feed on chain."),
    /** When the source last formed its opinion. */
    time: z.iso.datetime().describe("When the source last formed its opinion."),
  })
  .meta({ id: "RateSource" });
export type RateSource = z.infer<typeof RateSource>;

/** The sources of a rate: for each currency the one whose price it is, then those that agree with it. */
export function sourcesOf({ invoice, payment }: Pick<Rate, "invoice" | "payment">): RateSource[] {
  return [invoice, payment].flatMap((price) =>
    (price?.sources ?? []).map(({ source, usd, round, at }) => ({
      name: source,
      currency: price?.symbol ?? "",
      usd: toDecimal(usd, USD_DECIMALS),
      ...(round === null ? {} : { round }),
      time: at.toISOString(),
    })),
  );
}
