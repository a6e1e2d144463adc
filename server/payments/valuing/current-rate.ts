import type { Ctx } from "@/server/context";
import { clock } from "@/server/lib/clock";
import type { Conversion } from "@/server/payments/value";
import { PriceUnavailable, type Rate } from "@/server/prices/price-book";

/** A read waits so long for a price that is not warm: it has more to say than that. */
const PATIENCE_MS = 1_000;

/** What the two currencies are worth now; null where that cannot be had at once. */
export async function currentRate(
  { prices }: Pick<Ctx, "prices">,
  { invoice, token }: Conversion,
): Promise<Rate | null> {
  const over = clock.deadline(PATIENCE_MS);
  const end = new Promise<null>((resolve) => {
    over.addEventListener("abort", () => resolve(null), { once: true });
  });
  const rate = prices.rate(invoice.symbol, token.symbol, token.network).catch((error: unknown) => {
    if (error instanceof PriceUnavailable) return null;
    throw error;
  });
  return Promise.race([rate, end]);
}
