import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import { quotes, requests, transfers } from "@/db/schema";
import type { Reads } from "@/server/context";
import { payerKey } from "@/server/payer-access/approved-payers";
import { COUNTED_STATES } from "@/server/payments/state";
import { type Conversion, conversionOf } from "@/server/payments/value";
import { actedAt, promisedRate, scalesOf } from "@/server/payments/valuing/value-payments";
import { type Credit, creditFor } from "@/server/quotes/credit";
import { inBaseUnits, paymentFor } from "@/server/quotes/rate";

type TransferRow = typeof transfers.$inferSelect;
type QuoteRow = typeof quotes.$inferSelect;

/** Requests of one look. */
const AT_ONCE = 1_000;

/** A payment that is recorded with another worth than its quote or its rate gives it. Base units. */
export interface ValueDifference {
  requestId: string;
  txHash: string;
  position: number;
  /** What is recorded, and what it is worth by the stored quote or rate; null where that gives none. */
  credited: bigint;
  expected: bigint | null;
  problem: "credited" | "quote" | "valuation";
}

/** What the audit of values looked at, and what it found: the expected list is empty. */
export interface ValueReport {
  payments: number;
  differences: ValueDifference[];
}

/**
 * Values every converted payment anew from the quote or the rate that is stored with it, by the same function that
 * valued it. What a conversion event said is compared with the chain, by the audit of that chain; what an operator
 * decided has to have a reason.
 */
export async function auditValues(
  ctx: Pick<Reads, "db">,
  { network }: { network?: string | undefined } = {},
): Promise<ValueReport> {
  const report: ValueReport = { payments: 0, differences: [] };
  for (let after = ""; ; ) {
    const page = await ctx.db
      .select()
      .from(requests)
      .where(
        and(
          gt(requests.id, after),
          sql`${requests.invoiceCurrency} <> ${requests.paymentCurrency}`,
          network === undefined ? undefined : eq(requests.network, network),
        ),
      )
      .orderBy(asc(requests.id))
      .limit(AT_ONCE);
    const last = page.at(-1)?.id;
    if (last === undefined) return report;
    const ids = page.map(({ id }) => id);
    const [paid, promised] = await Promise.all([valuedOf(ctx, ids), quotesOf(ctx, ids)]);
    for (const request of page) {
      const conversion = conversionOf(request);
      const rows = paid.filter(({ requestId }) => requestId === request.id);
      if (!conversion) continue;
      const own = promised.filter(({ requestId }) => requestId === request.id);
      report.payments += rows.length;
      report.differences.push(
        ...differencesOf(rows, own, conversion).map((one) => ({
          ...one,
          requestId: request.requestId.slice(2),
        })),
      );
    }
    after = last;
  }
}

function valuedOf(ctx: Pick<Reads, "db">, ids: string[]): Promise<TransferRow[]> {
  return ctx.db
    .select()
    .from(transfers)
    .where(
      and(
        inArray(transfers.requestId, ids),
        inArray(transfers.state, [...COUNTED_STATES]),
        sql`${transfers.credited} is not null`,
      ),
    )
    .orderBy(asc(transfers.blockNumber), asc(transfers.logIndex));
}

function quotesOf(ctx: Pick<Reads, "db">, ids: string[]): Promise<QuoteRow[]> {
  return ctx.db
    .select()
    .from(quotes)
    .where(inArray(quotes.requestId, ids))
    .orderBy(quotes.createdAt, quotes.id);
}

/** Of the payments of one request, in the order of the chain. */
function differencesOf(
  rows: readonly TransferRow[],
  promised: readonly QuoteRow[],
  conversion: Conversion,
): Omit<ValueDifference, "requestId">[] {
  const before: { quoteId: string; amount: bigint; credited: bigint }[] = [];
  const own = promised.filter(({ paymentCurrency }) => paymentCurrency === conversion.token.id);
  return rows.flatMap((row): Omit<ValueDifference, "requestId">[] => {
    const { txHash, position } = row;
    const credited = row.credited ?? 0n;
    const at = { txHash, position, credited };
    if (row.valuation === "conversion_event") return [];
    if (row.valuation === "operator") {
      return row.operatorReason === null ? [{ ...at, expected: null, problem: "valuation" }] : [];
    }
    const quote = own.find(({ id }) => id === row.quoteId);
    if (row.valuation === "quote" && (!quote || !isCalculated(quote, conversion))) {
      return [{ ...at, expected: null, problem: "quote" }];
    }
    const credit = revalued(row, own, conversion, before);
    if (credit?.quoteId) before.push({ ...credit, quoteId: credit.quoteId, amount: row.amount });
    if (credit?.valuation !== row.valuation || credit?.quoteId !== row.quoteId) {
      return [{ ...at, expected: credit?.credited ?? null, problem: "valuation" }];
    }
    // The rate of a block is stored rounded up, so that it says up to one base unit less.
    const most = credit.credited + (row.valuation === "block_price" ? 1n : 0n);
    if (credited >= credit.credited && credited <= most) return [];
    return [{ ...at, expected: credit.credited, problem: "credited" }];
  });
}

/** With the rate that is stored in place of the price at the block: a late payment counts at a quote near that price. */
function revalued(
  row: TransferRow,
  promised: readonly QuoteRow[],
  conversion: Conversion,
  before: readonly { quoteId: string; amount: bigint; credited: bigint }[],
): Credit | null {
  const credit = creditFor(
    { payer: payerKey(row.network, row.payer), amount: row.amount, at: actedAt(row) },
    promised.map((quote) => promisedRate(quote, conversion)),
    {
      priceAtBlock: row.rate === null ? null : inBaseUnits(row.rate, scalesOf(conversion)),
      paidBefore: (ids) => {
        const own = before.filter(({ quoteId }) => ids.includes(quoteId));
        return {
          amount: own.reduce((sum, { amount }) => sum + amount, 0n),
          credited: own.reduce((sum, { credited }) => sum + credited, 0n),
        };
      },
    },
  );
  return credit === "price_needed" ? null : credit;
}

/** Whether the amounts of a quote follow from its rate. */
function isCalculated(quote: QuoteRow, conversion: Conversion): boolean {
  return quote.paymentAmount === paymentFor(quote.invoiceAmount, quote.rate, scalesOf(conversion));
}
