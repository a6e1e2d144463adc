import { and, eq, gte, inArray, lt, lte, sql } from "drizzle-orm";
import { isCounted, quotes, transfers } from "@/db/schema";
import type { NetworkId } from "@/server/chains/networks";
import type { Ctx, Reads } from "@/server/context";
import { payerKey } from "@/server/payer-access/approved-payers";
import { BlockPrices } from "@/server/payments/valuing/block-prices";
import { type Conversion, UNVALUED, type Value, valued } from "@/server/payments/valuing/value";
import { creditFor, type PaidBefore, type PromisedRate, QUOTE_REACH_MS } from "@/server/quotes/credit";
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
  blockNumber: bigint;
  blockTime: Date;
  logIndex: number;
  /** What is known already: it counts for those after it. */
  value: Value | null;
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
      paidBefore.add(payment.requestId, value.quoteId, { amount: payment.amount, credited: value.credited });
    }
  }
  return payments.map((payment) => values.get(payment) ?? UNVALUED);

  async function find(payment: Unpriced): Promise<Value> {
    const { requestId, conversion, amount, blockNumber, blockTime } = payment;
    const { invoice, token } = conversion;
    const own = rows
      .filter((row) => row.requestId === requestId && row.paymentCurrency === token.id)
      .map((row) => promisedRate(row, conversion));
    const paid = { payer: payerKey(network, payment.payer), amount, at: blockTime };
    const before = (ids: readonly string[]) => paidBefore.of(requestId, ids);
    const byQuote = creditFor(paid, own, { priceAtBlock: null, paidBefore: before });
    if (byQuote !== "price_needed") return valued({ ...byQuote, ...rateOf(byQuote.quoteId) });
    const moment = { network, block: blockNumber, time: blockTime };
    const price = await prices.rateAt(invoice.symbol, token.symbol, moment);
    if (!price) return UNVALUED;
    const rate = rateText(price.ratio);
    const priceAtBlock = ratioInBaseUnits(price.ratio, scalesOf(conversion));
    const credit = creditFor(paid, own, { priceAtBlock, paidBefore: before });
    if (credit === "price_needed") return UNVALUED;
    const at = credit.quoteId === null ? { rate, rateSources: sourcesOf(price) } : rateOf(credit.quoteId);
    return valued({ ...credit, ...at });
  }

  function rateOf(quoteId: string | null): Pick<Value, "rate" | "rateSources"> {
    const quote = quoteId === null ? undefined : promised.get(quoteId);
    if (!quote) throw new Error(`quote ${quoteId} is gone`);
    return { rate: quote.rate, rateSources: RateSource.array().parse(quote.sources) };
  }
}

function inChainOrder(a: Unpriced, b: Unpriced): number {
  if (a.blockNumber !== b.blockNumber) return a.blockNumber < b.blockNumber ? -1 : 1;
  return a.logIndex - b.logIndex;
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
  const times = payments.map(({ blockTime }) => blockTime.getTime());
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

/** What was paid at each quote in blocks below those of these payments, and, as it is added, in these. */
async function paidBeforeOf(ctx: Pick<Reads, "db">, payments: readonly Unpriced[]) {
  const first = payments.toSorted(inChainOrder)[0]?.blockNumber ?? 0n;
  const rows = await ctx.db
    .select({
      requestId: transfers.requestId,
      quoteId: transfers.quoteId,
      amount: sql<string>`sum(${transfers.amount})`,
      credited: sql<string>`sum(${transfers.credited})`,
    })
    .from(transfers)
    .where(
      and(
        inArray(transfers.requestId, [...new Set(payments.map(({ requestId }) => requestId))]),
        isCounted(transfers),
        eq(transfers.valuation, "quote"),
        lt(transfers.blockNumber, first),
      ),
    )
    .groupBy(transfers.requestId, transfers.quoteId);
  const sums = rows.map((row) => ({
    ...row,
    amount: BigInt(row.amount),
    credited: BigInt(row.credited),
  }));
  return {
    add(requestId: string, quoteId: string, paid: PaidBefore) {
      sums.push({ requestId, quoteId, ...paid });
    },
    of(requestId: string, quoteIds: readonly string[]): PaidBefore {
      const own = sums.filter(
        (sum) => sum.requestId === requestId && sum.quoteId !== null && quoteIds.includes(sum.quoteId),
      );
      return {
        amount: own.reduce((total, { amount }) => total + amount, 0n),
        credited: own.reduce((total, { credited }) => total + credited, 0n),
      };
    },
  };
}
