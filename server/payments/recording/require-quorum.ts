import type { ChainAdapter } from "@/server/chains/adapter";
import type { NetworkId } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { invoiceCurrencyOf } from "@/server/currencies/invoice-currency";
import { parseAmount } from "@/server/lib/amount";
import { multiply, timesUp } from "@/server/lib/ratio";
import type { SeenTransfer } from "@/server/payments/recording/transfer-row";
import { PriceUnavailable } from "@/server/prices/price-book";

const USD_DECIMALS = 18;
const MORE_THAN_ANY = 2n ** 256n;

/**
 * Adds to payments how many providers of nodes have to show them before they count. Where that holds above a sum only, the
 * sum is what the request asks for: a payment in many small parts must not pass below it. Without a price it holds.
 */
export async function requireQuorum(
  ctx: Pick<Ctx, "prices" | "log">,
  { network, quorum }: Pick<ChainAdapter, "network" | "quorum">,
  seen: readonly SeenTransfer[],
): Promise<SeenTransfer[]> {
  if (!quorum) return [...seen];
  const limit = quorum.aboveUsd === null ? 0n : parseAmount(quorum.aboveUsd, USD_DECIMALS);
  return Promise.all(
    seen.map(async (transfer) => {
      const isFree = limit > 0n && (await worthOf(ctx, network.id, transfer)) <= limit;
      return isFree ? transfer : { ...transfer, quorum: quorum.needed };
    }),
  );
}

/** What its request asks for, USD with 18 decimals; more than any limit where nobody can tell. */
async function worthOf(
  { prices, log }: Pick<Ctx, "prices" | "log">,
  network: NetworkId,
  { request }: SeenTransfer,
): Promise<bigint> {
  const { symbol, decimals } = invoiceCurrencyOf(request);
  try {
    const { ratio } = await prices.rate(symbol, "USD", network);
    const perUnit = { n: 10n ** BigInt(USD_DECIMALS), d: 10n ** BigInt(decimals) };
    return timesUp(request.amount, multiply(perUnit, ratio));
  } catch (error) {
    if (!(error instanceof PriceUnavailable)) throw error;
    log.warn({ network, symbol, reason: error.message }, "without a price several providers have to agree");
    return MORE_THAN_ANY;
  }
}
