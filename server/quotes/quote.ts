import { z } from "zod";
import type { quotes } from "@/db/schema";
import type { InvoiceCurrency } from "@/server/currencies/invoice-currency";
import type { Token } from "@/server/currencies/tokens";
import { formatAmount } from "@/server/lib/amount";
import { type Ratio, ratioOf } from "@/server/lib/ratio";
import { RateSource } from "@/server/quotes/source";

export { QUOTE_TYPES, quoteTypedData, signedSources } from "@/server/quotes/typed-data";

export type QuoteRow = typeof quotes.$inferSelect;

/**
 * A rate that is promised until `expiresAt`, signed by the service's quittance signer. `paymentAmount` is
 * `invoiceAmount` times `rate`, rounded up to a base unit of the payment currency; fees come on top of it.
 */
export const Quote = z
  .object({
    id: z.string(),
    requestId: z.string(),
    /** Wallet that it is for; empty where none was named, or where the chain would not tell that it paid. */
    payer: z
      .string()
      .describe(
        "Wallet that the rate is for; empty where none was named, or where the chain would not tell that it paid.",
      ),
    invoiceCurrency: z.string(),
    /** Human-readable, as `paymentAmount`. */
    invoiceAmount: z.string().describe("What is asked for, as a decimal string in the invoice currency."),
    paymentCurrency: z.string(),
    paymentAmount: z.string().describe("What is paid, as a decimal string in the payment currency."),
    /** Units of the payment currency for one unit of the invoice currency, exact. */
    rate: z.string(),
    sources: z.array(RateSource).describe("Where the rate is from."),
    createdAt: z.iso.datetime(),
    expiresAt: z.iso.datetime().describe("Until when the rate is promised."),
    signature: z
      .string()
      .describe("`0x` and hex characters: 65 bytes of a key; longer ones are taken from contract wallets."),
  })
  .meta({ id: "Quote" });
export type Quote = z.infer<typeof Quote>;

/** What a quote is about. */
export interface Quoted {
  /** `requestId` as stored, with `0x`. */
  request: { id: string; requestId: string };
  invoice: InvoiceCurrency;
  token: Token;
}

/** A stored quote in its wire form. */
export function quoteOnWire({ request, invoice, token }: Quoted, row: QuoteRow): Quote {
  return {
    id: row.id,
    requestId: request.requestId.slice(2),
    payer: row.payer,
    invoiceCurrency: invoice.id,
    invoiceAmount: formatAmount(row.invoiceAmount, invoice.decimals),
    paymentCurrency: token.id,
    paymentAmount: formatAmount(row.paymentAmount, token.decimals),
    rate: row.rate,
    sources: sourcesIn(row),
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    signature: row.signature,
  };
}

/** What one unit of a currency was worth in USD by a stored quote; null where it says nothing about it. */
export function usdIn(row: Pick<QuoteRow, "sources">, symbol: string): Ratio | null {
  const source = sourcesIn(row).find(({ currency }) => currency === symbol);
  return source ? ratioOf(source.usd) : null;
}

/** Where the rate of a stored quote is from. */
export function sourcesIn({ sources }: Pick<QuoteRow, "sources">): RateSource[] {
  return z.array(RateSource).parse(sources);
}
