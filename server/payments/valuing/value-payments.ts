import { and, gte, inArray, lte } from "drizzle-orm";
import { quotes } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Ctx, Reads } from "@/server/context";
import { payerKey } from "@/server/payer-access/approved-payers";
import { type Conversion, UNVALUED, type Value, valued } from "@/server/payments/value";
import { BlockPrices } from "@/server/payments/valuing/block-prices";
import { inChainOrder, paidBeforeOf } from "@/server/payments/valuing/paid-before";
import { creditFor, type PromisedRate, QUOTE_REACH_MS } from "@/server/quotes/credit";
import { inBaseUnits, rateText, ratioInBaseUnits } from "@/server/quotes/rate";
import { RateSource, sourcesOf } from "@/server/quotes/source";

/** A payment that is to be valued. */
export interface Unpriced {
  requestId: string;
  conversion: Conversion;
  /** 20 bytes as hex; null where the chain does not tell. */
  payer: string | null;
  /** Base units of the token that arrived. */
  amount: bigint;
  txHash: string;
  position: number;
  blockNumber: bigint;
  blockTime: Date;
  logIndex: number;
  /** When the payer deposited what a relayer brought; null for others, and while that is not known. */
  depositedAt: Date | null;
  /** What is known already: it counts for those after it. */
  value: Value | null;
  /** The price of its block, where it was asked for before; it never changes. */
  priced?: Pick<Value, "rate" | "rateSources"> | null;
}

/** When a payer acted, which is what a promised rate is about. */
export function actedAt({ depositedAt, blockTime }: Pick<Unpriced, "depositedAt" | "blockTime">): Date {
  return depositedAt ?? blockTime;
}

/**
 * Says what these payments of one network are worth, in their order. Looks at quotes first and asks for a price only
 * where none decides; where no price can be had a payment is held, so that nothing blocks the network.
 */
export async function valuePayments(
  ctx: Pick<Ctx, "db" | "prices" | "log">,
  network: NetworkId,
  payments: readonly Unpriced[],
): Promise<Value[]> {
  const open = payments.filter(({ value }) => value === null);
  if (open.length === 0) return payments.flatMap(({ value }) => value ?? []);
  const rows = await quotesFor(ctx, open);
  const promised = new Map(rows.map((row) => [row.id, row]));
  const paidBefore = await paidBeforeOf(ctx, payments);
  const prices = new BlockPrices(ctx);
  const values = new Map<Unpriced, Value>();
  for (const payment of payments.toSorted(inChainOrder)) {
    const value = payment.value ?? (await find(payment));
    values.set(payment, value);
    if (value.quoteId !== null && value.credited !== null) {
      paidBefore.add(payment, value.quoteId, value.credited);
    }
  }
  return payments.map((payment) => values.get(payment) ?? UNVALUED);

  async function find(payment: Unpriced): Promise<Value> {
    const { requestId, conversion, amount } = payment;
    const { token } = conversion;
    const own = rows
      .filter((row) => row.requestId === requestId && row.paymentCurrency === token.id)
      .map((row) => promisedRate(row, conversion));
    const paid = { payer: payerKey(network, payment.payer), amount, at: actedAt(payment) };
    const before = (ids: readonly string[]) => paidBefore.of(payment, ids);
    const byQuote = creditFor(paid, own, { priceAtBlock: null, paidBefore: before });
    if (byQuote !== "price_needed") return valued({ ...byQuote, ...rateOf(byQuote.quoteId) });
    const price = await priceOf(payment);
    if (!price) return UNVALUED;
    const { priceAtBlock, ...block } = price;
    const credit = creditFor(paid, own, { priceAtBlock, paidBefore: before });
    if (credit === "price_needed") return UNVALUED;
    return valued({ ...credit, ...(credit.quoteId === null ? block : rateOf(credit.quoteId)) });
  }

  async function priceOf({ conversion, priced, blockNumber, blockTime }: Unpriced) {
    const scales = scalesOf(conversion);
    if (priced?.rate) return { ...priced, priceAtBlock: inBaseUnits(priced.rate, scales) };
    const { invoice, token } = conversion;
    const moment = { network, block: blockNumber, time: blockTime };
    const price = await prices.rateAt(invoice.symbol, token.symbol, moment);
    if (!price) return null;
    const priceAtBlock = ratioInBaseUnits(price.ratio, scales);
    return { rate: rateText(price.ratio), rateSources: sourcesOf(price), priceAtBlock };
  }

  function rateOf(quoteId: string | null): Pick<Value, "rate" | "rateSources"> {
    const quote = quoteId === null ? undefined : promised.get(quoteId);
    if (!quote) throw new Error(`quote ${quoteId} is gone`);
    return { rate: quote.rate, rateSources: RateSource.array().parse(quote.sources) };
  }
}

export function scalesOf({ invoice, token }: Conversion) {
  return { invoiceDecimals: invoice.decimals, paymentDecimals: token.decimals };
}

/** A stored quote as far as valuing goes. */
export function promisedRate(row: typeof quotes.$inferSelect, conversion: Conversion): PromisedRate {
  return { ...row, rate: inBaseUnits(row.rate, scalesOf(conversion)) };
}

/** The quotes that may decide about these payments, oldest first. */
async function quotesFor(
  ctx: Pick<Reads, "db">,
  payments: readonly Unpriced[],
): Promise<(typeof quotes.$inferSelect)[]> {
  const times = payments.map((payment) => actedAt(payment).getTime());
  return ctx.db
    .select()
    .from(quotes)
    .where(
      and(
        inArray(quotes.requestId, [...new Set(payments.map(({ requestId }) => requestId))]),
        lte(quotes.createdAt, new Date(Math.max(...times) + QUOTE_REACH_MS)),
        gte(quotes.expiresAt, new Date(Math.min(...times) - QUOTE_REACH_MS)),
      ),
    )
    .orderBy(quotes.createdAt, quotes.id);
}
