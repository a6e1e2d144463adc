import { featuresOf } from "@/server/chains/features";
import { NETWORKS, type NetworkId } from "@/server/chains/networks";
import type { Ctx } from "@/server/context";
import { isPaymentTokenFor } from "@/server/currencies/conversion";
import { type InvoiceCurrency, invoiceCurrencyById } from "@/server/currencies/invoice-currency";
import { type Token, tokenById } from "@/server/currencies/tokens";
import { ApiError, invalidField } from "@/server/errors";

/** What a request is written in and paid in. */
export interface SettlementCurrencies {
  invoice: InvoiceCurrency;
  token: Token;
}

/**
 * The currencies of a request: its payment currency is a token that a payer has a way to pay in, on a network this
 * installation watches; its invoice currency is the same, or one that can be converted into it. Asks for no price.
 * Throws 400 naming the field.
 */
export function settlementCurrencies(
  ctx: Pick<Ctx, "chains" | "prices">,
  invoiceCurrency: string,
  paymentCurrency: string,
): SettlementCurrencies {
  const token = tokenById(paymentCurrency);
  if (!token) throw invalidField("paymentCurrency", `Unsupported payment currency ${paymentCurrency}`);
  const invoice = invoiceCurrencyById(invoiceCurrency);
  if (!invoice) throw invalidField("invoiceCurrency", `Unsupported invoice currency ${invoiceCurrency}`);
  if (invoice.id !== token.id && !isPaymentTokenFor(invoice, token)) {
    throw invalidField("paymentCurrency", `An invoice in ${invoice.id} cannot be paid in ${token.id}`);
  }
  if (!hasPaymentCall(token)) {
    const { name } = NETWORKS[token.network];
    throw invalidField("paymentCurrency", `${token.symbol} cannot be requested on ${name}`);
  }
  requireWatched(ctx, token.network);
  if (invoice.id !== token.id && !ctx.prices.isOffered(invoice.symbol, token.symbol, token.network)) {
    throw invalidField(
      "invoiceCurrency",
      `No price source says what ${invoice.symbol} is in ${token.symbol}`,
    );
  }
  return { invoice, token };
}

/** Whether anything takes a payment in this token with a reference: not TRX, which no proxy takes. */
export function hasPaymentCall({ address, network }: Token): boolean {
  return address !== null || featuresOf(NETWORKS[network]).nativeCoin;
}

/** Throws 400 for a network that this installation has no node for: nothing would see the payment. */
export function requireWatched(ctx: Pick<Ctx, "chains">, network: NetworkId): void {
  if (!ctx.chains.find(network)) {
    throw new ApiError("unsupported_network", `Network ${network} is not enabled on this installation`);
  }
}
