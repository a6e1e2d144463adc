import { ChainError } from "@/server/chains/chain-error";
import type { Hex } from "@/server/chains/contract-addresses";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import { walletKey, walletText } from "@/server/chains/wallets/wallet-text";
import type { Ctx } from "@/server/context";
import { isConverted } from "@/server/currencies/invoice-currency";
import { draftQuote, type QuoteAsked } from "@/server/quotes/draft-quote";
import { fixQuotes } from "@/server/quotes/fix-quotes";
import { type Quote, quoteOnWire } from "@/server/quotes/quote";
import type { Quotes } from "@/server/requests/paying/due";
import type { Payable } from "@/server/requests/paying/payable";
import { chainFor, chainUnavailable } from "@/server/requests/paying/readiness";

/** How much of a request is going to be paid, base units of its invoice currency. */
export interface Part {
  payable: Payable;
  amount: bigint;
}

/**
 * What is promised to a payer (20 bytes; null where none was named) for these parts. Requests in the token itself need
 * no promise and cost nothing. Throws 503 `price_unavailable` or `chain_unavailable`.
 */
export async function quotesFor(ctx: Ctx, parts: readonly Part[], payer: string | null): Promise<Quotes> {
  const asked = await askedFor(ctx, parts, payer);
  // One call holds quotes of one payer.
  const payers = [...new Set(asked.map((one) => one.payer))];
  const rows = await Promise.all(
    payers.map((one) =>
      fixQuotes(
        ctx,
        asked.filter((quote) => quote.payer === one),
      ),
    ),
  );
  return new Map(rows.flat().map((row) => [row.requestId, row]));
}

/** The same for requests that are about to be stored, and have no quote yet; store them with `insertQuotes`. */
export async function firstQuotes(ctx: Ctx, parts: readonly Part[], payer: string | null): Promise<Quotes> {
  const asked = await askedFor(ctx, parts, payer);
  const rows = await Promise.all(asked.map((one) => draftQuote(ctx, one, null)));
  return new Map(rows.map((row) => [row.requestId, row]));
}

/** The quote of a request as callers read it, under the name it has in answers; nothing for a request without one. */
export function quoteField(payable: Payable, quotes: Quotes): { quote?: Quote } {
  const row = quotes.get(payable.row.id);
  return row ? { quote: quoteOnWire(subjectOf(payable), row) } : {};
}

/**
 * A quote names the wallet that is going to pay. It names nobody where a contract or a delegated key pays in native
 * coin: what contracts pay each other leaves no event, so that the chain would not tell that it was this wallet, and a
 * quote in its name would never count (docs/decisions/who-paid.md). A quote that names nobody counts for it too.
 */
async function askedFor(ctx: Ctx, parts: readonly Part[], payer: string | null): Promise<QuoteAsked[]> {
  const converted = parts.filter(({ payable }) => isConverted(payable.row));
  const networks = new Set(
    converted.flatMap(({ payable: { token } }) => (token.address === null ? [token.network] : [])),
  );
  const unseen = new Set<NetworkId>();
  for (const network of networks) {
    if (payer !== null && !(await isKey(ctx, network, `0x${payer.slice(2)}`))) unseen.add(network);
  }
  return converted.map(({ payable, amount }) => {
    const { address, network } = payable.token;
    const isNamed = payer !== null && !(address === null && unseen.has(network));
    return {
      ...subjectOf(payable),
      payer: isNamed ? walletKey(walletText(NETWORKS[network].id, payer)) : "",
      amount,
    };
  });
}

async function isKey(ctx: Ctx, network: NetworkId, wallet: Hex): Promise<boolean> {
  try {
    return (await chainFor(ctx, network).accountKind?.(wallet)) === "key";
  } catch (error) {
    if (error instanceof ChainError) throw chainUnavailable(network, error);
    throw error;
  }
}

function subjectOf({ row, invoice, token }: Payable) {
  return { request: row, invoice, token };
}
