import { inArray } from "drizzle-orm";
import { quotes, type transfers } from "@/db/schema";
import type { Ctx } from "@/server/context";
import { invoiceCurrencyOf } from "@/server/currencies/invoice-currency";
import { formatAmount } from "@/server/lib/amount";
import { paymentToken } from "@/server/payments/searching/describe";
import type { ConvertedMessage, QuittanceMessage } from "@/server/quittances/schema";
import { quoteOnWire, sourcesIn } from "@/server/quotes/quote";
import type { RequestRow } from "@/server/requests/draft";

type TransferRow = typeof transfers.$inferSelect;

/** The facts of a paid request with what each transfer is worth in its currency, and the quotes that say so. */
export async function convertedFacts(
  ctx: Pick<Ctx, "db">,
  row: RequestRow,
  facts: QuittanceMessage,
  settled: readonly TransferRow[],
): Promise<ConvertedMessage> {
  const invoice = invoiceCurrencyOf(row);
  const token = paymentToken(row);
  const ids = [...new Set(settled.flatMap(({ quoteId }) => quoteId ?? []))];
  const promised =
    ids.length === 0
      ? []
      : await ctx.db.select().from(quotes).where(inArray(quotes.id, ids)).orderBy(quotes.id);
  const rateOf = new Map(promised.map((quote) => [quote.id, quote.rate]));
  return {
    ...facts,
    invoiceCurrency: invoice.id,
    transfers: facts.transfers.map((transfer, i) => {
      const {
        credited = null,
        valuation = null,
        quoteId = null,
        rate = null,
        rateSources = null,
      } = settled[i] ?? {};
      return {
        ...transfer,
        credited: formatAmount(credited ?? 0n, invoice.decimals),
        valuation: valuation ?? "",
        rate: rate ?? rateOf.get(quoteId ?? "") ?? "",
        quoteId: quoteId ?? "",
        sources: quoteId === null && rateSources !== null ? sourcesIn({ sources: rateSources }) : [],
      };
    }),
    quotes: promised.map((quote) => quoteOnWire({ request: row, invoice, token }, quote)),
  };
}
