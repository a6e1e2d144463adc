import { NETWORKS } from "@/server/chains/networks";
import { walletKey, walletText } from "@/server/chains/wallets/wallet-text";
import type { Ctx } from "@/server/context";
import { isConverted } from "@/server/currencies/invoice-currency";
import { draftQuote, type QuoteAsked } from "@/server/quotes/draft-quote";
import { fixQuotes } from "@/server/quotes/fix-quotes";
import { type Quote, type QuoteRow, quoteOnWire } from "@/server/quotes/quote";
import type { Payable } from "@/server/requests/paying/payable";

/** How much of a request is going to be paid, base units of its invoice currency. */
export interface Part {
  payable: Payable;
  amount: bigint;
}

/** Quotes of converted requests, by row ID; of the others there is none. */
export type Quotes = ReadonlyMap<string, QuoteRow>;

/**
 * What is promised to a payer (20 bytes; null where none was named) for these parts. Requests in the token itself need
 * no promise and cost nothing. Throws 503 `price_unavailable`.
 */
export async function quotesFor(ctx: Ctx, parts: readonly Part[], payer: string | null): Promise<Quotes> {
  const asked = parts.filter(({ payable }) => isConverted(payable.row)).map((part) => askedFor(part, payer));
  if (asked.length === 0) return new Map();
  const rows = await fixQuotes(ctx, asked);
  return new Map(rows.map((row) => [row.requestId, row]));
}

/** The same for requests that are about to be stored, and have no quote yet; store them with `insertQuotes`. */
export async function firstQuotes(ctx: Ctx, parts: readonly Part[], payer: string | null): Promise<Quotes> {
  const asked = parts.filter(({ payable }) => isConverted(payable.row)).map((part) => askedFor(part, payer));
  const rows = await Promise.all(asked.map((one) => draftQuote(ctx, one, null)));
  return new Map(rows.map((row) => [row.requestId, row]));
}

/** The quote of a request as callers read it, under the name it has in answers; nothing for a request without one. */
export function quoteField(payable: Payable, quotes: Quotes): { quote?: Quote } {
  const row = quotes.get(payable.row.id);
  return row ? { quote: quoteOnWire(subjectOf(payable), row) } : {};
}

function askedFor({ payable, amount }: Part, payer: string | null): QuoteAsked {
  const { network } = payable.token;
  return {
    ...subjectOf(payable),
    payer: payer === null ? "" : walletKey(walletText(NETWORKS[network].id, payer)),
    amount,
  };
}

function subjectOf({ row, invoice, token }: Payable) {
  return { request: row, invoice, token };
}
