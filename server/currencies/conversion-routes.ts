import { networkIdNamed } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { catalogueEntriesOf, currencyById, currencyOf } from "@/server/currencies/all";
import { PAYMENT_TOKENS } from "@/server/currencies/conversion";
import type { ConversionRoutesAnswer, ConversionRoutesQuery, Currency } from "@/server/currencies/schema";
import { hasPaymentCall } from "@/server/currencies/settlement-token";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { ApiError } from "@/server/errors";

/** Which currencies this installation has prices of. */
type Means = Pick<Ctx, "prices">;

/**
 * The payment currencies for an invoice currency that this installation has a rate for (behaviour.md CU-08 to CU-11):
 * for a fiat currency the payment tokens of every network; for a currency we settle in, that currency and the
 * payment tokens of its network; for any other currency of the catalogue none.
 *
 * Each is there under its own ID and under every other that the public catalogue has for it, because clients look
 * for the IDs they know. `network` or `networks` (comma-separated; it wins when both are sent) narrows the answer;
 * an unknown network has no routes.
 *
 * @throws ApiError 404 `Token not found` for an unknown currency
 */
export function listConversionRoutes(
  means: Means,
  currencyId: string,
  query: ConversionRoutesQuery,
): ConversionRoutesAnswer {
  const currency = currencyById(currencyId);
  if (!currency) throw new ApiError("token_not_found", "Token not found");
  const named = currencyId.toLowerCase();

  const networks = query.networks === undefined ? undefined : splitList(query.networks);
  const wanted = (networks ?? (query.network === undefined ? undefined : [query.network]))?.map(
    networkIdNamed,
  );
  const conversionRoutes = paymentTokensFor(currency)
    .filter((token) => isPayable(means, currency, token))
    .filter((token) => wanted === undefined || wanted.includes(token.network))
    .flatMap((token) => entriesOf(token, named));
  const filter = networks ? { networks } : { network: query.network ?? null };
  const id = tokenById(currencyId)?.catalogueIds.find((one) => one.toLowerCase() === named) ?? currency.id;
  return { currencyId: id, ...filter, conversionRoutes };
}

/** A payment currency under its own ID and those of the public catalogue, the one that was asked for first. */
function entriesOf(token: Token, named: string): Currency[] {
  const entries = [currencyOf(token), ...catalogueEntriesOf(token)];
  const isNamed = ({ id }: Currency) => id.toLowerCase() === named;
  return [...entries.filter(isNamed), ...entries.filter((entry) => !isNamed(entry))];
}

function paymentTokensFor(currency: Currency): readonly Token[] {
  if (currency.type === "ISO4217") return PAYMENT_TOKENS;
  const token = tokenById(currency.id);
  if (!token) return [];
  const others = PAYMENT_TOKENS.filter((other) => other.network === token.network && other !== token);
  return hasPaymentCall(token) ? [token, ...others] : others;
}

function isPayable({ prices }: Means, invoice: Currency, token: Token): boolean {
  return invoice.id === token.id || prices.isOffered(invoice.symbol, token.symbol, token.network);
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
